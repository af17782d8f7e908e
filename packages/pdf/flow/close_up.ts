import { countWhere, type BoxPosition, boxesAbove, topDown } from "./boxes_above.ts";

/** A designed box, and whether it is drawn. */
export interface DesignedBox extends BoxPosition {
  readonly isShown: boolean;
  /** How much higher than designed it is. */
  readonly growth?: number;
}

/**
 * Moves boxes up into the space of boxes above that are not drawn, unless a drawn box is next to those, and down
 * below boxes that are higher than designed.
 *
 * @returns The new top of every box, in the order of `boxes`.
 */
export function closeUp(boxes: ReadonlyArray<DesignedBox>): ReadonlyArray<number> {
  if (boxes.every(({ isShown, growth = 0 }) => isShown && growth === 0))
    return boxes.map(({ top }) => top);
  const shifts: Array<number> = Array(boxes.length).fill(0);
  const above = boxesAbove(boxes);
  const tops = boxes.map(({ top }) => top).toSorted((a, b) => a - b);
  const freedHeights = boxes.map((box) => freedHeight(box, tops));
  for (const index of topDown(boxes)) {
    const others = above[index] ?? [];
    if (others.length === 0) continue;
    shifts[index] = others.reduce(
      (most, other) => Math.max(most, (shifts[other] ?? 0) - (freedHeights[other] ?? 0)),
      Number.NEGATIVE_INFINITY,
    );
  }
  return boxes.map(({ top }, index) => top + (shifts[index] ?? 0));
}

/** The height that an undrawn box frees: its own, and the gap to the next box. */
function freedHeight(
  { top, height, isShown, growth = 0 }: DesignedBox,
  tops: ReadonlyArray<number>,
): number {
  if (isShown) return -growth;
  const bottom = top + height;
  const next = tops[countWhere(tops, (other) => other < bottom)];
  return height + (next === undefined ? 0 : next - bottom);
}
