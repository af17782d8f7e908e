import { Result } from "effect";

import {
  addGroup,
  addValue,
  emptyGroup,
  ensureGroup,
  hasContent,
  hasTerm,
  type InvoiceGroup,
  textOf,
} from "../model/invoice.ts";
import { BUSINESS_GROUPS, BUSINESS_TERMS, groupsDownTo, INVOICE } from "../model/terms.ts";
import {
  type Binding,
  type Condition,
  type GroupBinding,
  parseStep,
  type Syntax,
  type TermBinding,
} from "./binding.ts";
import { CII } from "./cii.ts";
import { parseXml } from "./parse_xml.ts";
import { UBL_CREDIT_NOTE, UBL_INVOICE } from "./ubl.ts";
import type { SyntaxName } from "./write_invoice.ts";
import type { XmlElement } from "./xml_element.ts";

/** An invoice from XML, and its syntax. */
export interface ReadInvoice {
  readonly invoice: InvoiceGroup;
  readonly syntax: SyntaxName;
}

const SYNTAXES = [
  { syntax: CII, name: "cii" },
  { syntax: UBL_INVOICE, name: "ubl" },
  { syntax: UBL_CREDIT_NOTE, name: "ubl" },
] as const;

/** The prefixes of names. The roots of UBL differ in the namespace, so that their names are distinct. */
const PREFIXES = new Map(
  SYNTAXES.flatMap(({ syntax }) =>
    Object.entries(syntax.namespaces).map(([prefix, uri]) => [uri, prefix] as const),
  ),
);

/**
 * Reads an invoice from XML in any of the syntaxes. Returns the problem of text that is none.
 *
 * @example
 * ```ts
 * import { readInvoice } from "@paraph/core/einvoices/read_invoice";
 * import { Result } from "effect";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(readInvoice("<invoice/>"), Result.fail("Expected a CII or UBL invoice, found the element ?:invoice"));
 * ```
 */
export function readInvoice(xml: string): Result.Result<ReadInvoice, string> {
  const parsed = parseXml(xml, PREFIXES);
  if (Result.isFailure(parsed)) return Result.fail(parsed.failure);
  const root = parsed.success;
  const found = SYNTAXES.find(({ syntax }) => syntax.root === root.name);
  if (found === undefined) {
    return Result.fail(`Expected a CII or UBL invoice, found the element ${root.name}`);
  }
  const { syntax, name } = found;
  const path = `/${root.name}`;
  const invoice = emptyGroup(INVOICE, () => path);
  new Reader(syntax, invoice).read(syntax.entries, [invoice], { element: root, path });
  return Result.succeed({ invoice, syntax: name });
}

/** An element, and its path from the root. */
interface Place {
  readonly element: XmlElement;
  readonly path: string;
}

type Scope = readonly [InvoiceGroup, ...ReadonlyArray<InvoiceGroup>];

class Reader {
  readonly #syntax: Syntax;
  readonly #invoice: InvoiceGroup;

  constructor(syntax: Syntax, invoice: InvoiceGroup) {
    this.#syntax = syntax;
    this.#invoice = invoice;
  }

  read(entries: ReadonlyArray<Binding>, scope: Scope, place: Place): void {
    for (const entry of entries) {
      if (entry.kind === "term") this.#readTerm(entry, scope, place);
      else if (entry.kind === "group") this.#readGroup(entry, scope, place);
      else if (entry.kind === "qualifier") this.#readQualifier(entry, scope, place);
      else if (entry.kind === "presence" && placesAt(place, entry.path).length > 0) {
        ensureGroup(scopeOf(scope, entry.group), entry.group);
      }
    }
  }

