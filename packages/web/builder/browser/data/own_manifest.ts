import { renameInExpression } from "@paraph/core/expressions";
import {
  boundKey,
  indexManifest,
  isSection,
  parseCondition,
  placeholderAt,
} from "@paraph/core/layouts";
import {
  isLoopKey,
  type LoopDefinition,
  Manifest,
  type VariableDefinition,
  DataType,
} from "@paraph/core/manifests";
import { issuesOfSchema } from "@paraph/core/values";
import { Result, Schema } from "effect";

import { isRecord } from "../../../ui/browser/is_record.ts";
import { withDefaults, uniqueLabel, uniqueName } from "../design/binding.ts";
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
    const following = renameInSection(renameInConditions(text, before, after), before, after);
    if (boundKey(field.name) !== before) return following;
    const name = uniqueName(after, usedNames);
    usedNames.add(name);
    return withDefaults({ ...following, name }, index);
  });
}

/** Renames a key that is a condition or in one, or the list of a row whose value is one. */
function renameInConditions<Field extends Readonly<Record<string, unknown>>>(
  field: Field,
  before: string,
  after: string,
): Field {
  const renamed = (["when", "unless"] as const).flatMap((name) => {
    const condition = field[name];
    if (typeof condition !== "string") return [];
    const following =
      renamedKey(condition, before, after) ?? renamedCondition(condition, before, after);
    return following === condition ? [] : [[name, following] as const];
  });
  return renamed.length === 0 ? field : { ...field, ...Object.fromEntries(renamed) };
}

/** Renames a key in the fields of a section, which name the values of its rows by the path of its list. */
function renameInSection<Field extends Readonly<Record<string, unknown>>>(
  field: Field,
  before: string,
  after: string,
): Field {
  const { fields } = field;
  if (!isSection(field) || !Array.isArray(fields)) return field;
  return {
    ...field,
    fields: fields.map((raw: unknown) => {
      if (!isRecord(raw)) return raw;
      const text = renameInTexts(raw, before, after);
      const inside = renameInSection(renameInConditions(text, before, after), before, after);
      const { name } = raw;
      const key = typeof name === "string" ? boundKey(name) : "";
      const newKey = renamedKey(key, before, after);
      return newKey === undefined
        ? inside
        : { ...inside, name: `${newKey}${String(name).slice(key.length)}` };
    }),
  };
}

/** A key after a rename: the key itself, or a key in the rows of a list; `undefined` for other keys. */
function renamedKey(key: string, before: string, after: string): string | undefined {
  if (key === before) return after;
  return key.startsWith(`${before}.`) ? `${after}${key.slice(before.length)}` : undefined;
}

/** A condition that is an expression, after a rename. */
function renamedCondition(text: string, before: string, after: string): string {
  const condition = parseCondition(text);
  if (condition.kind === "key") return text;
  const { source } = condition;
  return text.replace(source, () => renameInExpression(source, before, after));
}

/** A text after a rename in its placeholders and expressions. */
function renamedText(text: string, before: string, after: string): string {
  let [renamed, end] = ["", 0];
  for (let start = text.indexOf("{"); start !== -1; start = text.indexOf("{", start + 1)) {
    const found = start < end ? undefined : placeholderAt(text, start);
    if (found === undefined) continue;
    const { part } = found;
    const own = text.slice(start, found.end);
    renamed += text.slice(end, start);
    if (part.kind === "expression")
      renamed += own.replace(part.source, () => renameInExpression(part.source, before, after));
    else if (part.kind === "value")
      renamed += `{${renamedKey(part.key, before, after) ?? part.key}${own.slice(1 + part.key.length)}`;
    else renamed += own;
    end = found.end;
  }
  return renamed + text.slice(end);
}

/** The settings that are texts with placeholders. */
const TEXT_SETTINGS = ["content", "text", "alt", "link"] as const;

function renameInTexts<Field extends Readonly<Record<string, unknown>>>(
  field: Field,
  before: string,
  after: string,
): Field {
  const renamed = TEXT_SETTINGS.flatMap((name) => {
    const text = field[name];
    const newText = typeof text === "string" ? renamedText(text, before, after) : undefined;
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
