import { Predicate } from "effect";

import { type Manifest, nearestName } from "../../manifests/mod.ts";
import type { Issue } from "../../values/mod.ts";
import { BEYOND_BASIC } from "../model/profile.ts";
import { BUSINESS_GROUPS, BUSINESS_TERMS, isSingle, QUALIFIERS } from "../model/terms.ts";
import { constantProblems } from "../rules/code_rules.ts";
import { nameOf } from "../rules/rule.ts";
import type { Einvoice } from "./einvoice.ts";
import {
  dataTypesOfTerm,
  fieldsOfTerm,
  isLoopGroup,
  loopOfTerm,
  type TermField,
  termRequirements,
} from "./term_sources.ts";

/**
 * Checks the mapping of a template's electronic invoice: unknown terms and keys, data types, and the terms that
 * its profile requires. Paths start with `einvoice`.
 */
export function checkEinvoice(einvoice: Einvoice, manifest: Manifest): ReadonlyArray<Issue> {
  const { profile, map } = einvoice;
  return [
    ...Object.keys(map).flatMap((id) => sourceProblems(id, map, manifest)),
    ...(profile === "basic" ? beyondBasic(map) : []),
    ...missingTerms(einvoice),
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
  if (source === undefined) return [];
  if (!Predicate.isString(source)) {
    return constantProblems(id, source.value).map(({ rule, message }) => ({
      path,
      message: `[${rule}] ${message}`,
    }));
  }
  const field = findField(id, source, map, manifest);
  if (field === undefined) {
    const { items, variables } = fieldsOfTerm(id, map, manifest);
    const near = nearestName(
      source,
      [...items, ...variables].map(({ key }) => key),
    );
    const hint = near === undefined ? "" : `. Did you mean "${near}"?`;
    return [{ path, message: `The manifest has no key "${source}" for ${nameOf(id)}${hint}` }];
  }
  const allowed = dataTypesOfTerm(id);
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
  if (!isLoopGroup(id)) {
    return [{ path, message: `${nameOf(id)} is in a repeating group: map its terms` }];
  }
  if (!Predicate.isString(source)) return [{ path, message: "Expected the key of a loop" }];
  const keys = manifest.loops.map(({ key }) => key);
  if (keys.includes(source)) return [];
  const near = nearestName(source, keys);
  const hint = near === undefined ? "" : `. Did you mean "${near}"?`;
  return [{ path, message: `The manifest has no loop "${source}"${hint}` }];
}

function findField(
  id: string,
  source: string,
  map: TermMap,
  manifest: Manifest,
): TermField | undefined {
  const loop = loopOfTerm(id, map) ?? "";
  const { items, variables } = fieldsOfTerm(id, map, manifest);
  return (
    items.find(({ key }) => key === source || `${loop}.${key}` === source) ??
    variables.find(({ key }) => key === source)
  );
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
function missingTerms(einvoice: Einvoice): ReadonlyArray<Issue> {
  return termRequirements(einvoice)
    .filter(({ isMet }) => !isMet)
    .map(({ rule, terms }) => {
      const [first = ""] = terms;
      const needed = BUSINESS_GROUPS.has(first) ? "must be a loop" : "is required";
      return {
        path: `einvoice.map.${first}`,
        message: `[${rule}] ${terms.map(nameOf).join(" or ")} ${needed}`,
      };
    });
}
