import { Predicate, Result, Schema } from "effect";

import {
  boundKey,
  everyField,
  keysOfTitles,
  type Layout,
  parseCondition,
  parseText,
  settingTexts,
  SigningFieldType,
} from "../../layouts/mod.ts";
import {
  type DataType,
  type ItemField,
  labelOf,
  type LoopDefinition,
  type Manifest,
  ManifestParts,
  parseFormat,
  VariableDefinition,
} from "../../manifests/mod.ts";

type Field = Readonly<Record<PropertyKey, unknown>>;

const isSigningType = Schema.is(SigningFieldType);
const isKey = Schema.is(VariableDefinition.fields.key);
const decodeManifest = Schema.decodeUnknownOption(ManifestParts);

/** The manifest inside a layout of the builder, if it has one. */
export const embeddedManifest = ({ manifest }: Layout) => decodeManifest(manifest);

/** The data types of field types; the others show text. */
const FIELD_DATA_TYPES: ReadonlyMap<string, DataType> = new Map([
  ["image", "image"],
  ["signature", "image"],
  ["checkbox", "boolean"],
  ["date", "date"],
  ["dateTime", "datetime"],
]);

/** Types that never show a value. */
const SHAPES = new Set(["line", "rectangle", "ellipse"]);
const ROW_TYPES = new Set(["table", "list"]);
/** Types without readable static text: files and marks. */
const TEXTLESS_TYPES = new Set([
  ...SHAPES,
  "image",
  "signature",
  "svg",
  "checkbox",
  "radioGroup",
  "circleMark",
]);

/**
 * Infers the manifest of a layout without one: a variable for each field that shows a value, a loop for each
 * table or list, and the keys of placeholders and conditions. Definitions of a catalog take precedence;
 * all other variables are optional.
 *
 * @example A field, a placeholder and a table
 * ```ts
 * import { inferredManifest } from "@paraph/core/embed";
 * import assert from "node:assert/strict";
 *
 * const fields = [
 *   { name: "logo", type: "image" },
 *   { name: "Greeting", type: "text", content: "Dear {customer.name},", readOnly: true },
 *   { name: "items", type: "table", columns: ["price"] },
 * ];
 * const { variables, loops } = inferredManifest({ schemas: [fields] });
 * assert.deepEqual(variables.map(({ key, dataType }) => [key, dataType]), [
 *   ["logo", "image"],
 *   ["customer.name", "text"],
 * ]);
 * assert.deepEqual(loops[0]?.itemFields.map(({ key }) => key), ["price"]);
 * ```
 */
export function inferredManifest(
  layout: Layout,
  catalog: Manifest = { variables: [], loops: [] },
): Manifest {
  const fields = everyField(layout).map(({ field }) => field);
  const settings = settingTexts(layout);
  const loops = firstOfEachKey(fields.flatMap(loopOf), catalog.loops);
  const loopKeys = new Set(loops.map(({ key }) => key));
  const candidates = [
    ...fields.flatMap(valueOf),
    ...fields.flatMap(placeholdersOf),
    ...fields.flatMap(conditionsOf),
    ...placeholdersIn(settings.texts),
    ...variablesOfConditions(settings.conditions),
  ].filter(({ key }) => !loopKeys.has(key));
  return { variables: firstOfEachKey(candidates, catalog.variables), loops };
}

/** The first entry of each key, replaced by its definition if there is one. */
function firstOfEachKey<A extends { readonly key: string }>(
  candidates: ReadonlyArray<A>,
  definitions: ReadonlyArray<A>,
): ReadonlyArray<A> {
  const definitionsByKey = new Map(definitions.map((definition) => [definition.key, definition]));
  const byKey = new Map<string, A>();
  for (const each of candidates) {
    if (!byKey.has(each.key)) byKey.set(each.key, definitionsByKey.get(each.key) ?? each);
  }
  return [...byKey.values()];
}

function valueOf(field: Field): ReadonlyArray<VariableDefinition> {
  const { type } = field;
  if (isSigning(field)) return [];
  if (!showsData(field) || !Predicate.isString(type) || SHAPES.has(type) || ROW_TYPES.has(type))
    return [];
  return variable(keyOf(field), FIELD_DATA_TYPES.get(type) ?? "text");
}

