import { isPlain, type Face } from "../fonts/faces.ts";
import { shapeComplex, type ShapedGlyph } from "../fonts/harfbuzz.ts";
import { type Cluster, type Part, plainRun, type Run, shapedRun } from "./run.ts";

const CACHE_LIMIT = 20_000;
const caches = new WeakMap<Face, Map<string, Run>>();

/**
 * Shapes text of one face and one direction. The result depends only on the face and the text, so it is
 * cached for the life of the thread.
 */
export function shape(face: Face, text: string, rightToLeft: boolean): Run {
  const plain = rightToLeft ? undefined : plainRun(face, text, 0, text.length);
  if (plain !== undefined) return plain;
  const cache = caches.get(face) ?? new Map<string, Run>();
  caches.set(face, cache);
  const key = rightToLeft ? `<${text}` : `>${text}`;
  const cachedRun = cache.get(key);
  if (cachedRun !== undefined) return cachedRun;
  if (cache.size >= CACHE_LIMIT) cache.clear();
  const run = shapedRun(face, clustersOf(face, text, rightToLeft));
  cache.set(key, run);
  return run;
}

function clustersOf(face: Face, text: string, rightToLeft: boolean): ReadonlyArray<Cluster> {
  // Glyphs that several characters share are drawn like plain ones, but are extracted as the original text.
  const isUnjoined = !face.isCursive && !rightToLeft;
  if (isUnjoined && Array.from(text).every((char) => isPlain(char.codePointAt(0) ?? 0)))
    return Array.from(text, (char) => singleGlyph(face, char));
  const shapedGlyphs = shapeComplex(face, text, rightToLeft);
  const starts = [...new Set(shapedGlyphs.map(({ cluster }) => cluster))].toSorted((a, b) => a - b);
  const endOf = new Map(starts.map((start, index) => [start, starts[index + 1] ?? text.length]));
  return groupByCluster(shapedGlyphs).map((group) => {
    const start = group[0]?.cluster ?? 0;
    const source = text.slice(start, endOf.get(start));
    return joinCluster(group, rightToLeft ? reverseCharacters(source) : source);
  });
}

function singleGlyph(face: Face, char: string): Cluster {
  const glyph = face.font.glyphOf(char.codePointAt(0) ?? 0);
  return { parts: [{ glyph, x: 0, y: 0 }], advance: face.font.advanceOf(glyph), text: char };
}

/** The glyphs of a cluster are adjacent. */
function groupByCluster(
  glyphs: ReadonlyArray<ShapedGlyph>,
): ReadonlyArray<ReadonlyArray<ShapedGlyph>> {
  const groups: Array<Array<ShapedGlyph>> = [];
  for (const glyph of glyphs) {
    const last = groups.at(-1);
    if (last?.[0]?.cluster === glyph.cluster) last.push(glyph);
    else groups.push([glyph]);
  }
  return groups;
}

function joinCluster(group: ReadonlyArray<ShapedGlyph>, text: string): Cluster {
  const parts: Array<Part> = [];
  let advance = 0;
  for (const { id, xAdvance, xOffset, yOffset } of group) {
    parts.push({ glyph: id, x: advance + xOffset, y: yOffset });
    advance += xAdvance;
  }
  return { parts, advance, text };
}

/** PDF readers reverse right-to-left text character by character, including the characters of one glyph. */
function reverseCharacters(text: string): string {
  return Array.from(text).toReversed().join("");
}
