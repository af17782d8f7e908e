/** A box as it was designed; millimetres from the top of the page. */
export interface Designed {
  readonly top: number;
  readonly height: number;
}

/** Text boxes are often drawn a little into each other; a fifth of the smaller one still counts as above. */
const OVERLAP = 0.2;

function isAbove(a: Designed, b: Designed): boolean {
  return a.top < b.top && a.top + a.height - b.top <= OVERLAP * Math.min(a.height, b.height) + 0.01;
}

/** The indexes of boxes from top to bottom, those on one height in the order given. */
export function topDown(boxes: ReadonlyArray<Designed>): ReadonlyArray<number> {
  return boxes.map((_, at) => at).toSorted((a, b) => (boxes[a]?.top ?? 0) - (boxes[b]?.top ?? 0));
}

/**
 * The boxes directly above each: nothing that stands above it stands below them.
 *
 * Looks upwards from each box, and only at what reaches down to the lowest box above it, so that the
 * time it takes grows with the boxes and not with their pairs.
 */
export function standsAbove(boxes: ReadonlyArray<Designed>): ReadonlyArray<ReadonlyArray<number>> {
  const above: Array<ReadonlyArray<number>> = boxes.map(() => []);
  const order = topDown(boxes);
  const sorted = order.flatMap((at) => boxes[at] ?? []);
  const reach = deepestInBlocks(sorted);
  sorted.forEach((box, position) => {
    const found: Array<number> = [];
    let lowest: Designed | undefined;
    let at = position - 1;
    while (at >= 0) {
      // What ends above the lowest box that stands above is above that one, not directly above this.
      if (lowest !== undefined && (reach[Math.floor(at / BLOCK)] ?? 0) < lowest.top) {
        at = Math.floor(at / BLOCK) * BLOCK - 1;
        continue;
      }
      const other = sorted[at];
      if (other !== undefined && isAbove(other, box)) {
        lowest ??= other;
        if (!isAbove(other, lowest)) found.push(order[at] ?? 0);
      }
      at -= 1;
    }
    above[order[position] ?? 0] = found;
  });
  return above;
}

/** How many boxes are passed over at once when none of them reaches far enough. */
const BLOCK = 32;

/** How far down the boxes of each block reach. */
function deepestInBlocks(sorted: ReadonlyArray<Designed>): ReadonlyArray<number> {
  const deepest: Array<number> = [];
  sorted.forEach(({ top, height }, at) => {
    const block = Math.floor(at / BLOCK);
    deepest[block] = Math.max(deepest[block] ?? Number.NEGATIVE_INFINITY, top + height);
  });
  return deepest;
}

/** How far down the boxes up to each one reach. */
function deepestSoFar(sorted: ReadonlyArray<Designed>): ReadonlyArray<number> {
  let deepest = Number.NEGATIVE_INFINITY;
  return sorted.map(({ top, height }) => (deepest = Math.max(deepest, top + height)));
}

/**
 * Prepares boxes for being asked whether any of them lies beside or over an extent.
 *
 * @param tolerance How far two may reach into each other without counting as overlapping.
 */
export function overlapsAny(
  boxes: ReadonlyArray<Designed>,
  tolerance: number,
): (extent: Designed) => boolean {
  const sorted = topDown(boxes).flatMap((at) => boxes[at] ?? []);
  const reach = deepestSoFar(sorted);
  return ({ top, height }) => {
    const before = countWhere(sorted, (box) => box.top < top + height - tolerance);
    return before > 0 && (reach[before - 1] ?? 0) > top + tolerance;
  };
}

/** How many of a list come before the first that does not hold; all that hold come first. */
export function countWhere<A>(list: ReadonlyArray<A>, holds: (item: A) => boolean): number {
  let [least, most] = [0, list.length];
  while (least < most) {
    const middle = Math.floor((least + most) / 2);
    const item = list[middle];
    if (item !== undefined && holds(item)) least = middle + 1;
    else most = middle;
  }
  return least;
}
