import { Predicate, Result, Schema } from "effect";

import { checkExpression, conditionProblem, withColumn, withRow } from "../../expressions/mod.ts";
import { type DataType, type LoopDefinition, nearestName } from "../../manifests/mod.ts";
import { issuesOfSchema, type Issue } from "../../values/mod.ts";
import { barcodeBoxProblems } from "../model/fields/barcode.ts";
import {
  fieldSchema,
  isBarcode,
  isSigningField,
  type LayoutField,
  type ListField,
} from "../model/fields/layout_field.ts";
import { fieldBinding, signingProblems } from "../model/fields/signing_field.ts";
import { columnExpression } from "../model/fields/table_columns.ts";
import type { TableField } from "../model/fields/table_field.ts";
import { boundKey, type Binding, type ManifestIndex } from "../model/layout_binding.ts";
import type { DisplayedPage } from "../model/pdf_page.ts";
import { parseCondition } from "../model/text/condition.ts";
import { checkContent } from "./content_check.ts";
import { descriptionProblems } from "./description_check.ts";
import { fillableProblems } from "./fillable_check.ts";
import {
  expressionProblems,
  placedProblems,
  textProblems,
  unknownKey,
} from "./texts/text_check.ts";

/** The context of a field: its page, its place on it, and the keys of the manifest. */
export interface FieldPlace {
  readonly index: ManifestIndex;
  /** `undefined` until the base PDF has been read. */
  readonly sheet: DisplayedPage | undefined;
  readonly onOverlay: boolean;
  readonly onEveryPage: boolean;
  /** Whether the sheet is the cell of a section: its box, or a cell of its grid. */
  readonly inSection?: "row" | "cell";
}

/** The maximum overlap of the page edge in millimetres, because designers round positions. */
const TOLERANCE = 0.5;

/** The problems of a field, with their paths in the layout. */
export function checkField(field: unknown, path: string, place: FieldPlace): ReadonlyArray<Issue> {
  if (!Predicate.isObject(field)) return [{ path, message: "Expected an object" }];
  const schema = fieldSchema(field);
  if (schema === undefined) return [{ path: `${path}.type`, message: "Unknown type of field" }];
  const result = Schema.decodeUnknownResult(schema, { errors: "all" })(field);
  if (Result.isFailure(result)) {
    return issuesOfSchema(result.failure.issue).map((issue) => ({
      path: issue.path === "" ? path : `${path}.${issue.path}`,
      message: issue.message,
    }));
  }
  const binding = fieldBinding(result.success, place.index);
  return [
    ...boxProblems(result.success, place),
    ...(isSigningField(result.success) ? signingProblems(result.success) : []),
    ...(isBarcode(result.success) ? barcodeBoxProblems(result.success) : []),
    ...conditionProblems(result.success, place),
    ...bindingProblems(result.success, binding, place),
    ...growthProblems(result.success, binding, place),
    ...checkContent(result.success, binding, place.index),
    ...textProblems("anchor", result.success.anchor, place.index),
    ...textProblems("link", result.success.link, place.index),
    ...descriptionProblems(result.success, place),
    ...fillableProblems(result.success, place),
  ].map((issue) => ({ path: `${path}.${issue.path}`, message: issue.message }));
}

/** The problems of a box that reaches out of its page or its section. */
export function boxProblems(
  { position, width, height }: Pick<LayoutField, "position" | "width" | "height">,
  { sheet, inSection }: FieldPlace,
): ReadonlyArray<Issue> {
  if (sheet === undefined) return [];
  const problems: Array<Issue> = [];
  const size = `${round(sheet.width)} × ${round(sheet.height)} mm`;
  const message =
    inSection === undefined
      ? `Reaches off the page of ${size}`
      : `Reaches out of the section of ${size}, whose top left is 0, 0`;
  if (position.x + width > sheet.width + TOLERANCE) problems.push({ path: "width", message });
  if (position.y + height > sheet.height + TOLERANCE) problems.push({ path: "height", message });
  return problems;
}

/** The problems of the conditions of a field or a section. */
export function conditionProblems(
  field: Pick<LayoutField, "when" | "unless">,
  { index }: Pick<FieldPlace, "index">,
): ReadonlyArray<Issue> {
  return (["when", "unless"] as const).flatMap((path) => {
    const text = field[path];
    if (text === undefined || text === null) return [];
    const condition = parseCondition(text);
    if (condition.kind === "key") {
      const { key } = condition;
      const isKnown = index.variables.has(key) || index.loops.has(key);
      return isKnown ? [] : [{ path, message: unknownKey(key, index) }];
    }
    const { source } = condition;
    const checked = checkExpression(source, withRow(index, undefined));
    if (Result.isFailure(checked)) return placedProblems(path, source, checked.failure);
    const message = conditionProblem(checked.success.type);
    return message === undefined ? [] : placedProblems(path, source, [{ message, column: 1 }]);
  });
}

