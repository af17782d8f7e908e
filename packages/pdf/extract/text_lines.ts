import type { Glyph } from "./glyph.ts";

/** Letters that stand on one line, in the order they stand. */
export interface TextLine {
  readonly glyphs: ReadonlyArray<Glyph>;
  readonly baseline: number;
  readonly size: number;
}

/** How far letters of one line may stand apart up and down, in parts of their size. */
const SAME_LINE = 0.35;

/** Groups letters that are read the same way into lines, from the first to the last. */
export function linesOf(glyphs: ReadonlyArray<Glyph>): ReadonlyArray<TextLine> {
  const lines: Array<TextLine> = [];
  let current: Array<Glyph> = [];
  const finish = () => {
    const [first] = current;
    if (first === undefined) return;
    const standing = current.toSorted((a, b) => a.start - b.start);
    lines.push({ glyphs: drawnOnce(standing), baseline: first.baseline, size: first.size });
    current = [];
  };
  for (const glyph of glyphs.toSorted((a, b) => a.baseline - b.baseline)) {
    const [first] = current;
    if (first !== undefined) {
      const apart = glyph.baseline - first.baseline;
      if (apart > SAME_LINE * Math.min(first.size, glyph.size)) finish();
    }
    current.push(glyph);
  }
  finish();
  return lines;
}

/** How many letters before one are looked at for its double. */
const NEIGHBOURS = 6;

/** Bold text is sometimes made by drawing it twice, hardly apart: it counts once. */
function drawnOnce(standing: ReadonlyArray<Glyph>): ReadonlyArray<Glyph> {
  const kept: Array<Glyph> = [];
  for (const glyph of standing) {
    if (!kept.slice(-NEIGHBOURS).some((other) => isDouble(other, glyph))) kept.push(glyph);
  }
  return kept;
}

function isDouble(a: Glyph, b: Glyph): boolean {
  const reach = Math.min(0.15 * a.size, 0.4 * (a.end - a.start)) + 0.01;
  return (
    a.text === b.text &&
    Math.abs(a.start - b.start) <= reach &&
    Math.abs(a.baseline - b.baseline) <= 0.15 * a.size
  );
}
