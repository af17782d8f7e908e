import type { Box } from "@paraph/core/signatures";

/** A rectangle on a page as it is shown: points from its lower left corner. */
export interface ShownBox {
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

/** The colour of what is written by hand: a dark blue, as operands. */
export const INK = "0.078 0.129 0.239";

/** Where a box in percent stands on a page of a size. */
export function shownBox(
  { x, y, width, height }: Box,
  page: { readonly width: number; readonly height: number },
): ShownBox {
  return {
    left: (x / 100) * page.width,
    bottom: page.height - ((y + height) / 100) * page.height,
    width: (width / 100) * page.width,
    height: (height / 100) * page.height,
  };
}

/** The inside of a box: what is drawn there does not touch its sides. */
export function inset({ left, bottom, width, height }: ShownBox): ShownBox {
  const margin = Math.min(1, width / 20, height / 20);
  return {
    left: left + margin,
    bottom: bottom + margin,
    width: width - 2 * margin,
    height: height - 2 * margin,
  };
}
