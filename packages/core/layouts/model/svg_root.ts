/** Allowed before the root: declarations, instructions, a document type, comments. */
const PROLOG =
  /^(?:[\s\ufeff]+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>)/i;

/**
 * The root element of an SVG document, without the text before and after it; undefined if there is none.
 *
 * @example The output of a drawing program
 * ```ts
 * import { svgRoot } from "@paraph/core/layouts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(svgRoot('<?xml version="1.0"?>\n<!-- A logo -->\n<svg></svg>\n'), "<svg></svg>");
 * assert.equal(svgRoot("no drawing"), undefined);
 * ```
 */
export function svgRoot(text: string): string | undefined {
  let rest = text;
  for (let prolog = PROLOG.exec(rest); prolog !== null; prolog = PROLOG.exec(rest)) {
    rest = rest.slice(prolog[0].length);
  }
  const end = rest.lastIndexOf("</svg>");
  return /^<svg[\s>]/.test(rest) && end >= 0 ? rest.slice(0, end + "</svg>".length) : undefined;
}