const IMAGES = new Set<LayoutField["type"]>(["image", "signature"]);
const SHAPES = new Set<LayoutField["type"]>(["line", "rectangle", "ellipse"]);
const MARKS = new Set<LayoutField["type"]>(["checkbox", "radioGroup", "circleMark"]);
const MARK_DATA_TYPES = new Set<DataType>(["boolean", "text", "number"]);

function bindingProblems(
  field: LayoutField,
  binding: Binding,
  { index }: FieldPlace,
): ReadonlyArray<Issue> {
  const problem = (message: string) => [{ path: "name", message }];
  switch (binding.kind) {
    case "static":
      return needsBinding(field) ? problem(unknownKey(boundKey(field.name), index)) : [];
    case "loop":
      return field.type === "table" || field.type === "list"
        ? columnProblems(field, binding.loop, index)
        : problem(`"${binding.loop.key}" is a list of rows: only a table or a list prints it`);
    default: {
      if (SHAPES.has(field.type)) return [];
      const { dataType, key } = binding.variable;
      if (field.type === "table")
        return problem(`"${key}" is one value: a table prints a list of rows`);
      if (IMAGES.has(field.type) !== (dataType === "image")) {
        return problem(`"${key}" is ${dataType}, which a field of type ${field.type} cannot show`);
      }
      return MARKS.has(field.type) && !MARK_DATA_TYPES.has(dataType)
        ? problem(`"${key}" is ${dataType}, which is neither true nor false`)
        : [];
    }
  }
}

/** A field without static content, or with a dotted name, is meant to show data. */
function needsBinding(field: LayoutField): boolean {
  if (field.readOnly === true || SHAPES.has(field.type) || isSigningField(field)) return false;
  if (/^[A-Za-z_]\w*(\.[A-Za-z_]\w*)+$/.test(boundKey(field.name)) || field.name.includes("#"))
    return true;
  if (field.type === "list" && field.contents) return false;
  if (field.type === "multiVariableText")
    return (field.text ?? "") === "" && (field.content ?? "") === "";
  return "content" in field ? (field.content ?? "") === "" : true;
}

function columnProblems(
  { type, columns }: TableField | ListField,
  loop: LoopDefinition,
  index: ManifestIndex,
): ReadonlyArray<Issue> {
  return (columns ?? []).flatMap((column, position) => {
    const path = `columns.${position}`;
    const expression = type === "table" ? columnExpression(column) : undefined;
    if (expression !== undefined)
      return expressionProblems(path, expression, withColumn(index, loop));
    if (loop.itemFields.some(({ key }) => key === column)) return [];
    if (type === "table" && column.startsWith("{"))
      return [{ path, message: "Expected one expression, such as {= row.price * row.quantity }" }];
    const nearest = nearestName(
      column,
      loop.itemFields.map(({ key }) => key),
    );
    const message = `"${loop.key}" has no item field "${column}"`;
    return [
      { path, message: nearest === undefined ? message : `${message}. Did you mean "${nearest}"?` },
    ];
  });
}

/** Fields that grow with the data may add pages, which overlays, static fields and cells of a grid cannot. */
function growthProblems(
  field: LayoutField,
  binding: Binding,
  place: FieldPlace,
): ReadonlyArray<Issue> {
  const where = unmovable(place);
  if (where === undefined) return [];
  if (field.pageBreakBefore === true)
    return [{ path: "pageBreakBefore", message: `Starts a new page, which ${where} cannot` }];
  const message = `Grows with the data, which ${where} cannot`;
  if (field.type === "list" && field.contents) return [{ path: "contents", message }];
  if ((field.type === "table" || field.type === "list") && binding.kind !== "static") {
    return [{ path: "type", message }];
  }
  return "overflow" in field && field.overflow === "expand" ? [{ path: "overflow", message }] : [];
}

/** Where fields cannot move; undefined where they can. */
function unmovable({ onOverlay, onEveryPage, inSection }: FieldPlace): string | undefined {
  if (onOverlay) return "an overlay";
  if (onEveryPage) return "staticSchema";
  return inSection === "cell" ? "a cell of a grid" : undefined;
}

function round(millimetres: number): number {
  return Math.round(millimetres * 10) / 10;
}
