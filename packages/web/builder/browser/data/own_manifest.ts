import { boundKey } from "@paraph/core/layouts";
import {
  isLoopKey,
  type LoopDefinition,
  Manifest,
  type VariableDefinition,
  DataType,
} from "@paraph/core/manifests";
import { issuesOfSchema } from "@paraph/core/values";
import { Result, Schema } from "effect";

import { uniqueLabel } from "../design/binding.ts";
import { type Design, mapFields, namesOf } from "../design/design.ts";
import { TEXTS } from "../texts.ts";
import { type Definitions, fullManifest } from "./definitions.ts";
import { putNestedList, removeNestedList } from "./nested_lists.ts";

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
 * @param parent The path of the list that has a list in its rows; `undefined` for other definitions.
 */
export function definitionProblems(
  candidate: Definition,
  before: string | undefined,
  definitions: Definitions,
  parent?: string,
): DefinitionProblems {
  const { definition } = candidate;
  if (definition.label.trim() === "") return new Map([["label", TEXTS.define.noLabel]]);
  if (definition.key === "") return new Map([["key", TEXTS.define.noKey]]);
  if (candidate.kind === "loop" && !isLoopKey(definition.key)) {
    return new Map([["key", TEXTS.define.dotted]]);
  }
  if (candidate.kind === "loop" && parent !== undefined)
    return nestedProblems(candidate.definition, before, definitions, parent);
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

function nestedProblems(
  loop: LoopDefinition,
  before: string | undefined,
  definitions: Definitions,
  parent: string,
): DefinitionProblems {
  const all = fullManifest(definitions);
  const others = before === undefined ? all : removeNestedList(all, parent, before);
  // Last in its list, so that a conflict is reported for this definition.
  const result = decodeManifest(putNestedList(others, parent, loop));
  if (Result.isSuccess(result)) return new Map();
  const problems = issuesOfSchema(result.failure.issue).map(({ path, message }) => {
    const [, rest = ""] = /^(?:loops\.\d+\.?)+(.*)$/.exec(path) ?? [];
    return [/^(?:key|label|itemFields\.)/.test(rest) ? rest : "key", message] as const;
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
