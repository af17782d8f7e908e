import { Predicate } from "effect";

import { type DataType, type Manifest, nearestName } from "../../manifests/mod.ts";
import type { Issue } from "../../values/mod.ts";
import { BEYOND_BASIC } from "../model/profile.ts";
import {
  BUSINESS_GROUPS,
  BUSINESS_TERMS,
  groupsDownTo,
  isSingle,
  QUALIFIERS,
  type TermType,
} from "../model/terms.ts";
import { REQUIRED_TERMS } from "../rules/presence_rules.ts";
import { nameOf } from "../rules/rule.ts";
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

/**
 * Checks the mapping of a template's electronic invoice: unknown terms and keys, data types, and the terms that
 * its profile requires. Paths start with `einvoice`.
 */
export function checkEinvoice(
  { profile, map }: Einvoice,
  manifest: Manifest,
): ReadonlyArray<Issue> {
  return [
    ...Object.keys(map).flatMap((id) => sourceProblems(id, map, manifest)),
    ...(profile === "basic" ? beyondBasic(map) : []),
    ...missingTerms(profile, map),
  ];
}

type TermMap = Einvoice["map"];

function sourceProblems(id: string, map: TermMap, manifest: Manifest): ReadonlyArray<Issue> {
  const path = `einvoice.map.${id}`;
  const source = map[id];
  if (BUSINESS_GROUPS.has(id)) return groupProblems(id, path, map, manifest);
  const term = BUSINESS_TERMS.get(QUALIFIERS.get(id)?.term ?? id);
  if (term === undefined) {
    const near = nearestName(id, [...BUSINESS_TERMS.keys(), ...BUSINESS_GROUPS.keys()]);
    const hint = near === undefined ? "" : `. Did you mean ${nameOf(near)}?`;
    return [{ path, message: `Unknown business term "${id}"${hint}` }];
  }
  if (term.type === "attachment") {
    return [{ path, message: `${nameOf(id)} cannot be mapped` }];
  }
  if (source === undefined || !Predicate.isString(source)) return [];
  const field = findField(term.group, source, map, manifest);
  if (field === undefined) {
    const keys = [...fieldsOf(term.group, map, manifest), ...manifest.variables].map(
      ({ key }) => key,
    );
    const near = nearestName(source, keys);
    const hint = near === undefined ? "" : `. Did you mean "${near}"?`;
    return [{ path, message: `The manifest has no key "${source}" for ${nameOf(id)}${hint}` }];
  }
  const isQualifier = QUALIFIERS.has(id);
  const allowed = DATA_TYPES[isQualifier ? "code" : term.type];
  return allowed.includes(field.dataType)
    ? []
    : [
        {
          path,
          message: `${nameOf(id)} needs the data type ${allowed.join(" or ")}, but "${source}" is ${field.dataType}`,
        },
      ];
}

function groupProblems(
  id: string,
  path: string,
  map: TermMap,
  manifest: Manifest,
): ReadonlyArray<Issue> {
  const source = map[id];
  if (isSingle(id)) {
    return [{ path, message: `${nameOf(id)} appears once: map its terms, not the group` }];
  }
  if (groupsDownTo(id).filter((step) => !isSingle(step)).length > 1) {
    return [{ path, message: `${nameOf(id)} is in a repeating group: map its terms` }];
  }
  if (!Predicate.isString(source)) return [{ path, message: "Expected the key of a loop" }];
  const keys = manifest.loops.map(({ key }) => key);
  if (keys.includes(source)) return [];
  const near = nearestName(source, keys);
  const hint = near === undefined ? "" : `. Did you mean "${near}"?`;
  return [{ path, message: `The manifest has no loop "${source}"${hint}` }];
}

interface Field {
  readonly key: string;
  readonly dataType: DataType;
}

/** The repeating group that a group is in, or is; `undefined` for groups that appear once. */
export function repeatingGroup(group: string): string | undefined {
  return groupsDownTo(group).find((step) => !isSingle(step));
}

/** The item fields that the terms of a group can be mapped to. */
function fieldsOf(group: string, map: TermMap, manifest: Manifest): ReadonlyArray<Field> {
  const loop = map[repeatingGroup(group) ?? ""];
  return manifest.loops.find(({ key }) => key === loop)?.itemFields ?? [];
}

function findField(
  group: string,
  source: string,
  map: TermMap,
  manifest: Manifest,
): Field | undefined {
  const loop = map[repeatingGroup(group) ?? ""];
  const item = fieldsOf(group, map, manifest).find(
    ({ key }) => key === source || `${Predicate.isString(loop) ? loop : ""}.${key}` === source,
  );
  return item ?? manifest.variables.find(({ key }) => key === source);
}

function beyondBasic(map: TermMap): ReadonlyArray<Issue> {
  return Object.keys(map)
    .filter((id) => BEYOND_BASIC.has(QUALIFIERS.get(id)?.term ?? id))
    .map((id) => ({
      path: `einvoice.map.${id}`,
      message: `The profile basic has no ${nameOf(id)}. Use en16931`,
    }));
}

/** The terms that every invoice needs, and that neither the mapping nor a calculation supplies. */
function missingTerms(profile: Einvoice["profile"], map: TermMap): ReadonlyArray<Issue> {
  const isMapped = (id: string) => Object.hasOwn(map, id);
  const isUsed = (group: string) =>
    ALWAYS.has(group) ||
    isMapped(group) ||
    Object.keys(map).some((id) => {
      const owner = BUSINESS_TERMS.get(QUALIFIERS.get(id)?.term ?? id)?.group;
      return owner !== undefined && groupsDownTo(owner).includes(group);
    });
  const rules = profile === "xrechnung" ? [...REQUIRED_TERMS, ...XRECHNUNG_TERMS] : REQUIRED_TERMS;
  const missing = rules
    .filter(
      ([, group, ...terms]) =>
        isUsed(group) && !terms.some((id) => isMapped(id) || CALCULATED_TERMS.has(id)),
    )
    .map(([rule, , ...terms]) => ({
      path: `einvoice.map.${terms[0]}`,
      message: `[${rule}] ${terms.map(nameOf).join(" or ")} is required`,
    }));
  const lines = isMapped("BG-25")
    ? []
    : [{ path: "einvoice.map.BG-25", message: `[BR-16] ${nameOf("BG-25")} must be a loop` }];
  return [...lines, ...missing];
}

/** The groups that every invoice has, apart from the calculated ones. */
const ALWAYS = new Set(["BG-0", "BG-25"]);
