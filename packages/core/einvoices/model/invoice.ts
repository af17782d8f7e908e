import { type Decimal, parseDecimal } from "../../values/mod.ts";
import { BUSINESS_TERMS, groupsDownTo, INVOICE } from "./terms.ts";

/** The value of a business term. */
export interface TermValue {
  readonly text: string;
  /** Where the value is in the data or file that it comes from. */
  readonly path: string;
  /** Schemes and lists, by their ID such as `BT-34-1`, and the properties of an attachment. */
  readonly qualifiers?: Readonly<Record<string, string>>;
}

/** A group of an invoice, with its terms and groups by their ID. The invoice itself is `BG-0`. */
export interface InvoiceGroup {
  readonly id: string;
  readonly terms: Map<string, Array<TermValue>>;
  readonly groups: Map<string, Array<InvoiceGroup>>;
  /** Where a term of this group belongs in the data or file, for terms without a value. */
  readonly pathOf: (term: string) => string;
}

/** The values of an invoice by their term. */
export type InvoiceValues = ReadonlyMap<string, ReadonlyArray<TermValue>>;

/** A group without content. */
export function emptyGroup(
  id: string = INVOICE,
  pathOf: (term: string) => string = () => "",
): InvoiceGroup {
  return { id, terms: new Map(), groups: new Map(), pathOf };
}

const NONE: ReadonlyArray<never> = [];

/** The groups of an ID anywhere below a group, itself included. */
export function groupsOf(group: InvoiceGroup, id: string): ReadonlyArray<InvoiceGroup> {
  if (group.id === id) return [group];
  const steps = groupsDownTo(id);
  const start = steps.indexOf(group.id);
  if (start === -1) return NONE;
  let found: ReadonlyArray<InvoiceGroup> = [group];
  // Most groups are absent.
  for (let index = start + 1; index < steps.length && found.length > 0; index++) {
    const step = steps[index] ?? "";
    found = found.length === 1 ? (found[0]?.groups.get(step) ?? NONE) : groupsIn(found, step);
  }
  return found;
}

function groupsIn(groups: ReadonlyArray<InvoiceGroup>, id: string): ReadonlyArray<InvoiceGroup> {
  return groups.flatMap((each) => each.groups.get(id) ?? []);
}

/** All values of a term anywhere below a group. */
export function valuesOf(group: InvoiceGroup, term: string): ReadonlyArray<TermValue> {
  const owner = BUSINESS_TERMS.get(term)?.group ?? INVOICE;
  if (owner === group.id) return group.terms.get(term) ?? NONE;
  const groups = groupsOf(group, owner);
  return groups.length > 1 ? valuesIn(groups, term) : (groups[0]?.terms.get(term) ?? NONE);
}

function valuesIn(groups: ReadonlyArray<InvoiceGroup>, term: string): ReadonlyArray<TermValue> {
  return groups.flatMap((each) => each.terms.get(term) ?? []);
}

/** The values of all terms of an invoice, in the order of {@linkcode valuesOf}. */
export function valuesByTerm(invoice: InvoiceGroup): InvoiceValues {
  const values = new Map<string, Array<TermValue>>();
  const visit = (group: InvoiceGroup) => {
    for (const [term, own] of group.terms) {
      const known = values.get(term);
      if (known === undefined) values.set(term, [...own]);
      else known.push(...own);
    }
    for (const groups of group.groups.values()) groups.forEach(visit);
  };
  visit(invoice);
  return values;
}

/** The first value of a term below a group. */
export function valueOf(group: InvoiceGroup, term: string): TermValue | undefined {
  return valuesOf(group, term)[0];
}

/** The text of a term, empty without a value. */
export function textOf(group: InvoiceGroup, term: string): string {
  return valueOf(group, term)?.text ?? "";
}

export function hasTerm(group: InvoiceGroup, term: string): boolean {
  return valueOf(group, term) !== undefined;
}

/** The number of a term; `undefined` without a value and for text that is no number. */
export function numberOf(group: InvoiceGroup, term: string): Decimal | undefined {
  return parseDecimal(textOf(group, term));
}

/** The path of a term's value, or where the value belongs. */
export function pathOf(group: InvoiceGroup, term: string): string {
  return valueOf(group, term)?.path ?? group.pathOf(term);
}

/** Adds a value to a group. */
export function addValue(group: InvoiceGroup, term: string, value: TermValue): void {
  const values = group.terms.get(term);
  if (values === undefined) group.terms.set(term, [value]);
  else values.push(value);
}

/** Adds a group to its parent. */
export function addGroup(parent: InvoiceGroup, group: InvoiceGroup): void {
  const groups = parent.groups.get(group.id);
  if (groups === undefined) parent.groups.set(group.id, [group]);
  else groups.push(group);
}

/** The group of an ID below a group, where each step has one instance; created if necessary. */
export function ensureGroup(group: InvoiceGroup, id: string): InvoiceGroup {
  const steps = groupsDownTo(id);
  let current = group;
  for (let index = steps.indexOf(group.id) + 1; index < steps.length; index++) {
    const step = steps[index] ?? "";
    let next = current.groups.get(step)?.[0];
    if (next === undefined) {
      next = emptyGroup(step, group.pathOf);
      addGroup(current, next);
    }
    current = next;
  }
  return current;
}

/** Whether a group has a value, directly or in its groups. */
export function hasContent(group: InvoiceGroup): boolean {
  return group.terms.size > 0 || [...group.groups.values()].flat().some(hasContent);
}
