import type { DrawnSignature } from "@paraph/core/signing";

import { COLOURS } from "./drawing_board.ts";

/** A drawn signature as an SVG, cut to what was drawn. */
export interface AdoptedDrawing {
  readonly svg: string;
  /** How wide it is for its height. */
  readonly aspect: number;
}

/** Draws the lines of a signature. */
export function adoptedDrawing({ width, height, strokes }: DrawnSignature): AdoptedDrawing {
  const pen = Math.max(width, height) / 120;
  const xs = strokes.flatMap((stroke) => stroke.filter((_, at) => at % 2 === 0));
  const ys = strokes.flatMap((stroke) => stroke.filter((_, at) => at % 2 === 1));
  const [left, top] = [least(xs) - pen, least(ys) - pen];
  const [right, bottom] = [-least(xs.map((x) => -x)) + pen, -least(ys.map((y) => -y)) + pen];
  const paths = strokes.map((stroke) => `<path d="${pathOf(stroke, left, top)}"/>`).join("");
  const [wide, high] = [right - left, bottom - top];
  return {
    aspect: wide / high,
    svg:
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}">` +
      `<g fill="none" stroke="${COLOURS.pen}" stroke-width="${pen}" ` +
      `stroke-linecap="round" stroke-linejoin="round">${paths}</g></svg>`,
  };
}

function least(numbers: ReadonlyArray<number>): number {
  return numbers.reduce((smallest, number) => Math.min(smallest, number), Number.POSITIVE_INFINITY);
}

/** A dot is a line that goes nearly nowhere. */
function pathOf(stroke: ReadonlyArray<number>, left: number, top: number): string {
  const points = stroke.flatMap((x, at) =>
    at % 2 === 0 ? [`${x - left} ${(stroke[at + 1] ?? 0) - top}`] : [],
  );
  const [first = "0 0"] = points;
  const rest = points.slice(1);
  return rest.length === 0 ? `M ${first} l 0.1 0` : `M ${first} L ${rest.join(" L ")}`;
}
