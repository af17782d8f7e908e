import {
  dataTypesOfTerm,
  type Einvoice,
  fieldsOfTerm,
  type TermField,
} from "@paraph/core/einvoices";
import type { Manifest } from "@paraph/core/manifests";

const BUYER = String.raw`(?:customer|buyer|client|recipient|bill to)\s`;
const SELLER = String.raw`(?:seller|supplier|vendor|company|sender|issuer)\s`;

/** The words of labels and keys that mean a term. */
const NAMES: ReadonlyArray<readonly [term: string, pattern: RegExp]> = [
  ["BT-1", /^(?:invoice |document )?(?:number|no|nr|id)$/],
  ["BT-2", /^(?:invoice |issue |document )?(?:date|issued(?: on)?)$/],
  ["BT-5", /^(?:invoice )?currency(?: code)?$/],
  ["BT-9", /^(?:invoice |payment )?(?:due(?: date| on)?)$/],
  ["BT-10", /^(?:your|buyer|customer|client) reference$|^leitweg/],
  ["BT-13", /^(?:purchase order|po|order)(?: number| no| reference)?$/],
  ["BT-20", /^payment terms$/],
  ["BT-22", /^(?:invoice )?notes?$/],
  ["BT-27", new RegExp(`^${SELLER}name$`)],
  ["BT-31", new RegExp(`^${SELLER}vat(?: id| number| no)?$`)],
  ["BT-34", new RegExp(`^${SELLER}e ?mail$`)],
  ["BT-35", new RegExp(`^${SELLER}(?:street|address)`)],
  ["BT-37", new RegExp(`^${SELLER}city$`)],
  ["BT-38", new RegExp(`^${SELLER}(?:post ?code|zip)`)],
  ["BT-40", new RegExp(`^${SELLER}country(?: code)?$`)],
  ["BT-44", new RegExp(`^(?:${BUYER}name|customer|client|buyer)$`)],
  ["BT-48", new RegExp(`^${BUYER}vat(?: id| number| no)?$`)],
  ["BT-49", new RegExp(`^${BUYER}e ?mail$`)],
  ["BT-50", new RegExp(`^${BUYER}(?:street|address)`)],
  ["BT-52", new RegExp(`^${BUYER}city$`)],
  ["BT-53", new RegExp(`^${BUYER}(?:post ?code|zip)`)],
  ["BT-55", new RegExp(`^${BUYER}country code$`)],
  ["BT-56", new RegExp(`^${BUYER}contact`)],
  ["BT-84", /(?:^| )iban$/],
  ["BT-86", /(?:^| )bic$/],
  ["BT-129", /^(?:quantity|qty|count)$/],
  ["BT-130", /^unit code$/],
  ["BT-146", /^(?:unit |net )?price$/],
  ["BT-152", /^(?:vat|tax)(?: rate| percent)?$/],
  ["BT-153", /^(?:item |product )?(?:description|title|name|item|product)$/],
];

const LINES = /^(?:invoice )?(?:items|lines|positions|line items|products|services)$/;

/** The mapping with sources for more terms, by the names of the data. Totals are calculated, so none is suggested. */
export function suggestMapping(map: Einvoice["map"], manifest: Manifest): Einvoice["map"] {
  const lines = manifest.loops.find(
    ({ key, label }) => LINES.test(wordsOf(key)) || LINES.test(wordsOf(label)),
  );
  const withLines =
    map["BG-25"] === undefined && lines !== undefined ? { ...map, "BG-25": lines.key } : map;
  const suggested = NAMES.flatMap(([term, pattern]) => {
    if (map[term] !== undefined) return [];
    const { items, variables } = fieldsOfTerm(term, withLines, manifest);
    const types = dataTypesOfTerm(term);
    const isMeant = ({ key, label, dataType }: TermField) =>
      types.includes(dataType) && (pattern.test(wordsOf(key)) || pattern.test(wordsOf(label)));
    // The terms of lines differ by row.
    const isOfLine = Number(term.slice(3)) > 125;
    const field = (isOfLine ? items : variables).find(isMeant);
    return field === undefined ? [] : [[term, field.key] as const];
  });
  return { ...withLines, ...Object.fromEntries(suggested) };
}

/** `customer.vatId` and `Customer VAT ID` as `customer vat id`. */
function wordsOf(name: string): string {
  return name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[^A-Za-z0-9]+/g, " ")
    .trim()
    .toLowerCase();
}