/** A recipient fills in the field; a `signature` without a role is an image. */
function isSigning({ type, role }: Field): boolean {
  return isSigningType(type) && (type !== "signature" || role !== undefined);
}

/** A field shows data unless it is read-only or its static text has placeholders. */
function showsData(field: Field): boolean {
  const { type, text, readOnly } = field;
  const isStatic = type === "multiVariableText" && Predicate.isString(text) && text !== "";
  return readOnly !== true && !isStatic && !staticTexts(field).some(hasPlaceholder);
}

function loopOf(field: Field): ReadonlyArray<LoopDefinition> {
  const { type, columns, head } = field;
  const key = keyOf(field);
  if (field["readOnly"] === true || !Predicate.isString(type) || !ROW_TYPES.has(type)) return [];
  if (!isKey(key) || key.includes(".")) return [];
  const itemFields = columnsOf(columns, head);
  return [{ key, label: shortLabel(key), itemFields }];
}

/** The maximum number of item fields of a loop. */
const MAX_COLUMNS = 100;

/** The given columns with their headings; else the headings; else one text column. */
function columnsOf(columns: unknown, head: unknown): ReadonlyArray<ItemField> {
  const titles = textsOf(head);
  const keys = textsOf(columns);
  const names = keys.length > 0 ? keys : keysOfTitles(titles.slice(0, MAX_COLUMNS));
  const fields = names.flatMap((key, index) => item(key, titles[index]));
  const unique = [...new Map(fields.map((field) => [field.key, field])).values()].slice(
    0,
    MAX_COLUMNS,
  );
  return unique.length > 0 ? unique : item("text", undefined);
}

function item(key: string, title: string | undefined): ReadonlyArray<ItemField> {
  if (!isKey(key)) return [];
  const label = title === undefined || title.trim() === "" ? labelOf(key) : title;
  return [{ key, label: short(label), dataType: "text", required: false }];
}

function placeholdersOf(field: Field): ReadonlyArray<VariableDefinition> {
  const { head, totals } = field;
  const label = Predicate.isObject(totals) ? totals["label"] : undefined;
  return placeholdersIn([...staticTexts(field), ...textsOf(head), ...textsOf([label])]);
}

function staticTexts({ type, content, text }: Field): ReadonlyArray<string> {
  if (Predicate.isString(type) && TEXTLESS_TYPES.has(type)) return [];
  return textsOf([content, text]);
}

function hasPlaceholder(text: string): boolean {
  return parseText(text).some(({ kind }) => kind === "value" || kind === "expression");
}

function placeholdersIn(texts: ReadonlyArray<string>): ReadonlyArray<VariableDefinition> {
  return texts.flatMap(parseText).flatMap((part) => {
    if (part.kind === "value") return variable(part.key, typeOf(part.format));
    return part.kind === "page" && part.which === "pageOf" ? placeholdersIn([part.anchor]) : [];
  });
}

/** The data type of values with a format. */
function typeOf(format: string | undefined): DataType {
  const kind = format === undefined ? undefined : Result.getOrUndefined(parseFormat(format))?.kind;
  if (kind === undefined) return "text";
  return kind === "percent" ? "number" : kind;
}

function conditionsOf({ when, unless }: Field): ReadonlyArray<VariableDefinition> {
  return variablesOfConditions(textsOf([when, unless]));
}

function variablesOfConditions(conditions: ReadonlyArray<string>) {
  return conditions.flatMap((text): ReadonlyArray<VariableDefinition> => {
    const condition = parseCondition(text);
    return condition.kind === "key" ? variable(condition.key, "boolean") : [];
  });
}

function variable(key: string, dataType: DataType): ReadonlyArray<VariableDefinition> {
  return isKey(key) ? [{ key, label: shortLabel(key), dataType, required: false }] : [];
}

function shortLabel(key: string): string {
  return short(labelOf(key));
}

/** A label, shortened to the maximum length. */
function short(label: string): string {
  return label.slice(0, 160).toWellFormed();
}

function keyOf({ name }: Field): string {
  return Predicate.isString(name) ? boundKey(name) : "";
}

function textsOf(values: unknown): ReadonlyArray<string> {
  return Array.isArray(values) ? values.filter(Predicate.isString) : [];
}
