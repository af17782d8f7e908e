import { keysInExpression } from "@paraph/core/expressions";
import {
  boundKey,
  indexManifest,
  isSection,
  type ManifestIndex,
  parseCondition,
  parseText,
  settingTexts,
} from "@paraph/core/layouts";
import type { LoopDefinition, Manifest, VariableDefinition } from "@paraph/core/manifests";

import { isRecord } from "../../../ui/browser/is_record.ts";
import type { EmbedCatalog } from "../../../ui/browser/session/context.ts";
import { decodedLoop, withRequired } from "../../../ui/browser/session/decoded_loop.ts";
import { type Design, staticFieldsOf } from "../design/design.ts";
import { FIELD_PLACES, textsAt } from "./expression_places.ts";

/** Variables with a common label. */
interface VariableGroup {
  readonly label: string;
  readonly variables: ReadonlyArray<VariableDefinition>;
}

/** The variables and loops that can fill fields: those of the integrator's catalog and of the template. */
export interface Definitions {
  readonly groups: ReadonlyArray<VariableGroup>;
  readonly catalogLoops: ReadonlyArray<LoopDefinition>;
  /** The definitions of the template. */
  readonly custom: Manifest;
  readonly allowCustom: boolean;
}

const EMPTY: Manifest = { variables: [], loops: [] };

/** Returns the definitions of an integrator's catalog and a template's manifest. */
export function definitionsFrom(
  catalog: EmbedCatalog | null,
  manifest: Manifest = EMPTY,
): Definitions {
  const groups = (catalog?.namespaces ?? []).map(({ key, label, variables }) => ({
    label,
    variables: variables.map((variable) => ({
      ...withRequired(variable),
      key: `${key}.${variable.key}`,
    })),
  }));
  const catalogLoops = (catalog?.loops ?? []).map(decodedLoop);
  const catalogKeys = new Set([
    ...groups.flatMap(({ variables }) => variables.map(({ key }) => key)),
    ...catalogLoops.map(({ key }) => key),
  ]);
  const isOwn = ({ key }: { readonly key: string }) => !catalogKeys.has(key);
  return {
    groups,
    catalogLoops,
    custom: { variables: manifest.variables.filter(isOwn), loops: manifest.loops.filter(isOwn) },
    allowCustom: catalog === null || catalog.allowCustom,
  };
}

/** Returns all variables and loops as one manifest. */
export function fullManifest({ groups, catalogLoops, custom }: Definitions): Manifest {
  return {
    variables: [...groups.flatMap(({ variables }) => variables), ...custom.variables],
    loops: [...catalogLoops, ...custom.loops],
  };
}

/** Returns an index of all keys. */
export function indexOf(definitions: Definitions): ManifestIndex {
  return indexManifest(fullManifest(definitions));
}

/**
 * Returns the manifest to save: all of the template's definitions, and those of the catalog that it uses.
 *
 * @param settings The settings of the layout, whose texts mention keys too.
 */
export function usedManifest(
  definitions: Definitions,
  design: Design,
  settings: Readonly<Record<string, unknown>> = {},
): Manifest {
  const { texts, conditions } = settingTexts(settings);
  const keysInUse = new Set([
    ...usedKeys(design),
    ...texts.flatMap(keysInText),
    ...conditions.flatMap(keysInCondition),
    ...mappedKeys(settings["einvoice"]),
  ]);
  const own = new Set([
    ...definitions.custom.variables.map(({ key }) => key),
    ...definitions.custom.loops.map(({ key }) => key),
  ]);
  const isIncluded = ({ key }: { readonly key: string }) => own.has(key) || keysInUse.has(key);
  const { variables, loops } = fullManifest(definitions);
  return { variables: variables.filter(isIncluded), loops: loops.filter(isIncluded) };
}

/** The keys that an electronic invoice is mapped to. */
function mappedKeys(einvoice: unknown): ReadonlyArray<string> {
  const map = isRecord(einvoice) ? einvoice["map"] : undefined;
  return isRecord(map) ? Object.values(map).filter((source) => typeof source === "string") : [];
}

/** Returns the keys that fields are bound to, mention or depend on. */
export function usedKeys(design: Design): ReadonlySet<string> {
  return new Set([...staticFieldsOf(design), ...design.schemas.flat()].flatMap(keysIn));
}

/** The keys of a field; those of a section include the keys of its fields. */
function keysIn(field: Readonly<Record<string, unknown>>): ReadonlyArray<string> {
  const { name, fields } = field;
  return [
    ...(typeof name === "string" ? [boundKey(name)] : []),
    ...(isSection(field) && Array.isArray(fields) ? fields.filter(isRecord).flatMap(keysIn) : []),
    ...textsAt(field, FIELD_PLACES).flatMap(({ text, place: { kind, locals } }) => {
      const keys = kind === "text" ? keysInText(text) : keysInCondition(text);
      return keys.filter((key) => !locals.includes(key.split(".", 1)[0] ?? ""));
    }),
  ];
}

function keysInText(text: string): ReadonlyArray<string> {
  // A file is no text.
  if (text.startsWith("data:")) return [];
  return parseText(text).flatMap((part) => {
    if (part.kind === "expression") return keysInExpression(part.source);
    if (part.kind === "page") return part.which === "pageOf" ? keysInText(part.anchor) : [];
    return part.kind === "value" ? [part.key] : [];
  });
}

function keysInCondition(text: string): ReadonlyArray<string> {
  const condition = parseCondition(text);
  return condition.kind === "key" ? [condition.key] : keysInExpression(condition.source);
}
