import { PDFArray, type PDFContext, type PDFDict, type PDFRef } from "pdf-lib";

import { deflatedStream } from "../read/content_stream.ts";
import { dictEntry, entry, itemsOf, nameEntry, numberOf, numbersOf } from "../read/pdf_objects.ts";
import { precise } from "../write/content.ts";
import { type Rect, rectOf } from "./annotation.ts";

/** The distance of a circle's control points from its ends, as a fraction of its radius. */
const ROUND = 0.5523;

/**
 * Draws a markup annotation without an appearance as PDF readers do: marked text, lines, shapes and ink.
 * Returns undefined for annotations that are not visible on a page.
 */
export function markupAppearance(annotation: PDFDict, context: PDFContext): PDFRef | undefined {
  const rect = rectOf(annotation, "Rect");
  const content = markup(annotation);
  if (rect === undefined || content === "") return undefined;
  const isHighlight = nameEntry(annotation, "Subtype") === "Highlight";
  const opacity = numberOf(entry(annotation, "CA")) ?? 1;
  const state = { ca: opacity, CA: opacity, BM: isHighlight ? "Multiply" : "Normal" };
  const entries = context.obj({
    BBox: [rect.left, rect.bottom, rect.right, rect.top],
    Resources: { ExtGState: { G: state } },
  });
  return context.register(
    deflatedStream(context, Buffer.from(`/G gs ${content}`, "latin1"), entries),
  );
}

function markup(annotation: PDFDict): string {
  const stroke = colour(annotation, "C", "RG");
  const fill = colour(annotation, "IC", "rg");
  const pen = `${precise(widthOf(annotation))} w 1 J 1 j `;
  switch (nameEntry(annotation, "Subtype")) {
    case "Highlight":
      return quads(
        annotation,
        ([a, b, c, d]) => `${path([a, b, d, c])} h f\n`,
        colour(annotation, "C", "rg"),
      );
    case "Underline":
    case "Squiggly":
      return quads(annotation, ([, , c, d]) => `1 w ${path([c, d])} S\n`, stroke);
    case "StrikeOut":
      return quads(
        annotation,
        ([a, b, c, d]) => `1 w ${path([middle(a, c), middle(b, d)])} S\n`,
        stroke,
      );
    case "Ink":
      return inkStrokes(annotation, `${stroke || "0 G "}${pen}`);
    case "Line":
      return lines(annotation, "L", `${stroke || "0 G "}${pen}`, "S");
    case "PolyLine":
      return lines(annotation, "Vertices", `${stroke || "0 G "}${pen}`, "S");
    case "Polygon":
      return lines(annotation, "Vertices", `${stroke}${fill}${pen}`, `h ${painting(stroke, fill)}`);
    case "Square":
    case "Circle":
      return shape(annotation, `${stroke}${fill}${pen}`, painting(stroke, fill));
    default:
      return "";
  }
}

type Point = readonly [number, number];
type Quad = readonly [Point, Point, Point, Point];

function quads(annotation: PDFDict, draw: (quad: Quad) => string, setting: string): string {
  const numbers = numbersOf(annotation, "QuadPoints") ?? [];
  if (setting === "") return "";
  let content = setting;
  for (let index = 0; index + 7 < numbers.length; index += 8) {
    const [a, b, c, d] = points(numbers.slice(index, index + 8));
    if (a && b && c && d) content += draw([a, b, c, d]);
  }
  return content;
}

function inkStrokes(annotation: PDFDict, setting: string): string {
  const strokes = itemsOf(annotation, "InkList").flatMap((item) =>
    item instanceof PDFArray
      ? [item.asArray().map((number) => numberOf(annotation.context.lookup(number)) ?? 0)]
      : [],
  );
  return setting + strokes.map((stroke) => `${path(points(stroke))} S\n`).join("");
}

function lines(annotation: PDFDict, key: string, setting: string, operator: string): string {
  return `${setting}${path(points(numbersOf(annotation, key) ?? []))} ${operator}\n`;
}

function shape(annotation: PDFDict, setting: string, operator: string): string {
  const rect = rectOf(annotation, "Rect");
  if (rect === undefined) return "";
  const half = widthOf(annotation) / 2;
  const [left, bottom] = [rect.left + half, rect.bottom + half];
  const [right, top] = [rect.right - half, rect.top - half];
  if (nameEntry(annotation, "Subtype") === "Square") {
    const sides = [left, bottom, right - left, top - bottom].map(precise).join(" ");
    return `${setting}${sides} re ${operator}\n`;
  }
  return `${setting}${ellipse({ left, bottom, right, top })} ${operator}\n`;
}

/** The path of an ellipse within a rectangle. */
export function ellipse({ left, bottom, right, top }: Rect): string {
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  const [rx, ry] = [(right - left) / 2, (top - bottom) / 2];
  const point = (dx: number, dy: number) => `${precise(x + dx * rx)} ${precise(y + dy * ry)}`;
  const curves = [
    `${point(1, 0)} m ${point(1, ROUND)} ${point(ROUND, 1)} ${point(0, 1)} c`,
    `${point(-ROUND, 1)} ${point(-1, ROUND)} ${point(-1, 0)} c`,
    `${point(-1, -ROUND)} ${point(-ROUND, -1)} ${point(0, -1)} c`,
    `${point(ROUND, -1)} ${point(1, -ROUND)} ${point(1, 0)} c`,
  ];
  return `${curves.join(" ")} h`;
}

function painting(stroke: string, fill: string): string {
  if (fill === "") return stroke === "" ? "n" : "S";
  return stroke === "" ? "f" : "B";
}

function path(vertices: ReadonlyArray<Point>): string {
  return vertices
    .map(([x, y], index) => `${precise(x)} ${precise(y)} ${index === 0 ? "m" : "l"}`)
    .join(" ");
}

function points(numbers: ReadonlyArray<number>): ReadonlyArray<Point> {
  const result: Array<Point> = [];
  for (let index = 0; index + 1 < numbers.length; index += 2)
    result.push([numbers[index] ?? 0, numbers[index + 1] ?? 0]);
  return result;
}

function middle([ax, ay]: Point, [bx, by]: Point): Point {
  return [(ax + bx) / 2, (ay + by) / 2];
}

function widthOf(annotation: PDFDict): number {
  const border = itemsOf(annotation, "Border").map(numberOf)[2];
  return Math.max(0, numberOf(entry(dictEntry(annotation, "BS"), "W")) ?? border ?? 1);
}

/** Returns a colour as operators: grey, RGB or CMYK by its number of components; "" when there is none. */
export function colour(dict: PDFDict | undefined, key: string, operator: "RG" | "rg"): string {
  const values = dict === undefined ? [] : (numbersOf(dict, key) ?? []);
  const name = { 1: "G", 3: "RG", 4: "K" }[values.length];
  if (name === undefined) return "";
  return `${values.map(precise).join(" ")} ${operator === "rg" ? name.toLowerCase() : name} `;
}
