interface Extent {
  readonly top: number;
  readonly height: number;
}

/** Text boxes are often drawn a little into each other; a fifth of the smaller one still counts as above. */
const OVERLAP = 0.2;

function isAbove(a: Extent, b: Extent): boolean {
  return a.top < b.top && a.top + a.height - b.top <= OVERLAP * Math.min(a.height, b.height) + 0.01;
}

/** The boxes directly above one: nothing that stands above it stands below them. */
export function standsAbove(boxes: ReadonlyArray<Extent>, at: number): ReadonlyArray<number> {
  const box = boxes[at];
  if (box === undefined) return [];
  const above = boxes.flatMap((other, index) =>
    index !== at && isAbove(other, box) ? [index] : [],
  );
  const tops = above.map((index) => boxes[index]?.top ?? 0);
  const lowest = boxes[above[tops.indexOf(Math.max(...tops))] ?? -1];
  if (lowest === undefined) return [];
  return above.filter((index) => {
    const other = boxes[index];
    return other !== undefined && !isAbove(other, lowest);
  });
}
