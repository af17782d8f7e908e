import type { Cluster, Part } from "../fonts/cluster.ts";
import { isPlain, type Face, needsShaping } from "../fonts/faces.ts";
import { type FontFeatures, STANDARD_FEATURES } from "../fonts/font_features.ts";
import { shapeComplex, type ShapedGlyph } from "../fonts/harfbuzz.ts";
import { plainRun, type Run, shapedRun } from "./run.ts";

const CACHE_LIMIT = 20_000;
const caches = new WeakMap<Face, Map<string, Run>>();

/**
 * Shapes text of one face and one direction. The result depends only on the face, the text and its features,
 * so it is cached for the life of the thread.
 */
export function shape(
  face: Face,
  text: string,
  rightToLeft: boolean,
  features: FontFeatures = STANDARD_FEATURES,
): Run {
  const plain = rightToLeft ? undefined : plainRun(face, text, 0, text.length, features);
  if (plain !== undefined) return plain;
  const cache = caches.get(face) ?? new Map<string, Run>();
  caches.set(face, cache);
  const key = `${features.key}${rightToLeft ? "<" : ">"}${text}`;
  const cachedRun = cache.get(key);
  if (cachedRun !== undefined) return cachedRun;
  if (cache.size >= CACHE_LIMIT) cache.clear();
  const run = shapedRun(face, clustersOf(face, text, rightToLeft, features));
  cache.set(key, run);
  return run;
}

function clustersOf(
  face: Face,
  text: string,
  rightToLeft: boolean,
  features: FontFeatures,
): ReadonlyArray<Cluster> {
  // Glyphs that several characters share are drawn like plain ones, but are extracted as the original text.
  const isUnjoined =
    !needsShaping(face.kind) && !rightToLeft && !features.kerning && features.tags.length === 0;
  if (isUnjoined && Array.from(text).every((char) => isPlain(char.codePointAt(0) ?? 0)))
    return Array.from(text, (char) => singleGlyph(face, char));
  const shapedGlyphs = shapeComplex(face, text, rightToLeft, features);
  const starts = [...new Set(shapedGlyphs.map(({ cluster }) => cluster))].toSorted((a, b) => a - b);
  const endOf = new Map(starts.map((start, index) => [start, starts[index + 1] ?? text.length]));
  return groupByCluster(shapedGlyphs).map((group) => {
    const start = group[0]?.cluster ?? 0;
    const source = text.slice(start, endOf.get(start));
    const cluster = joinCluster(group, rightToLeft ? reverseCharacters(source) : source);
    return rightToLeft ? cluster : withoutKerning(cluster, face);
  });
}

/** The cluster of a character with a glyph of its own. */
export function singleGlyph(face: Face, char: string): Cluster {
  const glyph = face.font.glyphOf(char.codePointAt(0) ?? 0);
  return {
    parts: [{ glyph, x: 0, y: 0 }],
    advance: face.font.advanceOf(glyph),
    after: 0,
    text: char,
  };
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
  return { parts, advance, after: 0, text };
}

/** Separates the kerning from the advance of a glyph, so that a document has the glyph only once. */
function withoutKerning(cluster: Cluster, face: Face): Cluster {
  const [part] = cluster.parts;
  if (part === undefined || cluster.parts.length > 1 || part.x !== 0 || part.y !== 0)
    return cluster;
  const advance = face.font.advanceOf(part.glyph);
  const after = Math.round((cluster.advance - advance) * face.scale);
  return { ...cluster, advance, after };
}

/** PDF readers reverse right-to-left text character by character, including the characters of one glyph. */
function reverseCharacters(text: string): string {
  return Array.from(text).toReversed().join("");
}
