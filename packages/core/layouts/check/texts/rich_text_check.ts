import type { DataType } from "../../../manifests/mod.ts";
import type { Issue } from "../../../values/mod.ts";
import type { MultiVariableTextField, TextField } from "../../model/fields/layout_field.ts";
import type { Binding } from "../../model/layout_binding.ts";
import { isLinkTarget, linkedAnchor } from "../../model/text/rich_link.ts";

/** The data types of variables that can be rich text. */
const RICH_TYPES = new Set<DataType>(["text", "longtext"]);

/** The problems of a field's rich text and of its columns, with paths inside the field. */
export function richTextProblems(
  field: TextField | MultiVariableTextField,
  binding: Binding,
): ReadonlyArray<Issue> {
  return [
    ...columnsProblems(field),
    ...bindingProblems(field, binding),
    ...markProblems(field, binding),
  ];
}

function columnsProblems({
  columns,
  richText,
  width,
}: TextField | MultiVariableTextField): ReadonlyArray<Issue> {
  if (columns === undefined || columns === null) return [];
  if (richText !== true)
    return [{ path: "columns", message: `Only rich text has columns: add "richText": true` }];
  return (columns.count - 1) * columns.gap < width
    ? []
    : [{ path: "columns.gap", message: "Leaves no space for the columns" }];
}

function bindingProblems(
  { richText }: TextField | MultiVariableTextField,
  binding: Binding,
): ReadonlyArray<Issue> {
  if (richText !== true || binding.kind !== "variable") return [];
  const { key, dataType } = binding.variable;
  const message = `"${key}" is ${dataType}: only text and longtext can be rich text`;
  return RICH_TYPES.has(dataType) ? [] : [{ path: "richText", message }];
}

/** The destination of a link up to its title or its end. */
const LINK = /\]\(\s*<?((?:[a-z][a-z0-9+.-]*:|#)[^\s)>]*)/gi;
/** The colour of a span. */
const COLOUR = /\]\{\s*colou?r=([^\s}]*)/gi;

const COLOUR_VALUE = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** Links and colours that would print as text. */
function markProblems(
  field: TextField | MultiVariableTextField,
  binding: Binding,
): ReadonlyArray<Issue> {
  const isMarked = field.richText === true || field.textFormat === "inline-markdown";
  if (!isMarked || binding.kind !== "static") return [];
  const path = field.type === "multiVariableText" && field.text ? "text" : "content";
  const text = (field.type === "multiVariableText" && field.text) || (field.content ?? "");
  const targets = Array.from(text.matchAll(LINK), ([, target]) => target ?? "");
  const colours = Array.from(text.matchAll(COLOUR), ([, colour]) => colour ?? "");
  return [
    ...targets
      .map((target) => target.replaceAll(/[{}|]/g, ""))
      .filter((target) => !isLinkTarget(target) && linkedAnchor(target) === undefined)
      .map((target) => `"${target}" cannot be a link: use http, https, mailto, tel or #anchor`),
    ...colours
      .filter((colour) => !COLOUR_VALUE.test(colour))
      .map((colour) => `"${colour}" is not a colour such as #1a2b3c`),
  ].map((message) => ({ path, message }));
}