  #readGroup({ group: id, path, entries, always }: GroupBinding, scope: Scope, place: Place): void {
    const parent = BUSINESS_GROUPS.get(id)?.parent ?? INVOICE;
    for (const found of placesAt(place, path)) {
      const group = emptyGroup(id, () => found.path);
      this.read(entries, [scope[0], ...scope.slice(1), group], found);
      // An element that may belong to outer groups alone, such as payment means.
      if (always && !hasContent(group)) continue;
      addGroup(ensureGroup(scopeOf(scope, parent), parent), group);
    }
  }

  #readTerm(entry: TermBinding, scope: Scope, place: Place): void {
    const { term, path, attributes, scheme, codes = {} } = entry;
    const { type = "text", group = INVOICE, cardinality = "0..1" } = BUSINESS_TERMS.get(term) ?? {};
    const last = path.at(-1) ?? "";
    const isAttribute = last.startsWith("@");
    for (const found of placesAt(place, isAttribute ? path.slice(0, -1) : path)) {
      const { element } = found;
      const raw = (isAttribute ? element.attributes[last.slice(1)] : element.text)?.trim() ?? "";
      if (raw === "" || element.children.length > 0) continue;
      if (!this.#hasCurrency(term, element, attributes)) continue;
      const qualifiers = qualifiersOf(element, attributes);
      if (
        scheme !== undefined &&
        (qualifiers[`${term}-1`] === undefined) !== (scheme === "without")
      ) {
        continue;
      }
      const owner = scopeOf(scope, group);
      // Several elements may repeat a value of an outer group, such as the code of payment means.
      if (!cardinality.endsWith("n") && hasTerm(owner, term)) continue;
      const code = Object.entries(codes).find(([, written]) => written === raw)?.[0] ?? raw;
      const text = this.#syntax.read(type, code);
      const step = isAttribute ? `/${last}` : "";
      addValue(ensureGroup(owner, group), term, {
        text,
        path: found.path + step,
        ...(Object.keys(qualifiers).length > 0 ? { qualifiers } : {}),
      });
    }
  }

  /** Totals of VAT differ by their currency alone. */
  #hasCurrency(term: string, element: XmlElement, attributes: TermBinding["attributes"]): boolean {
    const source = attributes["currencyID"];
    if (source === undefined) return true;
    const currency = element.attributes["currencyID"] ?? textOf(this.#invoice, "BT-5");
    const [own, other] = [textOf(this.#invoice, "BT-5"), textOf(this.#invoice, "BT-6")];
    if (term === "BT-111") return currency === other && other !== own;
    return own === "" || currency === own;
  }

  #readQualifier(
    { term, path }: { readonly term: string; readonly path: ReadonlyArray<string> },
    scope: Scope,
    place: Place,
  ): void {
    const [found] = placesAt(place, path);
    const group = BUSINESS_TERMS.get(term)?.group ?? INVOICE;
    const values = scopeOf(scope, group).terms.get(term);
    const [value] = values ?? [];
    if (found === undefined || values === undefined || value === undefined) return;
    values[0] = { ...value, qualifiers: { [`${term}-1`]: found.element.text.trim() } };
  }
}

function qualifiersOf(
  element: XmlElement,
  attributes: TermBinding["attributes"],
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, id]) => {
      const text = element.attributes[name]?.trim() ?? "";
      return text === "" || !id.startsWith("BT-") ? [] : [[id, text]];
    }),
  );
}

/** The innermost group of a scope that has a group, or is it. */
function scopeOf(scope: Scope, id: string): InvoiceGroup {
  const steps = groupsDownTo(id);
  return scope.findLast((group) => steps.includes(group.id)) ?? scope[0];
}

/** The elements at a path. Equal elements are numbered from 1. */
function placesAt(place: Place, path: ReadonlyArray<string>): ReadonlyArray<Place> {
  return path.reduce<ReadonlyArray<Place>>(
    (places, step) => places.flatMap((each) => childrenAt(each, step)),
    [place],
  );
}

function childrenAt({ element, path }: Place, step: string): ReadonlyArray<Place> {
  const { name, condition } = parseStep(step);
  const equal = element.children.filter((child) => child.name === name);
  return equal.flatMap((child, index) => {
    if (condition !== undefined && !holds(child, condition)) return [];
    return [{ element: child, path: `${path}/${name}${equal.length > 1 ? `[${index + 1}]` : ""}` }];
  });
}

const BOOLEANS: Readonly<Record<string, string>> = { "0": "false", "1": "true" };

function holds(element: XmlElement, { path, value, isNegated }: Condition): boolean {
  const last = path.at(-1) ?? "";
  let current: XmlElement | undefined = element;
  for (const name of path.filter((step) => !step.startsWith("@"))) {
    current = current?.children.find((child) => child.name === name);
  }
  const text = last.startsWith("@") ? current?.attributes[last.slice(1)] : current?.text;
  const found = (text ?? "").trim();
  return (found === value || (BOOLEANS[found] ?? found) === value) !== isNegated;
}
