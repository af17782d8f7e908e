import type { Issue } from "../../values/mod.ts";
import { parseDataUri } from "../model/data_uri.ts";
import { barcodeProblem } from "../model/fields/barcode.ts";
import {
  type BarcodeField,
  isSigningField,
  type LayoutField,
  type MultiVariableTextField,
  type TextField,
} from "../model/fields/layout_field.ts";
import { boundKey, type Binding, type ManifestIndex } from "../model/layout_binding.ts";
import { svgRoot } from "../model/svg_root.ts";
import { parseText } from "../model/text/placeholder.ts";
import { tableProblems } from "./tables/table_check.ts";
import { richTextProblems } from "./texts/rich_text_check.ts";
import { textProblems } from "./texts/text_check.ts";

/** The problems of a field's content, with paths inside the field. */
export function checkContent(
  field: LayoutField,
  binding: Binding,
  index: ManifestIndex,
): ReadonlyArray<Issue> {
  if (isSigningField(field)) return textProblems("content", field.content, index);
  switch (field.type) {
    case "multiVariableText":
      return [
        ...combProblems(field),
        ...boundTextProblems(field, binding),
        ...textProblems("text", field.text, index),
        ...richTextProblems(field, binding),
        ...(isText(field.text) ? [] : staticTextProblems(field.content, binding, index)),
      ];
    case "table":
      return binding.kind === "variable" ? [] : tableProblems(field, binding, index);
    case "image":
    case "signature":
      return binding.kind === "static" ? imageProblems(field.content) : [];
    case "svg":
      return binding.kind === "static" ? svgProblems(field.content) : [];
    case "line":
    case "rectangle":
    case "ellipse":
    case "checkbox":
    case "radioGroup":
    case "circleMark":
      return [];
    case "text":
    case "date":
    case "time":
    case "dateTime":
    case "select":
      return [
        ...combProblems(field),
        ...staticTextProblems(field.content, binding, index),
        ...richTextProblems(field, binding),
      ];
    case "list":
      return staticTextProblems(field.content, binding, index);
    default:
      return binding.kind === "static" ? barcodeProblems(field, index) : [];
  }
}

/** A field shows its text or a variable, not both. */
function boundTextProblems(
  { name, text }: MultiVariableTextField,
  binding: Binding,
): ReadonlyArray<Issue> {
  if (binding.kind === "static" || !isText(text)) return [];
  const message = `The field shows "${boundKey(name)}" instead of this text. Rename the field to show the text, or remove the text`;
  return [{ path: "text", message }];
}

/** The content of a bound field is replaced by data, so only static content is checked. */
function staticTextProblems(
  content: string | null | undefined,
  binding: Binding,
  index: ManifestIndex,
): ReadonlyArray<Issue> {
  return binding.kind === "static" ? textProblems("content", content, index) : [];
}

const IMAGE_TYPES = new Set(["image/png", "image/jpeg", "image/jpg"]);

function imageProblems(content: string | null | undefined): ReadonlyArray<Issue> {
  if (!isText(content)) return [];
  const file = parseDataUri(content);
  return file !== undefined && file.bytes.length > 0 && IMAGE_TYPES.has(file.mediaType)
    ? []
    : [{ path: "content", message: "Expected a PNG or JPEG as data:image/…;base64,…" }];
}

/** Text in cells has one line of one size. */
function combProblems({
  numCells,
  richText,
  overflow,
  dynamicFontSize,
}: TextField | MultiVariableTextField): ReadonlyArray<Issue> {
  const others = { richText, dynamicFontSize, overflow: overflow === "expand" };
  return Object.entries(numCells ? others : {}).flatMap(([name, value]) =>
    value
      ? [
          {
            path: name,
            message: `Text in cells (numCells) cannot have ${name}: remove one of them`,
          },
        ]
      : [],
  );
}

function svgProblems(content: string | null | undefined): ReadonlyArray<Issue> {
  if (!isText(content)) return [];
  return svgRoot(content) !== undefined
    ? []
    : [{ path: "content", message: "Expected an SVG drawing" }];
}

function barcodeProblems(field: BarcodeField, index: ManifestIndex): ReadonlyArray<Issue> {
  const problems = textProblems("content", field.content, index);
  const isFixed = parseText(field.content ?? "").every(({ kind }) => kind === "text");
  if (problems.length > 0 || !isFixed || !isText(field.content)) return problems;
  const problem = barcodeProblem(field.type, field.content);
  return problem === undefined ? [] : [{ path: "content", message: problem }];
}

function isText(text: string | null | undefined): text is string {
  return text !== undefined && text !== null && text !== "";
}
