import type { TextFont } from "./text_fonts.ts";

/** A transformation as PDF writes it: `[a b c d e f]`. */
export type Matrix = readonly [number, number, number, number, number, number];

/** Changes nothing. */
export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** One transformation, and then another. */
export function combined(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, e, f] = first;
  const [p, q, r, s, t, u] = second;
  return [
    a * p + b * r,
    a * q + b * s,
    c * p + d * r,
    c * q + d * s,
    e * p + f * r + t,
    e * q + f * s + u,
  ];
}

/** A letter as it is shown on a page: points from the upper left corner. */
export interface Glyph {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Which way it is read: to the right, down, to the left or up. */
  readonly direction: number;
  /** Where it begins and where it ends along that way. */
  readonly start: number;
  readonly end: number;
  /** How far down its line stands, as its reader holds the page. */
  readonly baseline: number;
  /** How tall its letters are. */
  readonly size: number;
}

/** How letters of one string are shown. */
export interface Setting {
  readonly font: TextFont;
  /** Takes points of the string to where they are shown. */
  readonly matrix: Matrix;
  /** How tall letters are in the string, and how wide for each part of their width. */
  readonly height: number;
  readonly width: number;
  /** How far above their line they stand. */
  readonly rise: number;
  readonly direction: number;
  /** How tall they are shown. */
  readonly size: number;
}

/** Finds out how letters are shown; nothing when that is nowhere. */
export function settingOf(
  font: TextFont,
  matrix: Matrix,
  { size, scale, rise }: { readonly size: number; readonly scale: number; readonly rise: number },
): Setting | undefined {
  const [a, b, c, d] = matrix;
  const width = size * scale;
  const shown = Math.abs(size) * Math.hypot(c, d);
  if (!(shown > 0) || !Number.isFinite(shown)) return undefined;
  const direction = directionOf(a * width, b * width);
  return { font, matrix, height: size, width, rise, direction, size: shown };
}

/**
 * A letter where it is shown; nothing when that is nowhere.
 *
 * @param from Where it begins in its string.
 * @param part How wide it is, in parts of the font size.
 */
export function glyphAt(
  text: string,
  from: number,
  part: number,
  { font, matrix, height, width, rise, direction, size }: Setting,
): Glyph | undefined {
  const [a, b, c, d, e, f] = matrix;
  const [x, y] = [a * from + c * rise + e, b * from + d * rise + f];
  const [aheadX, aheadY] = [a * width * part, b * width * part];
  const [upX, upY] = [c * height * font.ascent, d * height * font.ascent];
  const [downX, downY] = [c * height * font.descent, d * height * font.descent];
  const left = x + Math.min(0, aheadX) + Math.min(upX, downX);
  const right = x + Math.max(0, aheadX) + Math.max(upX, downX);
  const top = y + Math.min(0, aheadY) + Math.min(upY, downY);
  const bottom = y + Math.max(0, aheadY) + Math.max(upY, downY);
  if (!Number.isFinite(left + right + top + bottom)) return undefined;
  const begin = along(direction, x, y);
  const end = along(direction, x + aheadX, y + aheadY);
  return {
    text,
    left,
    top,
    right,
    bottom,
    direction,
    start: Math.min(begin, end),
    end: Math.max(begin, end),
    baseline: down(direction, x, y),
    size,
  };
}

/** The nearest of the four ways: 0 right, 1 down, 2 left, 3 up. */
function directionOf(x: number, y: number): number {
  return (Math.round(Math.atan2(y, x) / (Math.PI / 2)) + 4) % 4;
}

/** How far along a point is, for somebody who turns the page until the text is upright. */
function along(direction: number, x: number, y: number): number {
  if (direction === 0) return x;
  if (direction === 1) return y;
  return direction === 2 ? -x : -y;
}

/** How far down a point is, for the same. */
function down(direction: number, x: number, y: number): number {
  if (direction === 0) return y;
  if (direction === 1) return -x;
  return direction === 2 ? -y : x;
}
