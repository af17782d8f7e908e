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
} from "../model/invoice.ts";
import { PEPPOL_PROCESS, PROFILES } from "../model/profile.ts";
import {
  BUSINESS_TERMS,
  type BusinessTerm,
  groupsDownTo,
  INVOICE,
  QUALIFIERS,
  repeatingGroup,
  type TermType,
} from "../model/terms.ts";
import { checkInvoice } from "../rules/check_invoice.ts";
import type { InvoiceProblem } from "../rules/rule.ts";
import { calculateMissing } from "./calculate.ts";
import type { Einvoice, TermSource } from "./einvoice.ts";

/**
 * The invoice of a render: the mapped values of its data, and the amounts that can be calculated from them.
 *
 * @param data Data that `checkInputData` has accepted.
 */
export function invoiceFromData({ profile, map }: Einvoice, data: InputData): InvoiceGroup {
  const invoice = emptyGroup(INVOICE, (id) => pathFor(map, id));
  const terms = termsByGroup(map);
  fill(invoice, terms.get(undefined) ?? [], { values: data.values });
  // A fixed value alone does not make an optional group.
  dropFixedGroups(invoice, map);
  for (const [group, loop] of Object.entries(map)) {
    if (!group.startsWith("BG-") || !Predicate.isString(loop)) continue;
    const parent = groupsDownTo(group).at(-2) ?? INVOICE;
    for (const [index, row] of (data.loops[loop] ?? []).entries()) {
      const path = `${loop}.${index}`;
      const instance = emptyGroup(group, (id) => `${path}.${itemKey(map[id], loop)}`);
      const item = { row, path };
      fill(instance, terms.get(group) ?? [], { values: data.values, item });
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

/** The values of the data, with the item of a loop, whose fields come first. */
interface Source {
  readonly values: InputData["values"];
  readonly item?: { readonly row: InputRow; readonly path: string };
}

/** Where a mapping takes a text from. */
interface MappedText {
  readonly source: TermSource;
  /** The key of the item field that it names; empty for a fixed value. */
  readonly field: string;
}

/** A term that a mapping fills, and the scheme that qualifies it, if that is mapped. */
interface MappedTerm extends MappedText {
  readonly term: BusinessTerm;
  readonly qualifier: (MappedText & { readonly id: string }) | undefined;
}

type TermsByGroup = ReadonlyMap<string | undefined, ReadonlyArray<MappedTerm>>;

/** By the mapping of a template version, which does not change. */
const TERMS = new WeakMap<Einvoice["map"], TermsByGroup>();

/** The terms of a mapping by their repeating group, if that is mapped to a loop; the others by undefined. */
function termsByGroup(map: Einvoice["map"]): TermsByGroup {
  const known = TERMS.get(map);
  if (known !== undefined) return known;
  const terms = new Map<string | undefined, Array<MappedTerm>>();
  for (const [id, source] of Object.entries(map)) {
    const term = BUSINESS_TERMS.get(id);
    if (term === undefined) continue;
    const owner = repeatingGroup(term.group);
    const loop = owner === undefined ? undefined : map[owner];
    const group = Predicate.isString(loop) ? owner : undefined;
    const textFrom = (from: TermSource): MappedText => ({
      source: from,
      field: itemKey(from, Predicate.isString(loop) ? loop : ""),
    });
    const qualifier = `${id}-1`;
    const scheme = QUALIFIERS.has(qualifier) ? map[qualifier] : undefined;
    const mapped: MappedTerm = {
      term,
      ...textFrom(source),
      qualifier: scheme === undefined ? undefined : { id: qualifier, ...textFrom(scheme) },
    };
    const others = terms.get(group);
    if (others === undefined) terms.set(group, [mapped]);
    else others.push(mapped);
  }
  TERMS.set(map, terms);
  return terms;
}

/** The key of an item field without the key of its loop. */
function itemKey(source: TermSource | undefined, loop: string): string {
  const key = Predicate.isString(source) ? source : "";
  return key.startsWith(loop) && key[loop.length] === "." ? key.slice(loop.length + 1) : key;
}

function pathFor(map: Einvoice["map"], id: string): string {
  const source = map[id];
  return Predicate.isString(source) ? source : "";
}

/** Adds the values of terms. */
function fill(group: InvoiceGroup, terms: ReadonlyArray<MappedTerm>, source: Source): void {
  for (const mapped of terms) {
    const { term, qualifier } = mapped;
    const text = valueFrom(mapped, source, term.type);
    if (text === undefined) continue;
    const path = pathIn(mapped, source);
    const scheme = qualifier === undefined ? undefined : valueFrom(qualifier, source, "code");
    const value =
      qualifier === undefined || scheme === undefined
        ? { text, path }
        : { text, path, qualifiers: { [qualifier.id]: scheme } };
    addValue(ensureGroup(group, term.group), term.id, value);
  }
}

/** Whether a text comes from the item, whose fields come before the variables. */
function isOfItem({ source, field }: MappedText, { item }: Source): boolean {
  return item !== undefined && Predicate.isString(source) && Object.hasOwn(item.row, field);
}

/** The path of a value: of an item field or of a variable; of a fixed value, that of the item. */
function pathIn(mapped: MappedText, source: Source): string {
  const prefix = source.item?.path ?? "";
  if (!Predicate.isString(mapped.source)) return prefix;
  return isOfItem(mapped, source) ? `${prefix}.${mapped.field}` : mapped.source;
}

function valueFrom(mapped: MappedText, source: Source, type: TermType): string | undefined {
  const value = Predicate.isString(mapped.source)
    ? inputValue(mapped.source, mapped, source)
    : mapped.source.value;
  if (value === undefined || value === null || value === "") return undefined;
  return normalised(String(value), type);
}

function inputValue(key: string, mapped: MappedText, source: Source): InputValue | undefined {
  if (isOfItem(mapped, source)) return valueInRow(source.item?.row, mapped.field);
  return Object.hasOwn(source.values, key) ? source.values[key] : undefined;
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
