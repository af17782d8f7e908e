import type { Box } from "@paraph/core/signatures";

import type { Glyph } from "./glyph.ts";
import type { ReadPage } from "./readings.ts";

/** Nobody wants to sign in more places; what is found beyond is not told. */
const MOST = 10_000;

/** A rectangle on a page, in points from the upper left corner of what is shown. */
export type Place = Omit<Box, "page">;

/**
 * Finds every place where a text stands on a page, from the top down. A place is the first line of the
 * text as far as it belongs to it.
 *
 * @param text What is looked for, folded.
 */
export function findText({ readings, lineOf }: ReadPage, text: string): ReadonlyArray<Place> {
  if (text === "") return [];
  const taken = new Set<Glyph>();
  const places: Array<Place> = [];
  for (const reading of readings) {
    let at = reading.text.indexOf(text);
    for (; at !== -1 && places.length < MOST; at = reading.text.indexOf(text, at + text.length)) {
      const glyphs = new Set<Glyph>();
      for (const glyph of reading.glyphs.slice(at, at + text.length))
        if (glyph !== undefined) glyphs.add(glyph);
      // What was found by reading one way is the same text when it is found by reading another.
      if ([...glyphs].some((glyph) => taken.has(glyph))) continue;
      for (const glyph of glyphs) taken.add(glyph);
      const [first] = glyphs;
      if (first === undefined) continue;
      const line = lineOf.get(first);
      places.push(around([...glyphs].filter((glyph) => lineOf.get(glyph) === line)));
    }
  }
  return places.toSorted((a, b) => (isBeside(a, b) ? a.x - b.x : a.y - b.y));
}

/** Whether two places are on one line, though perhaps not quite at one height. */
function isBeside(a: Place, b: Place): boolean {
  return Math.abs(a.y - b.y) < 0.01;
}

function around(glyphs: ReadonlyArray<Glyph>): Place {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const glyph of glyphs) {
    left = Math.min(left, glyph.left);
    top = Math.min(top, glyph.top);
    right = Math.max(right, glyph.right);
    bottom = Math.max(bottom, glyph.bottom);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}
