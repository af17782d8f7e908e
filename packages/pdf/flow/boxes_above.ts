/** A designed box, in millimetres from the top of the page. */
export interface BoxPosition {
  readonly top: number;
  readonly height: number;
}

/** Designed text boxes often overlap slightly: up to a fifth of the smaller one still counts as above. */
const OVERLAP = 0.2;

function isAbove(a: BoxPosition, b: BoxPosition): boolean {
  return a.top < b.top && a.top + a.height - b.top <= OVERLAP * Math.min(a.height, b.height) + 0.01;
}

/** The indexes of boxes from top to bottom; a stable sort. */
export function topDown(boxes: ReadonlyArray<BoxPosition>): ReadonlyArray<number> {
  return boxes
    .map((_, index) => index)
    .toSorted((a, b) => (boxes[a]?.top ?? 0) - (boxes[b]?.top ?? 0));
}

/**
 * Returns the indexes of the boxes directly above each box, with no box in between.
 *
 * Searches upwards from each box, and only among boxes that extend to the lowest box above it, so that the
 * time grows with the number of boxes and not of their pairs.
 */
export function boxesAbove(
  boxes: ReadonlyArray<BoxPosition>,
): ReadonlyArray<ReadonlyArray<number>> {
  const above: Array<ReadonlyArray<number>> = boxes.map(() => []);
  const order = topDown(boxes);
  const sortedBoxes = order.flatMap((offset) => boxes[offset] ?? []);
  const reach = lowestInBlocks(sortedBoxes);
  sortedBoxes.forEach((box, position) => {
    const indexes: Array<number> = [];
    let lowest: BoxPosition | undefined;
    let offset = position - 1;
    while (offset >= 0) {
      // A box that ends above the lowest box found is above that one, not directly above this box.
      if (lowest !== undefined && (reach[Math.floor(offset / BLOCK)] ?? 0) < lowest.top) {
        offset = Math.floor(offset / BLOCK) * BLOCK - 1;
        continue;
      }
      const other = sortedBoxes[offset];
      if (other !== undefined && isAbove(other, box)) {
        lowest ??= other;
        if (!isAbove(other, lowest)) indexes.push(order[offset] ?? 0);
      }
      offset -= 1;
    }
    above[order[position] ?? 0] = indexes;
  });
  return above;
}

/** The number of boxes that are skipped at once when none extends far enough. */
const BLOCK = 32;

/** The lowest bottom edge in each block. */
function lowestInBlocks(sortedBoxes: ReadonlyArray<BoxPosition>): ReadonlyArray<number> {
  const deepest: Array<number> = [];
  sortedBoxes.forEach(({ top, height }, index) => {
    const block = Math.floor(index / BLOCK);
    deepest[block] = Math.max(deepest[block] ?? Number.NEGATIVE_INFINITY, top + height);
  });
  return deepest;
}

/** The lowest bottom edge up to each box. */
function lowestSoFar(sortedBoxes: ReadonlyArray<BoxPosition>): ReadonlyArray<number> {
  let deepest = Number.NEGATIVE_INFINITY;
  return sortedBoxes.map(({ top, height }) => (deepest = Math.max(deepest, top + height)));
}

/**
 * Returns a predicate for whether any box overlaps a vertical extent.
 *
 * @param tolerance The overlap that is ignored.
 */
export function overlapsAny(
  boxes: ReadonlyArray<BoxPosition>,
  tolerance: number,
): (extent: BoxPosition) => boolean {
  const sortedBoxes = topDown(boxes).flatMap((offset) => boxes[offset] ?? []);
  const reach = lowestSoFar(sortedBoxes);
  return ({ top, height }) => {
    const before = countWhere(sortedBoxes, (box) => box.top < top + height - tolerance);
    return before > 0 && (reach[before - 1] ?? 0) > top + tolerance;
  };
}

/** The number of leading items that satisfy a predicate, by binary search. */
export function countWhere<A>(list: ReadonlyArray<A>, predicate: (item: A) => boolean): number {
  let [least, most] = [0, list.length];
  while (least < most) {
    const middle = Math.floor((least + most) / 2);
    const item = list[middle];
    if (item !== undefined && predicate(item)) least = middle + 1;
    else most = middle;
  }
  return least;
}
