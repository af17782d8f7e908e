/** A group of braces in a text: from its opening to its closing brace. */
export interface BraceGroup {
  readonly start: number;
  readonly end: number;
  /** The text between the braces, without surrounding white space. */
  readonly inside: string;
}

/** The outermost groups of braces in a text. */
export function braceGroups(text: string): ReadonlyArray<BraceGroup> {
  const groups: Array<BraceGroup> = [];
  let [depth, start] = [0, 0];
  for (const match of text.matchAll(/[{}]/g)) {
    if (match[0] === "{") {
      if (depth === 0) start = match.index;
      depth += 1;
    } else if (depth > 0) {
      depth -= 1;
      const end = match.index + 1;
      if (depth === 0) groups.push({ start, end, inside: text.slice(start + 1, end - 1).trim() });
    }
  }
  return groups;
}

/** The characters of names, numbers and operators. */
const CODE = /^[\p{L}\p{N}_$\-+*/%<>=!&|?:.,()[\]\s]+$/u;
const STRINGS = /"[^"]*"|'[^']*'|`[^`]*`/g;
/** A call, after a name or another call. */
const CALL = /[\p{L}\p{N}_$)\]]\(/u;
const INDEX = /[\p{L}_$]\w*\[/u;
const OPERATOR = /[+*%<>!]|&&|\|\||==|\?/;
/** Between numbers these are ranges and dates, not arithmetic. */
const DASH_OR_SLASH = /[-/]/;
const NAME = /[\p{L}_$]/u;
/** The language of a span in rich text, as in `[texte]{lang=fr-CA}`. */
const LANGUAGE = /(?:^|\s)lang=[A-Za-z][A-Za-z0-9-]*(?:\s|$)/;

/** Whether the text between braces is an expression of a programming language, and not prose or data. */
export function isExpression(inside: string): boolean {
  if (LANGUAGE.test(inside)) return false;
  const code = inside.replaceAll(STRINGS, "0");
  if (CALL.test(code)) return true;
  if (!CODE.test(code)) return false;
  return INDEX.test(code) || OPERATOR.test(code) || (DASH_OR_SLASH.test(code) && NAME.test(code));
}

/**
 * The expressions in a text, with their braces. Paraph evaluates none.
 *
 * @example Arithmetic is an expression, a key and prose are not
 * ```ts
 * import { expressionsIn } from "@paraph/core/layouts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(expressionsIn("{net + tax} {total} { see below }"), ["{net + tax}"]);
 * ```
 */
export function expressionsIn(text: string): ReadonlyArray<string> {
  return braceGroups(text)
    .filter(({ inside }) => isExpression(inside))
    .map(({ start, end }) => text.slice(start, end));
}
