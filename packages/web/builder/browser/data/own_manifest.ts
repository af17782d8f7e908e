import { boundKey, indexManifest } from "@paraph/core/layouts";
import {
  isLoopKey,
  type LoopDefinition,
  Manifest,
  type VariableDefinition,
  DataType,
} from "@paraph/core/manifests";
import { issuesOfSchema } from "@paraph/core/values";
import { Result, Schema } from "effect";

import { withDefaults, uniqueLabel, uniqueName } from "../design/binding.ts";
import { type Design, type DesignField, mapFields, namesOf } from "../design/design.ts";
import { TEXTS } from "../texts.ts";
import { type Definitions, fullManifest } from "./definitions.ts";

/** A variable or loop of the template. */
export type Definition =
  | { readonly kind: "variable"; readonly definition: VariableDefinition }
  | { readonly kind: "loop"; readonly definition: LoopDefinition };

/** Problems of a definition, by path. */
export type DefinitionProblems = ReadonlyMap<string, string>;

const decodeManifest = Schema.decodeUnknownResult(Manifest, { errors: "all" });

/** Converts a label to a key: `Invoice number` becomes `invoiceNumber`. */
export function toKey(label: string): string {
  const words = label
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .split(/[^A-Za-z0-9]+/u)
    .filter((word) => word !== "");
  const key = words
    .map((word, index) => {
      const rest = word === word.toUpperCase() ? word.slice(1).toLowerCase() : word.slice(1);
      return (index === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + rest;
    })
    .join("");
  return /^\d/u.test(key) ? `_${key}` : key;
}

/**
 * Validates a definition together with all others.
 *
 * @param before The previous key; `undefined` for a new definition.
 */
export function definitionProblems(
  candidate: Definition,
  before: string | undefined,
  definitions: Definitions,
): DefinitionProblems {
  const { definition } = candidate;
  if (definition.label.trim() === "") return new Map([["label", TEXTS.define.noLabel]]);
  if (definition.key === "") return new Map([["key", TEXTS.define.noKey]]);
  if (candidate.kind === "loop" && !isLoopKey(definition.key)) {
    return new Map([["key", TEXTS.define.dotted]]);
  }
  const list = candidate.kind === "loop" ? "loops" : "variables";
  const others = removeDefinition(fullManifest(definitions), before);
  // Last in the list, so that a conflict is reported for this definition.
  const whole = { ...others, [list]: [...others[list], definition] };
  const result = decodeManifest(whole);
  if (Result.isSuccess(result)) return new Map();
  const ownIndex = String(others[list].length);
  const problems = issuesOfSchema(result.failure.issue).map(({ path, message }) => {
    const [first, position, ...rest] = path.split(".");
    const isOfDefinition = first === list && position === ownIndex;
    return [isOfDefinition ? rest.join(".") : "key", message] as const;
  });
  return new Map(problems.toReversed());
}

/** Adds or replaces a definition. */
export function putDefinition(
  custom: Manifest,
  { kind, definition }: Definition,
  before?: string,
): Manifest {
  const put = <Item extends { readonly key: string }>(items: ReadonlyArray<Item>, item: Item) =>
    items.some(({ key }) => key === before)
      ? items.map((each) => (each.key === before ? item : each))
      : [...items, item];
  return kind === "variable"
    ? { ...custom, variables: put(custom.variables, definition) }
    : { ...custom, loops: put(custom.loops, definition) };
}

/** Removes the definition with a key. */
export function removeDefinition(
  { variables, loops }: Manifest,
  key: string | undefined,
): Manifest {
  return {
    variables: variables.filter((variable) => variable.key !== key),
    loops: loops.filter((loop) => loop.key !== key),
  };
}

/** Renames a key in fields, texts and conditions. */
export function renameKey(
  design: Design,
  before: string,
  after: string,
  manifest: Manifest,
): Design {
  if (before === after) return design;
  const index = indexManifest(manifest);
  const usedNames = namesOf(design);
  return mapFields(design, (field) => {
    const text = renameInTexts(field, before, after);
    const conditions = (["when", "unless"] as const).filter((name) => text[name] === before);
    const following =
      conditions.length === 0
        ? text
        : { ...text, ...Object.fromEntries(conditions.map((name) => [name, after])) };
    if (boundKey(field.name) !== before) return following;
    const name = uniqueName(after, usedNames);
    usedNames.add(name);
    return withDefaults({ ...following, name }, index);
  });
}

/** The settings that are texts with placeholders. */
const TEXT_SETTINGS = ["content", "text", "alt", "link"] as const;

function renameInTexts(field: DesignField, before: string, after: string): DesignField {
  const renamed = TEXT_SETTINGS.flatMap((name) => {
    const text = field[name];
    const newText =
      typeof text === "string"
        ? text.replaceAll(placeholderPattern(before), `{${after}$1}`)
        : undefined;
    return newText === undefined || newText === text ? [] : [[name, newText] as const];
  });
  return renamed.length === 0 ? field : { ...field, ...Object.fromEntries(renamed) };
}

/** Removes a key from fields and conditions; the fields become static. */
export function removeKey(design: Design, key: string): Design {
  const usedNames = namesOf(design);
  return mapFields(design, (field) => {
    const conditions = (["when", "unless"] as const).filter((name) => field[name] === key);
    const free =
      conditions.length === 0
        ? field
        : { ...field, ...Object.fromEntries(conditions.map((name) => [name, null])) };
    if (boundKey(field.name) !== key) return free;
    const name = uniqueLabel(key.replaceAll(".", " "), usedNames);
    usedNames.add(name);
    const { columns: _columns, totals: _totals, ...plain } = free;
    return { ...plain, name, readOnly: true };
  });
}

function placeholderPattern(key: string): RegExp {
  return new RegExp(String.raw`\{${key.replaceAll(".", String.raw`\.`)}(\|[^{}|]{1,60})?\}`, "g");
}

/** The data types as options of a list. */
export const TYPE_OPTIONS = DataType.literals.map((type) => [type, TEXTS.types[type]] as const);

/** Parses the value of an option. */
export function typeOf(value: string): DataType {
  return DataType.literals.find((type) => type === value) ?? "text";
}

/** Returns the formats of a data type; `undefined` if it has none. */
export function formatsOf(
  dataType: DataType,
): ReadonlyArray<readonly [format: string, label: string]> | undefined {
  if (dataType === "datetime" || dataType === "date") return TEXTS.formats.date;
  if (dataType === "currency") return TEXTS.formats.currency;
  return dataType === "number" ? TEXTS.formats.number : undefined;
}
