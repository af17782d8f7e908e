import type { Box } from "@paraph/core/signatures";

import type { Glyph } from "./glyph.ts";
import type { ReadPage } from "./readings.ts";

/** More than any document has signature fields. */
const MAX_PLACES = 10_000;

/** A rectangle on a page, in points from the upper left corner of the visible area. */
export type Place = Omit<Box, "page">;

/**
 * Finds the places of a text on a page, from the top down. A place covers the part of the text that is on its
 * first line.
 *
 * @param text The text to find, folded.
 */
export function findText({ readings, lineOf }: ReadPage, text: string): ReadonlyArray<Place> {
  if (text === "") return [];
  const usedGlyphs = new Set<Glyph>();
  const places: Array<Place> = [];
  for (const reading of readings) {
    let offset = reading.text.indexOf(text);
    for (
      ;
      offset !== -1 && places.length < MAX_PLACES;
      offset = reading.text.indexOf(text, offset + text.length)
    ) {
      const glyphs = new Set<Glyph>();
      for (const glyph of reading.glyphs.slice(offset, offset + text.length))
        if (glyph !== undefined) glyphs.add(glyph);
      // Several readings can find the same text.
      if ([...glyphs].some((glyph) => usedGlyphs.has(glyph))) continue;
      for (const glyph of glyphs) usedGlyphs.add(glyph);
      const [first] = glyphs;
      if (first === undefined) continue;
      const line = lineOf.get(first);
      places.push(boundingBox([...glyphs].filter((glyph) => lineOf.get(glyph) === line)));
    }
  }
  return places.toSorted((a, b) => (areOnOneLine(a, b) ? a.x - b.x : a.y - b.y));
}

/** Tolerates rounding errors in the height. */
function areOnOneLine(a: Place, b: Place): boolean {
  return Math.abs(a.y - b.y) < 0.01;
}

function boundingBox(glyphs: ReadonlyArray<Glyph>): Place {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const glyph of glyphs) {
    left = Math.min(left, glyph.left);
    top = Math.min(top, glyph.top);
    right = Math.max(right, glyph.right);
    bottom = Math.max(bottom, glyph.bottom);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}
