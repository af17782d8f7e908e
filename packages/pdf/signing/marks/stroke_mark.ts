import type { DrawnSignature } from "@paraph/core/builtin_provider";

import { decimal } from "../../write/content.ts";
import { INK, inset, type VisibleBox } from "./visible_box.ts";

type Point = readonly [number, number];

/** The pen width on the pad, as a fraction of the pad's diagonal, and its bounds on paper, in points. */
const PEN = { part: 1 / 160, least: 0.6, most: 2.4 };

/** The maximum enlargement of a small drawing on a large pad. */
const MAX_ENLARGEMENT = 3;

/** Draws a drawn signature, as large as possible, at the lower left corner. */
export function drawnSignature(
  { width, height, strokes }: DrawnSignature,
  frame: VisibleBox,
): string {
  const box = inset(frame);
  const lines = strokes.map(pointsOf);
  const { left, top, right, bottom } = boundsOf(lines.flat());
  const padScale = Math.min(box.width / width, box.height / height);
  const pen = Math.min(
    PEN.most,
    Math.max(PEN.least, Math.hypot(width, height) * PEN.part * padScale),
    box.width / 2,
    box.height / 2,
  );
  const scale = Math.min(
    (box.width - pen) / Math.max(right - left, 1),
    (box.height - pen) / Math.max(bottom - top, 1),
    padScale * MAX_ENLARGEMENT,
  );
  const place = ([x, y]: Point): Point => [
    box.left + pen / 2 + (x - left) * scale,
    box.bottom + pen / 2 + (bottom - y) * scale,
  ];
  return strokePaths(
    lines.map((line) => smooth(line.map(place))),
    pen,
  );
}

/** The points of a check mark in a unit square. */
const CHECK: ReadonlyArray<Point> = [
  [0.16, 0.5],
  [0.4, 0.24],
  [0.84, 0.8],
];

/** Draws a check mark in the centre of a box. */
export function checkMark(box: VisibleBox): string {
  const side = Math.min(box.width, box.height);
  const left = box.left + (box.width - side) / 2;
  const bottom = box.bottom + (box.height - side) / 2;
  const points = CHECK.map(([x, y]): Point => [left + x * side, bottom + y * side]);
  return strokePaths([straight(points)], side / 9);
}

function strokePaths(paths: ReadonlyArray<string>, width: number): string {
  return `q 1 J 1 j ${decimal(width)} w ${INK} RG\n${paths.join("")}Q\n`;
}

function pointsOf(stroke: ReadonlyArray<number>): ReadonlyArray<Point> {
  const points: Array<Point> = [];
  for (let index = 0; index + 1 < stroke.length; index += 2)
    points.push([stroke[index] ?? 0, stroke[index + 1] ?? 0]);
  return points;
}

function boundsOf(points: ReadonlyArray<Point>) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  return { left, top, right, bottom };
}

const operands = (...points: ReadonlyArray<Point>) =>
  points.map(([x, y]) => `${decimal(x)} ${decimal(y)}`).join(" ");

function straight([first, ...rest]: ReadonlyArray<Point>): string {
  if (first === undefined) return "";
  // A line of length 0 has round caps, which draw a dot.
  const ends = rest.length === 0 ? [first] : rest;
  return `${operands(first)} m\n${ends.map((point) => `${operands(point)} l\n`).join("")}S\n`;
}

/** A smooth curve through the midpoints of the segments, with the points as control points. */
function smooth(points: ReadonlyArray<Point>): string {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length < 3) return straight(points);
  let path = `${operands(first)} m\n`;
  let from = first;
  points.slice(1, -1).forEach((bend, index) => {
    const next = points[index + 2] ?? last;
    const to = index === points.length - 3 ? last : between(bend, next, 1 / 2);
    path += `${operands(between(from, bend, 2 / 3), between(to, bend, 2 / 3), to)} c\n`;
    from = to;
  });
  return `${path}S\n`;
}

function between([ax, ay]: Point, [bx, by]: Point, part: number): Point {
  return [ax + (bx - ax) * part, ay + (by - ay) * part];
}
