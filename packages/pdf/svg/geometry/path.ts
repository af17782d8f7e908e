import svgpath from "svgpath";

import { quote, UnsupportedDrawing } from "../../permanent_render_error.ts";
import { type Box, boxOf, type Matrix, transformPoint } from "./matrix.ts";

/** A step of a path: move, line, cubic Bézier curve, or close. */
type Segment =
  | readonly [op: "M" | "L", x: number, y: number]
  | readonly [op: "C", x1: number, y1: number, x2: number, y2: number, x: number, y: number]
  | readonly [op: "Z"];

/** A point of a path where markers are drawn, and the directions in which the path arrives and leaves. */
export interface Vertex {
  readonly x: number;
  readonly y: number;
  readonly arrives: Direction | undefined;
  readonly leaves: Direction | undefined;
}
export type Direction = readonly [x: number, y: number];

export interface Path {
  readonly segments: ReadonlyArray<Segment>;
  /** The number of segments up to the end of each command of the path data: an arc has several. */
  readonly commandEnds?: ReadonlyArray<number>;
}

/** Parses path data. Fails with `UnsupportedDrawing`. */
export function parsePath(data: string): Path {
  const segments: Array<Segment> = [];
  const commandEnds: Array<number> = [];
  const parsed = svgpath(data);
  if ("err" in parsed && parsed.err !== "")
    throw new UnsupportedDrawing(`The path ${quote(data)} cannot be read`);
  parsed
    .abs()
    .unshort()
    .iterate((segment, _index, x, y) => {
      segments.push(...segmentsOf(segment, x, y));
      commandEnds.push(segments.length);
    });
  return { segments, commandEnds };
}

type SvgSegment = Parameters<Parameters<ReturnType<typeof svgpath>["iterate"]>[0]>[0];

/** Converts an absolute segment that starts at a point. */
function segmentsOf(segment: SvgSegment, x: number, y: number): ReadonlyArray<Segment> {
  switch (segment[0]) {
    case "M":
    case "L":
    case "C":
      return [segment];
    case "H":
      return [["L", segment[1], y]];
    case "V":
      return [["L", x, segment[1]]];
    case "Q": {
      const [, x1, y1, x2, y2] = segment;
      const third = (from: number, control: number) => from + ((control - from) * 2) / 3;
      return [["C", third(x, x1), third(y, y1), third(x2, x1), third(y2, y1), x2, y2]];
    }
    case "A": {
      const curves: Array<Segment> = [];
      svgpath(`M${x} ${y}${segment.join(" ")}`)
        .unarc()
        .iterate((part) => {
          if (part[0] === "C" || part[0] === "L") curves.push(part);
        });
      return curves;
    }
    case "Z":
    case "z":
      return [["Z"]];
    default:
      return [];
  }
}

/** The control point distance with which a Bézier curve approximates a quarter of a circle, per radius. */
const QUARTER = 0.5522847498;

/** An ellipse, which starts at its right. */
export function ellipsePath(cx: number, cy: number, rx: number, ry: number): Path {
  const [kx, ky] = [rx * QUARTER, ry * QUARTER];
  return {
    segments: [
      ["M", cx + rx, cy],
      ["C", cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry],
      ["C", cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy],
      ["C", cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry],
      ["C", cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy],
      ["Z"],
    ],
  };
}

export function rectanglePath({ x, y, width, height }: Box, rx = 0, ry = 0): Path {
  const [right, bottom] = [x + width, y + height];
  if (rx <= 0 || ry <= 0) {
    return {
      segments: [["M", x, y], ["L", right, y], ["L", right, bottom], ["L", x, bottom], ["Z"]],
    };
  }
  const [kx, ky] = [rx * (1 - QUARTER), ry * (1 - QUARTER)];
  return {
    segments: [
      ["M", x + rx, y],
      ["L", right - rx, y],
      ["C", right - kx, y, right, y + ky, right, y + ry],
      ["L", right, bottom - ry],
      ["C", right, bottom - ky, right - kx, bottom, right - rx, bottom],
      ["L", x + rx, bottom],
      ["C", x + kx, bottom, x, bottom - ky, x, bottom - ry],
      ["L", x, y + ry],
      ["C", x, y + ky, x + kx, y, x + rx, y],
      ["Z"],
    ],
  };
}

/** A path through points. */
export function pointsPath(numbers: ReadonlyArray<number>, isClosed: boolean): Path {
  const segments: Array<Segment> = [];
  for (let index = 0; index + 1 < numbers.length; index += 2)
    segments.push([index === 0 ? "M" : "L", numbers[index] ?? 0, numbers[index + 1] ?? 0]);
  if (isClosed && segments.length > 0) segments.push(["Z"]);
  return { segments };
}

