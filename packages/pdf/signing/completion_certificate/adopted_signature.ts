import type {
  DrawnSignature,
  ImageSignature,
  AdoptedSignature,
  TypedSignature,
} from "@paraph/core/builtin_provider";

import { outlineOfLine, signatureLine } from "../marks/ink.ts";

/** The colour of the pen. */
const PEN = "#14213d";

/** The bounds of a drawing in its own units, with y downwards. */
interface Frame {
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Returns a signature as SVG, as in the signed document: as large as possible, at the bottom centre of its
 * box. Returns undefined when the signature has no ink.
 */
export function adoptedSignatureSvg(
  signature: Exclude<AdoptedSignature, ImageSignature>,
): string | undefined {
  return signature.kind === "typed" ? typedDrawing(signature) : drawnDrawing(signature);
}

/** In the face of the signed document. */
function typedDrawing(signature: TypedSignature): string | undefined {
  const ink = signatureLine(signature);
  if (ink === undefined) return undefined;
  const { line, left, bottom, width, height } = ink;
  const path = `<path fill="${PEN}" d="${outlineOfLine(line)}"/>`;
  return svgOf({ left, bottom: -bottom, width, height }, path);
}

function drawnDrawing({ width, height, strokes }: DrawnSignature): string {
  const pen = Math.max(width, height) / 120;
  const xs = strokes.flatMap((stroke) => stroke.filter((_, index) => index % 2 === 0));
  const ys = strokes.flatMap((stroke) => stroke.filter((_, index) => index % 2 === 1));
  const [left, top] = [least(xs) - pen, least(ys) - pen];
  const [right, bottom] = [-least(xs.map((x) => -x)) + pen, -least(ys.map((y) => -y)) + pen];
  const paths = strokes.map((stroke) => `<path d="${pathOf(stroke)}"/>`).join("");
  const lines =
    `<g fill="none" stroke="${PEN}" stroke-width="${pen}" ` +
    `stroke-linecap="round" stroke-linejoin="round">${paths}</g>`;
  return svgOf({ left, bottom, width: right - left, height: bottom - top }, lines);
}

function svgOf({ left, bottom, width, height }: Frame, content: string): string {
  const frame = [left, bottom - height, width, height].map((length) => length.toFixed(1));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${frame.join(" ")}" ` +
    `preserveAspectRatio="xMidYMax">${content}</svg>`
  );
}

function least(numbers: ReadonlyArray<number>): number {
  return numbers.reduce((smallest, number) => Math.min(smallest, number), Number.POSITIVE_INFINITY);
}

/** A curve through the midpoints of the points, as in the document; a dot is a line of length 0.1. */
function pathOf(stroke: ReadonlyArray<number>): string {
  const points = stroke.flatMap((x, index) =>
    index % 2 === 0 ? [[x, stroke[index + 1] ?? 0] as const] : [],
  );
  const [first = [0, 0], ...rest] = points;
  const last = rest.at(-1);
  if (last === undefined) return `M ${first.join(" ")} l 0.1 0`;
  const bends = rest.slice(0, -1).map(([x, y], index) => {
    const [nextX, nextY] = rest[index + 1] ?? last;
    const isEnd = index === rest.length - 2;
    const to = isEnd ? last : ([(x + nextX) / 2, (y + nextY) / 2] as const);
    return `Q ${x} ${y} ${to.join(" ")}`;
  });
  const end = bends.length === 0 ? `L ${last.join(" ")}` : bends.join(" ");
  return `M ${first.join(" ")} ${end}`;
}
