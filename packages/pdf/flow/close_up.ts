import { countWhere, type Designed, standsAbove, topDown } from "./stands_above.ts";

/** A designed box, and whether it is drawn. */
export interface DesignedBox extends Designed {
  readonly isShown: boolean;
}

/**
 * Moves boxes up into the space of boxes above that are not drawn, unless a drawn box is next to those.
 *
 * @returns The new top of every box, in the order of `boxes`.
 */
export function closeUp(boxes: ReadonlyArray<DesignedBox>): ReadonlyArray<number> {
  if (boxes.every(({ isShown }) => isShown)) return boxes.map(({ top }) => top);
  const shifts: Array<number> = Array(boxes.length).fill(0);
  const above = standsAbove(boxes);
  const tops = boxes.map(({ top }) => top).toSorted((a, b) => a - b);
  const freedBy = boxes.map((box) => freed(box, tops));
  for (const at of topDown(boxes)) {
    const others = above[at] ?? [];
    if (others.length === 0) continue;
    shifts[at] = others.reduce(
      (most, other) => Math.max(most, (shifts[other] ?? 0) - (freedBy[other] ?? 0)),
      Number.NEGATIVE_INFINITY,
    );
  }
  return boxes.map(({ top }, at) => top + (shifts[at] ?? 0));
}

/** The height that an undrawn box frees: its own, and the gap to the next box. */
function freed({ top, height, isShown }: DesignedBox, tops: ReadonlyArray<number>): number {
  if (isShown) return 0;
  const bottom = top + height;
  const next = tops[countWhere(tops, (other) => other < bottom)];
  return height + (next === undefined ? 0 : next - bottom);
}
