import { withColumn, withRow } from "@paraph/core/expressions";
import { bindingOf, boundKey } from "@paraph/core/layouts";

import type { SamplePlace } from "../data/sample_place.ts";
import { evaluateCondition, printText, type SampleScope } from "../expressions/live_result.ts";
import { SAMPLE_CODES, SAMPLE_PICTURE } from "./samples.ts";

/** A field as the designer shows it. */
interface ShownField {
  readonly name: string;
  readonly type: string;
}

/** A field with the marks of its rich text, which the designer knows as Markdown within a line. */
export function withMarks<Field extends object>(field: Field): Field {
  const isRich = "richText" in field && field.richText === true;
  return isRich ? { ...field, textFormat: "inline-markdown" } : field;
}

/** The content of a field with sample values for its placeholders and expressions. */
export function sampleContent(field: ShownField, content: string, place: SamplePlace): string {
  if (field.type === "table") return sampleRows(field, content, place);
  return content.includes("{") && !content.startsWith("data:")
    ? printed(content, scopeAt(place))
    : content;
}

/** Whether the sample data shows a field. A condition with a problem hides nothing. */
export function isShownAt(
  { when, unless }: { readonly when?: unknown; readonly unless?: unknown },
  place: SamplePlace,
): boolean {
  const is = (condition: unknown, isTrue: boolean) => {
    if (typeof condition !== "string") return false;
    const result = evaluateCondition(condition, scopeAt(place));
    return result.kind === "condition" && result.isTrue === isTrue;
  };
  return !is(when, false) && !is(unless, true);
}

/** The content of a field in a section, whose bound fields have no placeholder of their own. */
export function sectionContent(field: ShownField, content: string, place: SamplePlace): string {
  const binding = bindingOf(field.name, place.index);
  if (binding.kind !== "variable") return sampleContent(field, content, place);
  if (field.type === "image" || field.type === "signature") return SAMPLE_PICTURE;
  return SAMPLE_CODES[field.type] ?? printed(`{${boundKey(field.name)}}`, scopeAt(place));
}

/** The cells of a table. Its expressions are of the first row. */
function sampleRows({ name }: ShownField, content: string, place: SamplePlace): string {
  const binding = bindingOf(name, place.index);
  if (!content.includes("{")) return content;
  const rows = rowsOf(content);
  if (rows === undefined) return content;
  const row = binding.kind === "loop" ? place.data.loops[binding.loop.key]?.[0] : undefined;
  const scope: SampleScope =
    binding.kind === "loop"
      ? {
          scope: withColumn(place.index, binding.loop),
          data: place.data,
          locals: { ...place.locals, ...(row === undefined ? {} : { row }) },
        }
      : scopeAt(place);
  return JSON.stringify(
    rows.map((cells) => cells.map((cell) => (cell.includes("{") ? printed(cell, scope) : cell))),
  );
}

function rowsOf(content: string): ReadonlyArray<ReadonlyArray<string>> | undefined {
  try {
    const rows: unknown = JSON.parse(content);
    const isTable =
      Array.isArray(rows) &&
      rows.every((row) => Array.isArray(row) && row.every((cell) => typeof cell === "string"));
    return isTable ? rows : undefined;
  } catch {
    return undefined;
  }
}

function scopeAt({ index, data, locals }: SamplePlace): SampleScope {
  const scope = withRow(index, undefined);
  return locals === undefined ? { scope, data } : { scope, data, locals };
}

/** A text with its sample values; as it is written if it has a problem. */
function printed(text: string, scope: SampleScope): string {
  const result = printText(text, scope);
  return result.kind === "text" ? result.text : text;
}
