import type { Raster } from "./raster.ts";

/** How far a shade may be off: half of what one pixel's anti-aliasing may turn. */
const SHADE = 48;

/**
 * Counts pixels of either picture that the other has nowhere within reach: what has moved by so many
 * pixels is the same, what is missing, added or moved farther is not. Pictures of different sizes differ
 * in every pixel.
 */
export function differingPixels(one: Raster, other: Raster, reach: number): number {
  if (one.width !== other.width || one.height !== other.height) return one.grey.length;
  return beyond(one, rangeOf(other, reach)) + beyond(other, rangeOf(one, reach));
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

function rangeOf(raster: Raster, reach: number): Range {
  const extreme = (choose: (a: number, b: number, c: number) => number) =>
    Array.from({ length: reach }).reduce<Uint8Array>(
      (grey) => around({ ...raster, grey }, choose),
      raster.grey,
    );
  return { least: extreme(Math.min), most: extreme(Math.max) };
}

/** Chooses among three pixels along rows, then along columns. */
function around(
  { width, height, grey }: Raster,
  choose: (a: number, b: number, c: number) => number,
): Uint8Array {
  const pass = (from: Uint8Array, step: number, place: (at: number) => number, count: number) =>
    from.map((shade, at) => {
      const before = place(at) === 0 ? shade : (from[at - step] ?? shade);
      const after = place(at) === count - 1 ? shade : (from[at + step] ?? shade);
      return choose(before, shade, after);
    });
  const rows = pass(grey, 1, (at) => at % width, width);
  return pass(rows, width, (at) => Math.floor(at / width), height);
}
