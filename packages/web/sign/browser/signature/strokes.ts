import type { DrawnSignature } from "@paraph/core/builtin_provider";

/** A stroke: points in CSS pixels from the upper left corner of the pad. */
export type Stroke = ReadonlyArray<readonly [x: number, y: number]>;

/** Units of a submitted drawing per pixel: curves stay smooth at every size. */
export const FINENESS = 4;

/** The maximum numbers of strokes and points; the rest is ignored. */
const MAX_POINTS = 10_000;
const MAX_STROKES = 1000;

/** The minimum length of a signature in pixels, 3 % of a small pad: less is a tap. */
const MIN_INK = 9;

/** The margin around the ink, in pixels. */
const MARGIN = 4;

/** Converts strokes to a drawing that is cropped to its ink; `null` for a tap. */
export function toDrawing(strokes: ReadonlyArray<Stroke>): DrawnSignature | null {
  const points = strokes.flat();
  if (strokes.reduce((total, stroke) => total + lengthOf(stroke), 0) < MIN_INK) return null;
  const [left, right] = extent(points.map(([x]) => x));
  const [top, bottom] = extent(points.map(([, y]) => y));
  const units = (pixels: number, from: number) => Math.round((pixels - from + MARGIN) * FINENESS);
  const cut = strokes.map((stroke) => stroke.flatMap(([x, y]) => [units(x, left), units(y, top)]));
  return {
    kind: "drawn",
    width: units(right, left) + MARGIN * FINENESS,
    height: units(bottom, top) + MARGIN * FINENESS,
    strokes: cut,
  };
}

/** Whether another point can be added. */
export function canAddPoint(strokes: ReadonlyArray<Stroke>): boolean {
  const points = strokes.reduce((total, stroke) => total + stroke.length, 0);
  return strokes.length <= MAX_STROKES && points < MAX_POINTS;
}

/** Converts a drawing to strokes, moved by an offset. */
export function toStrokes({ strokes }: DrawnSignature, dx: number, dy: number): Array<Stroke> {
  return strokes.map((stroke) =>
    pairs(stroke).map(([x, y]) => [x / FINENESS + dx, y / FINENESS + dy] as const),
  );
}

/** Returns an SVG path: a curve through the midpoints of a stroke. */
export function toPath(stroke: ReadonlyArray<number>): string {
  const points = pairs(stroke);
  const [first = [0, 0], ...others] = points;
  if (others.length === 0) return `M${first.join(" ")}h0`;
  let path = `M${first.join(" ")}`;
  others.forEach(([x, y], index) => {
    const [nextX, nextY] = others[index + 1] ?? [x, y];
    const isLast = index === others.length - 1;
    path += isLast ? `L${x} ${y}` : `Q${x} ${y} ${(x + nextX) / 2} ${(y + nextY) / 2}`;
  });
  return path;
}

/** Whether a saved value is a drawing. */
export function isDrawing(value: unknown): value is DrawnSignature {
  if (typeof value !== "object" || value === null) return false;
  const { kind, width, height, strokes } = value as Partial<Record<string, unknown>>; // any object
  return (
    kind === "drawn" &&
    Number.isInteger(width) &&
    Number.isInteger(height) &&
    Array.isArray(strokes) &&
    strokes.every((stroke) => Array.isArray(stroke) && stroke.every(Number.isInteger))
  );
}

function lengthOf(stroke: Stroke): number {
  return stroke.reduce((total, [x, y], index) => {
    const [lastX, lastY] = stroke[index - 1] ?? [x, y];
    return total + Math.hypot(x - lastX, y - lastY);
  }, 0);
}

function pairs(stroke: ReadonlyArray<number>): Array<readonly [number, number]> {
  return Array.from({ length: Math.floor(stroke.length / 2) }, (_, index) => [
    stroke[2 * index] ?? 0,
    stroke[2 * index + 1] ?? 0,
  ]);
}

function extent(values: ReadonlyArray<number>): readonly [number, number] {
  return values.reduce(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Infinity, -Infinity],
  );
}
