/** A part of static text: literal text, a value, an expression, or a page number. */
export type TextPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "value"; readonly key: string; readonly format: string | undefined }
  | { readonly kind: "expression"; readonly source: string; readonly format: string | undefined }
  | { readonly kind: "page"; readonly which: PageCounter }
  /** The anchor can have placeholders of keys. */
  | { readonly kind: "page"; readonly which: "pageOf"; readonly anchor: string };

/** A page number, or a number of pages: of the section whose page numbers restart, or of the document. */
export type PageCounter = "currentPage" | "totalPages" | "documentPage" | "documentPages";

/** The placeholders of page numbers. */
const COUNTERS: ReadonlyMap<string, PageCounter> = new Map([
  ["currentPage", "currentPage"],
  ["totalPages", "totalPages"],
  ["document.currentPage", "documentPage"],
  ["document.totalPages", "documentPages"],
]);

const PATH = String.raw`[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*`;
/** The page of an anchor: `{pageOf.terms}`, or `{pageOf.order-{orders.number}}` for that of a row. */
const PAGE_OF = String.raw`\{pageOf\.((?:[A-Za-z0-9_.-]|\{${PATH}\})+)\}`;
/** A key with an optional format after a bar. */
const KEY = String.raw`\{(${PATH})(?:\|([^{}|]{1,60}))?\}`;
/** An expression after an equals sign. Braces and single bars are only in its texts in quotes. */
const EXPRESSION = String.raw`\{=((?:[^{}|"']|\|\||"(?:[^"\\]|\\.){0,1000}"|'(?:[^'\\]|\\.){0,1000}'){1,1000})(?:\|([^{}|]{1,60}))?\}`;
/** Anything else in braces is text. */
const SOURCE = `${PAGE_OF}|${KEY}|${EXPRESSION}`;
const PLACEHOLDER = new RegExp(SOURCE, "g");
const PLACEHOLDER_HERE = new RegExp(SOURCE, "y");

/**
 * Splits static text at its placeholders, `{key}`, `{key|format}` and `{= expression }`.
 *
 * Only texts of templates are parsed. Values of the data are never parsed.
 *
 * @example Expressions begin with an equals sign
 * ```ts
 * import { parseText } from "@paraph/core/layouts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(parseText("{name}: {6*7} {= 6 * 7 }"), [
 *   { kind: "value", key: "name", format: undefined },
 *   { kind: "text", text: ": {6*7} " },
 *   { kind: "expression", source: "6 * 7", format: undefined },
 * ]);
 * ```
 */
export function parseText(text: string): ReadonlyArray<TextPart> {
  const parts: Array<TextPart> = [];
  let end = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    if (match.index > end) parts.push({ kind: "text", text: text.slice(end, match.index) });
    parts.push(placeholder(match));
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ kind: "text", text: text.slice(end) });
  return parts;
}

/** Returns the placeholder that begins at an offset of a static text, and its end; undefined for none. */
export function placeholderAt(
  text: string,
  offset: number,
): { readonly part: Exclude<TextPart, { kind: "text" }>; readonly end: number } | undefined {
  PLACEHOLDER_HERE.lastIndex = offset;
  const match = PLACEHOLDER_HERE.exec(text);
  return match === null ? undefined : { part: placeholder(match), end: offset + match[0].length };
}

function placeholder([
  ,
  anchor,
  key,
  format,
  expression,
  expressionFormat,
]: RegExpExecArray): Exclude<TextPart, { kind: "text" }> {
  if (anchor !== undefined) return { kind: "page", which: "pageOf", anchor };
  if (expression !== undefined)
    return { kind: "expression", source: expression.trim(), format: expressionFormat?.trim() };
  const counter = COUNTERS.get(key ?? "");
  return counter === undefined
    ? { kind: "value", key: key ?? "", format }
    : { kind: "page", which: counter };
}
