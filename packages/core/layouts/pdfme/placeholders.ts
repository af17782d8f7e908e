import { braceGroups, isExpression } from "../model/text/expression.ts";

/** What replaces a placeholder: a key of the manifest, or a text. */
export type Replacement =
  | { readonly kind: "key"; readonly key: string }
  | { readonly kind: "text"; readonly text: string };

/** A text with placeholders for Paraph, and the expressions in it, which have none. */
export interface ConvertedText {
  readonly text: string;
  readonly expressions: ReadonlyArray<string>;
  /** The placeholders that were replaced, and their replacements. */
  readonly replaced: ReadonlyArray<readonly [from: string, to: string]>;
}

const PATH = /^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*$/u;
const LITERAL = /^(?:\d+(?:\.\d+)?|"[^"\\]*"|'[^'\\]*')$/;
const PAGE_NUMBERS: ReadonlySet<string> = new Set(["currentPage", "totalPages"]);

/**
 * Converts the placeholders of a text of pdfme. Numbers and texts in quotes print without their braces, as
 * pdfme prints them.
 *
 * @param resolve What a name stands for.
 */
export function convertPlaceholders(
  text: string,
  resolve: (name: string) => Replacement,
): ConvertedText {
  const expressions: Array<string> = [];
  const replaced: Array<readonly [string, string]> = [];
  let [converted, end] = ["", 0];
  for (const group of braceGroups(text)) {
    const source = text.slice(group.start, group.end);
    const replacement = replacementOf(group.inside, resolve);
    if (replacement === undefined && isExpression(group.inside)) expressions.push(source);
    const target = replacement ?? source;
    if (target !== source) replaced.push([source, target]);
    converted += text.slice(end, group.start) + target;
    end = group.end;
  }
  return { text: converted + text.slice(end), expressions, replaced };
}

function replacementOf(inside: string, resolve: (name: string) => Replacement): string | undefined {
  if (PAGE_NUMBERS.has(inside)) return `{${inside}}`;
  if (LITERAL.test(inside)) return inside.replaceAll(/^["']|["']$/g, "");
  if (!PATH.test(inside)) return undefined;
  const replacement = resolve(inside);
  return replacement.kind === "key" ? `{${replacement.key}}` : replacement.text;
}
