import type { Raster } from "./raster.ts";

/** How far a shade may be off: half of what one pixel's anti-aliasing may turn. */
const SHADE = 48;

/**
 * Counts pixels of either picture that the other has nowhere within a pixel: what has moved by up to one
 * pixel is the same, what is missing, added or moved farther is not. Pictures of different sizes differ
 * in every pixel.
 */
export function differingPixels(one: Raster, other: Raster): number {
  if (one.width !== other.width || one.height !== other.height) return one.grey.length;
  return beyond(one, rangeOf(other)) + beyond(other, rangeOf(one));
}

/** The darkest and the lightest shade around each pixel. */
interface Range {
  readonly least: Uint8Array;
  readonly most: Uint8Array;
}

function beyond({ grey }: Raster, { least, most }: Range): number {
  let count = 0;
  grey.forEach((shade, at) => {
    if (shade < (least[at] ?? 0) - SHADE || shade > (most[at] ?? 255) + SHADE) count += 1;
  });
  return count;
}

function rangeOf({ width, height, grey }: Raster): Range {
  return {
    least: around(grey, width, height, Math.min),
    most: around(grey, width, height, Math.max),
  };
}

/** Along rows, then along columns: three pixels each. */
function around(
  grey: Uint8Array,
  width: number,
  height: number,
  choose: (a: number, b: number, c: number) => number,
): Uint8Array {
  const pass = (from: Uint8Array, step: number, isEdge: (at: number, by: number) => boolean) =>
    from.map((shade, at) => {
      const before = isEdge(at, -1) ? shade : (from[at - step] ?? shade);
      const after = isEdge(at, 1) ? shade : (from[at + step] ?? shade);
      return choose(before, shade, after);
    });
  const rows = pass(grey, 1, (at, by) => (by < 0 ? at % width === 0 : at % width === width - 1));
  return pass(rows, width, (at, by) => (by < 0 ? at < width : at >= width * (height - 1)));
}