export function transformPath(matrix: Matrix, { segments }: Path): Path {
  const at = (x: number, y: number) => transformPoint(matrix, x, y);
  return {
    segments: segments.map((segment): Segment => {
      if (segment[0] === "Z") return segment;
      if (segment[0] !== "C") return [segment[0], ...at(segment[1], segment[2])];
      const [op, x1, y1, x2, y2, x, y] = segment;
      return [op, ...at(x1, y1), ...at(x2, y2), ...at(x, y)];
    }),
  };
}

/** The operators that build a path. */
export function pathOperators(
  { segments }: Path,
  format: (...numbers: ReadonlyArray<number>) => string,
): string {
  let content = "";
  for (const segment of segments) {
    switch (segment[0]) {
      case "M":
        content += `${format(segment[1], segment[2])} m\n`;
        break;
      case "L":
        content += `${format(segment[1], segment[2])} l\n`;
        break;
      case "C": {
        const [, x1, y1, x2, y2, x, y] = segment;
        content += `${format(x1, y1, x2, y2, x, y)} c\n`;
        break;
      }
      default:
        content += "h\n";
    }
  }
  return content;
}

/** The bounding box of the geometry, without its stroke. */
export function pathBox({ segments }: Path): Box {
  const points: Array<readonly [number, number]> = [];
  let [x, y] = [0, 0];
  for (const segment of segments) {
    if (segment[0] === "Z") continue;
    if (segment[0] === "C") {
      const [, x1, y1, x2, y2, endX, endY] = segment;
      for (const at of [...extremes(x, x1, x2, endX), ...extremes(y, y1, y2, endY)])
        points.push([bezier(x, x1, x2, endX, at), bezier(y, y1, y2, endY, at)]);
    }
    [x, y] = segment[0] === "C" ? [segment[5], segment[6]] : [segment[1], segment[2]];
    points.push([x, y]);
  }
  return boxOf(points);
}

function bezier(p0: number, p1: number, p2: number, p3: number, at: number): number {
  const rest = 1 - at;
  return rest ** 3 * p0 + 3 * rest ** 2 * at * p1 + 3 * rest * at ** 2 * p2 + at ** 3 * p3;
}

/** Where a coordinate of a curve is extreme, inside the curve. */
function extremes(p0: number, p1: number, p2: number, p3: number): ReadonlyArray<number> {
  const [a, b, c] = [p3 - 3 * p2 + 3 * p1 - p0, 2 * (p2 - 2 * p1 + p0), p1 - p0];
  const roots =
    Math.abs(a) < 1e-12
      ? [-c / b]
      : [
          (-b + Math.sqrt(b * b - 4 * a * c)) / (2 * a),
          (-b - Math.sqrt(b * b - 4 * a * c)) / (2 * a),
        ];
  return roots.filter((root) => root > 0 && root < 1);
}

/** The vertices of a path with their directions, for markers. */
export function verticesOf({ segments, commandEnds }: Path): ReadonlyArray<Vertex> {
  const ends = new Set(commandEnds ?? segments.map((_, index) => index + 1));
  const vertices: Array<{ x: number; y: number; arrives?: Direction; leaves?: Direction }> = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  segments.forEach((segment, index) => {
    const from: Direction = [x, y];
    const isMove = segment[0] === "M";
    const points = controlPoints(segment, [startX, startY]);
    [x, y] = points.at(-1) ?? from;
    if (isMove) [startX, startY] = [x, y];
    const leaves = isMove ? undefined : directionOf([from, ...points]);
    const arrives = isMove ? undefined : directionOf([...points.toReversed(), from], -1);
    const last = vertices.at(-1);
    if (last !== undefined && leaves !== undefined) last.leaves ??= leaves;
    if (!ends.has(index + 1)) return;
    vertices.push({ x, y, ...(arrives === undefined ? {} : { arrives }) });
  });
  return vertices.map(({ x, y, arrives, leaves }) => ({ x, y, arrives, leaves }));
}

function controlPoints(segment: Segment, start: Direction): ReadonlyArray<Direction> {
  switch (segment[0]) {
    case "Z":
      return [start];
    case "C": {
      const [, x1, y1, x2, y2, x, y] = segment;
      return [
        [x1, y1],
        [x2, y2],
        [x, y],
      ];
    }
    default:
      return [[segment[1], segment[2]]];
  }
}

/** The direction from the first point to the next one that differs. */
function directionOf(points: ReadonlyArray<Direction>, sign = 1): Direction | undefined {
  const [first] = points;
  const next = points.find(([x, y]) => x !== first?.[0] || y !== first[1]);
  return first === undefined || next === undefined
    ? undefined
    : [sign * (next[0] - first[0]), sign * (next[1] - first[1])];
}
