import type { Raster } from "./raster.ts";

/** The tolerated difference of a shade: about half of what anti-aliasing of an edge can change. */
const SHADE = 48;

/**
 * Counts the pixels of either picture without a match in the other within `reach` pixels: small shifts count
 * as equal, missing, added or more distant pixels do not. Pictures of different sizes differ in every pixel.
 */
export function differingPixels(one: Raster, other: Raster, reach: number): number {
  if (one.width !== other.width || one.height !== other.height) return one.grey.length;
  return missing(one, other, reach) + missing(other, one, reach);
}

/** Counts the pixels of a picture that another lacks. */
function missing({ width, grey }: Raster, other: Raster, reach: number): number {
  let count = 0;
  for (let index = 0; index < grey.length; index++) {
    const shade = grey[index] ?? 0;
    // Most pixels are in place.
    if (Math.abs(shade - (other.grey[index] ?? 0)) <= SHADE) continue;
    const [least, most] = rangeAround(other, index % width, Math.floor(index / width), reach);
    if (shade < least - SHADE || shade > most + SHADE) count += 1;
  }
  return count;
}

/** The darkest and the lightest shade around a pixel. */
function rangeAround({ width, height, grey }: Raster, x: number, y: number, reach: number) {
  let [least, most] = [255, 0];
  for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row++) {
    const end = row * width + Math.min(width - 1, x + reach);
    for (let index = row * width + Math.max(0, x - reach); index <= end; index++) {
      const shade = grey[index] ?? 0;
      least = Math.min(least, shade);
      most = Math.max(most, shade);
    }
  }
  return [least, most] as const;
}
