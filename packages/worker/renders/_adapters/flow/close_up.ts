import { standsAbove } from "./stands_above.ts";

/** A box as it was designed, and whether it is drawn. */
export interface DesignedBox {
  readonly top: number;
  readonly height: number;
  readonly isShown: boolean;
}

/**
 * Moves up what stands below boxes that are not drawn, unless something drawn stands beside them.
 *
 * @returns The new top of every box, in the order given.
 */
export function closeUp(boxes: ReadonlyArray<DesignedBox>): ReadonlyArray<number> {
  if (boxes.every(({ isShown }) => isShown)) return boxes.map(({ top }) => top);
  const shifts: Array<number> = Array(boxes.length).fill(0);
  const freedBy = boxes.map((_, at) => freed(boxes, at));
  const order = boxes
    .map((_, at) => at)
    .toSorted((a, b) => (boxes[a]?.top ?? 0) - (boxes[b]?.top ?? 0));
  for (const at of order) {
    const above = standsAbove(boxes, at);
    if (above.length > 0) {
      shifts[at] = Math.max(...above.map((other) => (shifts[other] ?? 0) - (freedBy[other] ?? 0)));
    }
  }
  return boxes.map(({ top }, at) => top + (shifts[at] ?? 0));
}

/** The height a box leaves when it is not drawn: its own, and the gap to what comes next. */
function freed(boxes: ReadonlyArray<DesignedBox>, at: number): number {
  const box = boxes[at];
  if (box === undefined || box.isShown) return 0;
  const bottom = box.top + box.height;
  const gaps = boxes.filter((other) => other.top >= bottom).map(({ top }) => top - bottom);
  return box.height + (gaps.length === 0 ? 0 : Math.min(...gaps));
}
