/** A part of static text: literal text, a value, or a page number. */
export type TextPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "value"; readonly key: string; readonly format: string | undefined }
  | { readonly kind: "page"; readonly which: "currentPage" | "totalPages" };

/** A key with an optional format after a bar. Anything else in braces is text. */
const SOURCE = String.raw`\{([A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*)(?:\|([^{}|]{1,60}))?\}`;
const PLACEHOLDER = new RegExp(SOURCE, "g");
const PLACEHOLDER_HERE = new RegExp(SOURCE, "y");

/**
 * Splits static text at its placeholders, `{key}` and `{key|format}`.
 *
 * Only texts of templates are parsed. Values of the data are never parsed.
 *
 * @example Keys are placeholders, expressions are text
 * ```ts
 * import { parseText } from "@paraph/core/layouts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(parseText("Dear {name}, {6*7}"), [
 *   { kind: "text", text: "Dear " },
 *   { kind: "value", key: "name", format: undefined },
 *   { kind: "text", text: ", {6*7}" },
 * ]);
 * ```
 */
export function parseText(text: string): ReadonlyArray<TextPart> {
  const parts: Array<TextPart> = [];
  let end = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    if (match.index > end) parts.push({ kind: "text", text: text.slice(end, match.index) });
    parts.push(placeholder(match[1] ?? "", match[2]));
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
  return match === null
    ? undefined
    : { part: placeholder(match[1] ?? "", match[2]), end: offset + match[0].length };
}

function placeholder(key: string, format: string | undefined): Exclude<TextPart, { kind: "text" }> {
  return key === "currentPage" || key === "totalPages"
    ? { kind: "page", which: key }
    : { kind: "value", key, format };
}
