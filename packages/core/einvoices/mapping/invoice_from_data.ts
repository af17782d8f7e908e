import { Predicate } from "effect";

import { type InputData, type InputRow, type InputValue, valueInRow } from "../../manifests/mod.ts";
import { decimalText, parseDecimal, roundDecimal } from "../../values/mod.ts";
import {
  addGroup,
  addValue,
  emptyGroup,
  ensureGroup,
  hasTerm,
  type InvoiceGroup,
  type TermValue,
} from "../model/invoice.ts";
import { PEPPOL_PROCESS, PROFILES } from "../model/profile.ts";
import {
  BUSINESS_TERMS,
  groupsDownTo,
  INVOICE,
  QUALIFIERS,
  type TermType,
} from "../model/terms.ts";
import { checkInvoice } from "../rules/check_invoice.ts";
import type { InvoiceProblem } from "../rules/rule.ts";
import { calculateMissing } from "./calculate.ts";
import type { Einvoice, TermSource } from "./einvoice.ts";
import { repeatingGroup } from "./term_sources.ts";

/**
 * The invoice of a render: the mapped values of its data, and the amounts that can be calculated from them.
 *
 * @param data Data that `checkInputData` has accepted.
 */
export function invoiceFromData({ profile, map }: Einvoice, data: InputData): InvoiceGroup {
  const invoice = emptyGroup(INVOICE, (id) => pathFor(map, id));
  const loops = Object.keys(map).filter((id) => id.startsWith("BG-"));
  fill(invoice, map, data.values, undefined, "");
  for (const group of loops) {
    const loop = map[group];
    if (!Predicate.isString(loop)) continue;
    const parent = groupsDownTo(group).at(-2) ?? INVOICE;
    for (const [index, row] of (data.loops[loop] ?? []).entries()) {
      const path = `${loop}.${index}`;
      const instance = emptyGroup(group, (id) => `${path}.${itemKey(map[id], loop)}`);
      fill(instance, map, { ...data.values, ...itemValues(row, loop) }, group, loop, path);
      if (group === "BG-25" && !hasTerm(instance, "BT-126")) {
        addValue(instance, "BT-126", { text: String(index + 1), path });
      }
      addGroup(ensureGroup(invoice, parent), instance);
    }
  }
  setDefault(invoice, "BT-24", PROFILES[profile]);
  if (profile === "xrechnung") setDefault(invoice, "BT-23", PEPPOL_PROCESS);
  calculateMissing(invoice);
  return invoice;
}

/** Checks the data of a render against the rules of its electronic invoice. */
export function einvoiceProblems(
  einvoice: Einvoice,
  data: InputData,
): ReadonlyArray<InvoiceProblem> {
  return checkInvoice(invoiceFromData(einvoice, data), einvoice.profile);
}

/** Values by their keys. */
type ItemValues = Readonly<Record<string, InputValue>>;

/** The item fields under their own key, and under the key of the loop. */
function itemValues(row: InputRow, loop: string): ItemValues {
  const own = Object.keys(row).map((key) => [key, valueInRow(row, key)] as const);
  return Object.fromEntries([...own, ...own.map(([key, value]) => [`${loop}.${key}`, value])]);
}

/** The key of an item field without the key of its loop. */
function itemKey(source: TermSource | undefined, loop: string): string {
  const key = Predicate.isString(source) ? source : "";
  return key.startsWith(`${loop}.`) ? key.slice(loop.length + 1) : key;
}

function pathFor(map: Einvoice["map"], id: string): string {
  const source = map[id];
  return Predicate.isString(source) ? source : "";
}

/** Adds the values of the terms that belong to a repeating group, or to none that is mapped to a loop. */
function fill(
  group: InvoiceGroup,
  map: Einvoice["map"],
  row: ItemValues,
  repeating: string | undefined,
  loop: string,
  prefix = "",
): void {
  for (const [id, source] of Object.entries(map)) {
    const term = BUSINESS_TERMS.get(id);
    if (term === undefined) continue;
    const owner = repeatingGroup(term.group);
    const isLoop = owner !== undefined && Predicate.isString(map[owner]);
    if ((isLoop ? owner : undefined) !== repeating) continue;
    const value = valueFrom(source, row, term.type);
    if (value === undefined) continue;
    const path = Predicate.isString(source) ? pathIn(row, source, loop, prefix) : prefix;
    addValue(
      ensureGroup(group, term.group),
      id,
      withQualifiers(id, map, row, { text: value, path }),
    );
  }
  // A fixed value alone does not make an optional group.
  if (repeating === undefined) dropFixedGroups(group, map);
}

/** The path of a value: of an item field, if the row has it under the key of its loop, or of a variable. */
function pathIn(row: ItemValues, source: string, loop: string, prefix: string): string {
  const key = itemKey(source, loop);
  return prefix !== "" && Object.hasOwn(row, `${loop}.${key}`) ? `${prefix}.${key}` : source;
}

function withQualifiers(
  id: string,
  map: Einvoice["map"],
  row: ItemValues,
  value: TermValue,
): TermValue {
  const qualifier = `${id}-1`;
  const text = QUALIFIERS.has(qualifier) ? valueFrom(map[qualifier], row, "code") : undefined;
  return text === undefined ? value : { ...value, qualifiers: { [qualifier]: text } };
}

function valueFrom(
  source: TermSource | undefined,
  row: ItemValues,
  type: TermType,
): string | undefined {
  if (source === undefined) return undefined;
  const value = Predicate.isString(source)
    ? Object.hasOwn(row, source)
      ? row[source]
      : undefined
    : source.value;
  if (value === undefined || value === null || value === "") return undefined;
  return normalised(String(value), type);
}

/** Numbers without exponent, amounts with two digits after the point, and dates without a time. */
function normalised(text: string, type: TermType): string {
  if (type === "date") return text.slice(0, 10);
  if (type === "text" || type === "identifier" || type === "code") return text;
  const number = parseDecimal(text);
  if (number === undefined) return text;
  return decimalText(type === "amount" && number.scale < 2 ? roundDecimal(number, 2) : number);
}

/** Drops optional groups of the invoice that have fixed values only, such as a country without an address. */
function dropFixedGroups(invoice: InvoiceGroup, map: Einvoice["map"]): void {
  const isFixed = (group: InvoiceGroup): boolean =>
    [...group.terms.keys()].every((id) => !Predicate.isString(map[id])) &&
    [...group.groups.values()].flat().every(isFixed);
  for (const [id, groups] of invoice.groups) {
    if (OPTIONAL.has(id) && groups.every(isFixed)) invoice.groups.delete(id);
  }
}

const OPTIONAL = new Set(["BG-1", "BG-3", "BG-10", "BG-11", "BG-13", "BG-20", "BG-21", "BG-24"]);

function setDefault(invoice: InvoiceGroup, term: string, text: string): void {
  if (hasTerm(invoice, term)) return;
  addValue(ensureGroup(invoice, BUSINESS_TERMS.get(term)?.group ?? INVOICE), term, {
    text,
    path: "",
  });
}
