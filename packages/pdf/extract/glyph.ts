import type { TextFont } from "./text_fonts.ts";

/** A transformation matrix in PDF notation: `[a b c d e f]`. */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Returns the transformation that applies `first`, then `second`. */
export function multiplyMatrices(first: Matrix, second: Matrix): Matrix {
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

/** A glyph on a page, in points from the upper left corner. */
export interface Glyph {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** The reading direction: 0 right, 1 down, 2 left, 3 up. */
  readonly direction: number;
  /** Start and end along the reading direction. */
  readonly start: number;
  readonly end: number;
  /** The position of its baseline across the reading direction. */
  readonly baseline: number;
  /** The visible font size in points. */
  readonly size: number;
}

/** How the glyphs of a string are shown. */
export interface Setting {
  readonly font: TextFont;
  /** Maps points of the string to the page. */
  readonly matrix: Matrix;
  /** The font size in the string's coordinates, and the horizontal scale of a glyph's width. */
  readonly height: number;
  readonly width: number;
  /** The distance above the baseline. */
  readonly rise: number;
  readonly direction: number;
  /** The visible font size in points. */
  readonly size: number;
}

/** Returns how the glyphs of a string are shown, undefined when they have no visible size. */
export function settingOf(
  font: TextFont,
  matrix: Matrix,
  { size, scale, rise }: { readonly size: number; readonly scale: number; readonly rise: number },
): Setting | undefined {
  const [a, b, c, d] = matrix;
  const width = size * scale;
  const visibleSize = Math.abs(size) * Math.hypot(c, d);
  if (!(visibleSize > 0) || !Number.isFinite(visibleSize)) return undefined;
  const direction = directionOf(a * width, b * width);
  return { font, matrix, height: size, width, rise, direction, size: visibleSize };
}

/**
 * Returns a glyph on the page, undefined when its position is not finite.
 *
 * @param from Its start in the string.
 * @param part Its width, as a fraction of the font size.
 */
export function placeGlyph(
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
  const begin = alongReading(direction, x, y);
  const end = alongReading(direction, x + aheadX, y + aheadY);
  return {
    text,
    left,
    top,
    right,
    bottom,
    direction,
    start: Math.min(begin, end),
    end: Math.max(begin, end),
    baseline: acrossReading(direction, x, y),
    size,
  };
}

/** The nearest reading direction. */
function directionOf(x: number, y: number): number {
  return (Math.round(Math.atan2(y, x) / (Math.PI / 2)) + 4) % 4;
}

/** The coordinate of a point along the reading direction. */
function alongReading(direction: number, x: number, y: number): number {
  if (direction === 0) return x;
  if (direction === 1) return y;
  return direction === 2 ? -x : -y;
}

/** The coordinate of a point across the reading direction. */
function acrossReading(direction: number, x: number, y: number): number {
  if (direction === 0) return y;
  if (direction === 1) return -x;
  return direction === 2 ? -y : x;
}
