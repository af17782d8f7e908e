import type { Pixels } from "./pixels.ts";

/** A picture of few colours: the index of each pixel's colour. */
export interface IndexedPicture {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each colour, one after the other. */
  readonly palette: Uint8Array;
  readonly dots: Uint8Array;
}

/** Similar colours, with the most frequent of them. */
interface Shade {
  readonly parts: readonly [red: number, green: number, blue: number];
  readonly cell: number;
  readonly count: number;
}

/** Eight neighbouring values of red, green and blue are one cell. */
const cellOf = (red: number, green: number, blue: number) =>
  ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);

/**
 * Reduces a picture to at most this many colours (256), by median cut: it repeatedly splits the fullest box.
 */
export function reduceColours({ width, height, rgb }: Pixels, limit: number): IndexedPicture {
  let boxes: ReadonlyArray<ReadonlyArray<Shade>> = [shadesOf(rgb)];
  while (boxes.length < limit) {
    const widest = boxes.reduce((best, box) => (weight(box) > weight(best) ? box : best));
    if (weight(widest) === 0) break;
    boxes = [...boxes.filter((box) => box !== widest), ...halves(widest)];
  }
  const palette = new Uint8Array(boxes.length * 3);
  const indexes = new Uint8Array(1 << 15);
  boxes.forEach((box, index) => {
    const mostFrequent = box.reduce((best, shade) => (shade.count > best.count ? shade : best));
    palette.set(mostFrequent.parts, index * 3);
    for (const { cell } of box) indexes[cell] = index;
  });
  const dots = new Uint8Array(width * height);
  for (let index = 0; index < dots.length; index++) dots[index] = indexes[cellAt(rgb, index)] ?? 0;
  return { width, height, palette, dots };
}

const cellAt = (rgb: Uint8Array, dot: number) =>
  cellOf(rgb[dot * 3] ?? 0, rgb[dot * 3 + 1] ?? 0, rgb[dot * 3 + 2] ?? 0);

function shadesOf(rgb: Uint8Array): ReadonlyArray<Shade> {
  const exact = new Map<number, number>();
  for (let offset = 0; offset < rgb.length; offset += 3) {
    const colour =
      ((rgb[offset] ?? 0) << 16) | ((rgb[offset + 1] ?? 0) << 8) | (rgb[offset + 2] ?? 0);
    exact.set(colour, (exact.get(colour) ?? 0) + 1);
  }
  const cells = new Map<number, { readonly best: number; readonly most: number; count: number }>();
  for (const [colour, count] of exact) {
    const cell = cellOf(colour >> 16, (colour >> 8) & 255, colour & 255);
    const entry = cells.get(cell);
    const isBest = entry === undefined || count > entry.most;
    const leader = isBest ? { best: colour, most: count } : entry;
    cells.set(cell, { ...leader, count: (entry?.count ?? 0) + count });
  }
  return Array.from(cells, ([cell, { best, count }]) => ({
    cell,
    count,
    parts: [best >> 16, (best >> 8) & 255, best & 255],
  }));
}

/** The extent of the colours of a box, along the component in which they differ most. */
function spread(box: ReadonlyArray<Shade>) {
  return ([0, 1, 2] as const)
    .map((part) => {
      const values = box.map(({ parts }) => parts[part]);
      return { part, width: Math.max(...values) - Math.min(...values) };
    })
    .reduce((best, each) => (each.width > best.width ? each : best));
}

/** Rare colours count too, or a small logo would lose its colours. */
function weight(box: ReadonlyArray<Shade>): number {
  const count = box.reduce((sum, shade) => sum + shade.count, 0);
  return spread(box).width * Math.cbrt(count);
}

function halves(box: ReadonlyArray<Shade>): ReadonlyArray<ReadonlyArray<Shade>> {
  const { part } = spread(box);
  const shades = box.toSorted((one, other) => one.parts[part] - other.parts[part]);
  const middle = ((shades[0]?.parts[part] ?? 0) + (shades.at(-1)?.parts[part] ?? 0)) / 2;
  const cut = shades.findIndex(({ parts }) => parts[part] > middle);
  return [shades.slice(0, cut), shades.slice(cut)];
}
