import { Predicate } from "effect";

import type { DataType, Manifest } from "../../manifests/mod.ts";
import type { Profile } from "../model/profile.ts";
import {
  BUSINESS_TERMS,
  groupsDownTo,
  INVOICE,
  isSingle,
  QUALIFIERS,
  repeatingGroup,
  type TermType,
} from "../model/terms.ts";
import { REQUIRED_TERMS } from "../rules/presence_rules.ts";
import { XRECHNUNG_TERMS } from "../rules/xrechnung_rules.ts";
import { CALCULATED_TERMS } from "./calculate.ts";
import type { Einvoice } from "./einvoice.ts";

/** The data types whose values a term can have. */
const DATA_TYPES: Readonly<Record<TermType, ReadonlyArray<DataType>>> = {
  amount: ["currency", "number"],
  price: ["currency", "number"],
  quantity: ["number", "currency"],
  percent: ["number"],
  date: ["date", "datetime"],
  code: ["text", "number"],
  identifier: ["text", "number", "email", "url"],
  text: ["text", "longtext", "number", "currency", "date", "datetime", "email", "url"],
  attachment: [],
};

/** A variable, or an item field of a loop. */
export interface TermField {
  readonly key: string;
  readonly label: string;
  readonly dataType: DataType;
}

/** The data types that a term, or the scheme of one, can be mapped to. None for files. */
export function dataTypesOfTerm(id: string): ReadonlyArray<DataType> {
  if (QUALIFIERS.has(id)) return DATA_TYPES.code;
  const term = BUSINESS_TERMS.get(id);
  return term === undefined ? [] : DATA_TYPES[term.type];
}

/** The fields of any type that a term can be mapped to: the item fields of its group's loop, and the variables. */
export function fieldsOfTerm(
  id: string,
  map: Einvoice["map"],
  { loops, variables }: Manifest,
): { readonly items: ReadonlyArray<TermField>; readonly variables: ReadonlyArray<TermField> } {
  const loop = loopOfTerm(id, map);
  return { items: loops.find(({ key }) => key === loop)?.itemFields ?? [], variables };
}

/** The loop whose rows a term is in; `undefined` if its group is mapped to none. */
export function loopOfTerm(id: string, map: Einvoice["map"]): string | undefined {
  const group = BUSINESS_TERMS.get(QUALIFIERS.get(id)?.term ?? id)?.group;
  const source = group === undefined ? undefined : map[repeatingGroup(group) ?? ""];
  return Predicate.isString(source) ? source : undefined;
}

/** Whether a group can be mapped to a loop: it repeats, in no other group that does. */
export function isLoopGroup(group: string): boolean {
  return !isSingle(group) && repeatingGroup(group) === group;
}

/** A rule by which a mapping needs a term, or one of several. */
export interface TermRequirement {
  /** Such as `BR-02`. */
  readonly rule: string;
  readonly terms: ReadonlyArray<string>;
  readonly isMet: boolean;
}

/**
 * The terms and groups that a mapping needs by its profile, and by the groups that it uses. Terms that can be
 * calculated are not required.
 *
 * @example The buyer of an invoice
 * ```ts
 * import { termRequirements } from "@paraph/core/einvoices";
 * import assert from "node:assert/strict";
 *
 * const einvoice = { profile: "en16931", map: { "BT-44": "customer.name" } } as const;
 * const requirements = termRequirements(einvoice);
 * assert.deepEqual(
 *   requirements.find(({ terms }) => terms.includes("BT-44")),
 *   { rule: "BR-07", terms: ["BT-44"], isMet: true },
 * );
 * ```
 */
export function termRequirements({
  profile,
  map,
}: Pick<Einvoice, "profile" | "map">): ReadonlyArray<TermRequirement> {
  const isMapped = (id: string) => Object.hasOwn(map, id);
  const isUsed = (group: string) =>
    ALWAYS.has(group) ||
    isMapped(group) ||
    Object.keys(map).some((id) => {
      const owner = BUSINESS_TERMS.get(QUALIFIERS.get(id)?.term ?? id)?.group;
      return owner !== undefined && groupsDownTo(owner).includes(group);
    });
  return [
    { rule: "BR-16", terms: ["BG-25"], isMet: isMapped("BG-25") },
    ...rulesOf(profile)
      .filter(
        ([, group, ...terms]) => isUsed(group) && !terms.some((id) => CALCULATED_TERMS.has(id)),
      )
      .map(([rule, , ...terms]) => ({ rule, terms, isMet: terms.some(isMapped) })),
  ];
}

function rulesOf(profile: Profile): typeof REQUIRED_TERMS {
  return profile === "xrechnung" ? [...REQUIRED_TERMS, ...XRECHNUNG_TERMS] : REQUIRED_TERMS;
}

/** The groups that every invoice has, apart from the calculated ones. */
const ALWAYS = new Set([INVOICE, "BG-25"]);
