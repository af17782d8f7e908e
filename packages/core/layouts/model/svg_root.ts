/** Allowed before the root: declarations, instructions, a document type, comments. */
const PROLOG =
  /^(?:[\s\ufeff]+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>)/i;

/** Some programs write the names of all elements with a prefix of the namespace. */
const ROOT = /^<((?:[A-Za-z_][\w.-]{0,50}:)?svg)[\s>]/;

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
  const name = ROOT.exec(rest)?.[1];
  if (name === undefined) return undefined;
  const endTag = `</${name}>`;
  const end = rest.lastIndexOf(endTag);
  return end >= 0 ? rest.slice(0, end + endTag.length) : undefined;
}
