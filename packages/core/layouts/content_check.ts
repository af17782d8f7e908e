import { Result, Schema } from "effect";

import { formatProblem } from "../manifests/mod.ts";
import type { Issue } from "../values/mod.ts";
import { barcodeProblem } from "./barcode.ts";
import { parseDataUri } from "./data_uri.ts";
import type { Binding, ManifestIndex } from "./layout_binding.ts";
import type { BarcodeField, LayoutField, TableField } from "./layout_field.ts";
import { parseText } from "./placeholder.ts";

const StaticRows = Schema.fromJsonString(
  Schema.Array(Schema.Array(Schema.String).check(Schema.isMaxLength(100))).check(
    Schema.isMaxLength(2_000),
  ),
);

/** Problems of what a field itself carries, with paths inside the field. */
export function checkContent(
  field: LayoutField,
  binding: Binding,
  index: ManifestIndex,
): ReadonlyArray<Issue> {
  switch (field.type) {
    case "multiVariableText":
      return [
        ...textProblems("text", field.text, index),
        ...(isText(field.text) ? [] : staticText(field.content, binding, index)),
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
    case "list":
      return staticText(field.content, binding, index);
    default:
      return binding.kind === "static" ? barcodeProblems(field, index) : [];
  }
}

/** What a field would show if nothing filled it is looked at only when nothing does. */
function staticText(
  content: string | null | undefined,
  binding: Binding,
  index: ManifestIndex,
): ReadonlyArray<Issue> {
  return binding.kind === "static" ? textProblems("content", content, index) : [];
}

function textProblems(
  path: string,
  text: string | null | undefined,
  index: ManifestIndex,
): ReadonlyArray<Issue> {
  return parseText(text ?? "").flatMap((part) => {
    if (part.kind !== "value") return [];
    const variable = index.variables.get(part.key);
    if (variable === undefined) {
      const message = index.loops.has(part.key)
        ? `"${part.key}" is a list of rows, which text cannot show`
        : `The manifest has no "${part.key}"`;
      return [{ path, message }];
    }
    if (variable.dataType === "image")
      return [{ path, message: `"${part.key}" is an image, which text cannot show` }];
    const problem =
      part.format === undefined ? undefined : formatProblem(part.format, variable.dataType);
    return problem === undefined ? [] : [{ path, message: problem }];
  });
}

function tableProblems(
  field: TableField,
  binding: Binding,
  index: ManifestIndex,
): ReadonlyArray<Issue> {
  const head = field.head ?? undefined;
  const rows =
    binding.kind === "static" ? Schema.decodeResult(StaticRows)(field.content ?? "[]") : undefined;
  if (rows !== undefined && Result.isFailure(rows)) {
    return [{ path: "content", message: 'Expected rows of text as JSON, such as [["a","b"]]' }];
  }
  const columns =
    binding.kind === "loop"
      ? (field.columns?.length ?? binding.loop.itemFields.length)
      : (head?.length ?? rows?.success[0]?.length ?? 0);
  return [
    ...(columns === 0 ? [{ path: "head", message: "The table has no columns" }] : []),
    ...(head !== undefined && head.length !== columns
      ? [{ path: "head", message: `Expected ${columns} headings, one for each column` }]
      : []),
    ...(field.headWidthPercentages && field.headWidthPercentages.length !== columns
      ? [
          {
            path: "headWidthPercentages",
            message: `Expected ${columns} widths, one for each column`,
          },
        ]
      : []),
    ...(head ?? []).flatMap((text, at) => textProblems(`head.${at}`, text, index)),
    ...(rows?.success.some((row) => row.length !== columns) === true
      ? [{ path: "content", message: `Expected ${columns} cells in every row` }]
      : []),
  ];
}

const IMAGE_TYPES = new Set(["image/png", "image/jpeg", "image/jpg"]);

function imageProblems(content: string | null | undefined): ReadonlyArray<Issue> {
  if (!isText(content)) return [];
  const file = parseDataUri(content);
  return file !== undefined && file.bytes.length > 0 && IMAGE_TYPES.has(file.mediaType)
    ? []
    : [{ path: "content", message: "Expected a PNG or JPEG as data:image/…;base64,…" }];
}

function svgProblems(content: string | null | undefined): ReadonlyArray<Issue> {
  if (!isText(content)) return [];
  return /<svg[\s>]/.test(content) && content.includes("</svg>")
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
