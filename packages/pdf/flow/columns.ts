/** The tolerance when comparing lengths, since the builder rounds them. */
export const TOLERANCE = 0.05;

/**
 * Fills columns with units, one column after the other.
 *
 * @returns The end of the units of each column in use.
 */
export function columnEnds(
  units: ReadonlyArray<number>,
  { from, to }: { readonly from: number; readonly to: number },
  height: number,
  count: number,
): ReadonlyArray<number> {
  const ends: Array<number> = [];
  let end = from;
  while (ends.length < count && end < to) {
    let used = 0;
    const start = end;
    while (end < to && used + (units[end] ?? 0) <= height + TOLERANCE) used += units[end++] ?? 0;
    if (end === start) break;
    ends.push(end);
  }
  return ends;
}

/** The height of the highest column. */
export function columnsHeight(
  units: ReadonlyArray<number>,
  from: number,
  ends: ReadonlyArray<number>,
): number {
  let [highest, start] = [0, from];
  for (const end of ends) {
    highest = Math.max(highest, sum(units.slice(start, end)));
    start = end;
  }
  return highest;
}

/** The smallest height, in steps of a tenth of a millimetre, at which columns hold all units. */
export function balancedHeight(
  units: ReadonlyArray<number>,
  range: { readonly from: number; readonly to: number },
  count: number,
): number {
  const total = sum(units.slice(range.from, range.to));
  const fits = (height: number) => columnEnds(units, range, height, count).at(-1) === range.to;
  let [least, most] = [Math.floor((total / count) * 10), Math.ceil(total * 10)];
  while (least < most) {
    const middle = (least + most) >> 1;
    if (fits(middle / 10)) most = middle;
    else least = middle + 1;
  }
  const ends = columnEnds(units, range, most / 10, count);
  return range.from === range.to ? 0 : columnsHeight(units, range.from, ends);
}

function sum(lengths: ReadonlyArray<number>): number {
  return lengths.reduce((total, length) => total + length, 0);
}
