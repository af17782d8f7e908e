import type { DrawnSignature } from "@paraph/core/signing";

/** A line as it is drawn: points in pixels of CSS from the upper left corner of the pad. */
export type Stroke = ReadonlyArray<readonly [x: number, y: number]>;

/** So many units of what is handed in make a pixel: curves stay smooth however large they are shown. */
export const FINENESS = 4;

/** No more are taken; what is drawn beyond them is left out. */
const MOST_POINTS = 10_000;
const MOST_STROKES = 1000;

/** Less ink than this is no signature but a tap or a slip, in pixels: 3 % of a small pad. */
const LEAST_INK = 9;

/** What is left free around the ink, in pixels. */
const MARGIN = 4;

/** What was drawn, cut to where there is ink, so that it fills the place that it is put to; nothing of a tap. */
export function drawingOf(strokes: ReadonlyArray<Stroke>): DrawnSignature | null {
  const points = strokes.flat();
  if (strokes.reduce((sum, stroke) => sum + lengthOf(stroke), 0) < LEAST_INK) return null;
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

/** Whether one more point can be taken. */
export function hasRoom(strokes: ReadonlyArray<Stroke>): boolean {
  const points = strokes.reduce((sum, stroke) => sum + stroke.length, 0);
  return strokes.length <= MOST_STROKES && points < MOST_POINTS;
}

/** The lines of a drawing as the pad has them, moved by so much. */
export function strokesOf({ strokes }: DrawnSignature, dx: number, dy: number): Array<Stroke> {
  return strokes.map((stroke) =>
    pairs(stroke).map(([x, y]) => [x / FINENESS + dx, y / FINENESS + dy] as const),
  );
}

/** A line as a path of SVG: a curve through the middles between its points. */
export function pathOf(stroke: ReadonlyArray<number>): string {
  const points = pairs(stroke);
  const [first = [0, 0], ...others] = points;
  if (others.length === 0) return `M${first.join(" ")}h0`;
  let path = `M${first.join(" ")}`;
  others.forEach(([x, y], at) => {
    const [nextX, nextY] = others[at + 1] ?? [x, y];
    const isLast = at === others.length - 1;
    path += isLast ? `L${x} ${y}` : `Q${x} ${y} ${(x + nextX) / 2} ${(y + nextY) / 2}`;
  });
  return path;
}

/** Whether something that was kept is a drawing. */
export function isStrokes(value: unknown): value is DrawnSignature {
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
  return stroke.reduce((sum, [x, y], at) => {
    const [lastX, lastY] = stroke[at - 1] ?? [x, y];
    return sum + Math.hypot(x - lastX, y - lastY);
  }, 0);
}

function pairs(stroke: ReadonlyArray<number>): Array<readonly [number, number]> {
  return Array.from({ length: Math.floor(stroke.length / 2) }, (_, at) => [
    stroke[2 * at] ?? 0,
    stroke[2 * at + 1] ?? 0,
  ]);
}

function extent(values: ReadonlyArray<number>): readonly [number, number] {
  return values.reduce(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Infinity, -Infinity],
  );
}
