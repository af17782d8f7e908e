import type { Box } from "@paraph/core/signatures";

/** A rectangle in the visible area of a page, in points from its lower left corner. */
export interface VisibleBox {
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

/** The colour of handwriting: a dark blue, as operands of `rg`. */
export const INK = "0.078 0.129 0.239";

/** Converts a box in percent to points. */
export function toVisibleBox(
  { x, y, width, height }: Box,
  page: { readonly width: number; readonly height: number },
): VisibleBox {
  return {
    left: (x / 100) * page.width,
    bottom: page.height - ((y + height) / 100) * page.height,
    width: (width / 100) * page.width,
    height: (height / 100) * page.height,
  };
}

/** Returns a box with a small margin inside another box. */
export function inset({ left, bottom, width, height }: VisibleBox): VisibleBox {
  const margin = Math.min(1, width / 20, height / 20);
  return {
    left: left + margin,
    bottom: bottom + margin,
    width: width - 2 * margin,
    height: height - 2 * margin,
  };
}
