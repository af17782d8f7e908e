import { precise } from "../../write/content.ts";
import type { PdfFile, Ref } from "../../write/pdf_file.ts";
import {
  type Box,
  boxMatrix,
  IDENTITY,
  invert,
  type Matrix,
  multiply,
  transformBox,
} from "../geometry/matrix.ts";
import type { LazyBox, Painter, Place } from "../painter.ts";
import { type Colour, colourOf, fraction, lengthOf, transformOf } from "../style/values.ts";
import { childElements, type SvgElement } from "../svg_element.ts";
import { type Canvas, formatNumber, matrixOperands, numberFormat } from "./canvas.ts";
import { inheritedAttributes, referenceChain } from "./references.ts";

interface Stop {
  readonly offset: number;
  readonly colour: Colour;
}

/** The line or the circles of a gradient, from offset 0 to offset 1. */
type Geometry =
  | { readonly kind: "linear"; readonly from: Point; readonly to: Point }
  | { readonly kind: "radial"; readonly from: Circle; readonly to: Circle };
type Point = readonly [x: number, y: number];
type Circle = readonly [x: number, y: number, radius: number];

/** A gradient as paint: one colour, or a pattern and the soft mask of its opacity. */
export type GradientPaint =
  | { readonly kind: "colour"; readonly colour: Colour }
  | { readonly kind: "pattern"; readonly name: string; readonly mask: string | undefined };

/** Resolves a gradient for a shape; undefined if it paints nothing. */
export function gradientPaint(
  element: SvgElement,
  painter: Painter,
  place: Place,
  box: LazyBox,
): GradientPaint | undefined {
  const attribute = inheritedAttributes(element, painter, isGradient);
  const own = stopsOf(element, painter);
  const last = own?.stops.at(-1);
  if (own === undefined || last === undefined) return undefined;
  if (own.stops.length === 1) return { kind: "colour", colour: last.colour };
  const isRelative = attribute("gradientUnits") !== "userSpaceOnUse";
  const geometry = geometryOf(element.name, attribute, place, isRelative);
  if (geometry === undefined) return { kind: "colour", colour: last.colour };
  const unit = isRelative ? box() : undefined;
  if (unit !== undefined && (unit.width <= 0 || unit.height <= 0)) return undefined;
  const toUser = multiply(
    unit === undefined ? IDENTITY : boxMatrix(unit),
    transformOf(attribute("gradientTransform")),
  );
  const visible = visibleBox(place, toUser);
  if (visible === undefined) return undefined;
  const spread = attribute("spreadMethod") ?? "pad";
  const { canvas } = place;
  const range = rangeOf(geometry, spread, visible);
  const drawn: DrawnGradient = {
    geometry: range === undefined ? geometry : stretched(geometry, ...range),
    stops: drawnStops(own, spread, range, canvas),
  };
  const pattern = (matrix: Matrix, isMask: boolean) => (file: PdfFile) =>
    `<</PatternType 2/Matrix[${matrixOperands(matrix)}]/Shading ${shading(drawn, isMask, file)}>>`;
  const matrix = multiply(place.matrix, toUser);
  const key = JSON.stringify([element.attributes.get("id"), drawn.geometry, matrix]);
  const add = pattern(matrix, false);
  const name = canvas.resource("Pattern", key, ({ file }) => add(file));
  if (own.stops.every(({ colour }) => colour[3] === 1))
    return { kind: "pattern", name, mask: undefined };
  const inverse = invert(place.matrix);
  if (inverse === undefined) return undefined;
  const mask = canvas.resource("ExtGState", `opacity ${key}`, (target) => {
    const inner = canvas.inner(transformBox(inverse, canvas.area));
    const addMask = pattern(toUser, true);
    const paint = inner.newResource("Pattern", ({ file }) => addMask(file));
    const { x, y, width, height } = inner.area;
    inner.add(`/Pattern cs ${paint} scn ${numberFormat(place.scale)(x, y, width, height)} re f\n`);
    return `<</SMask<</S/Luminosity/G ${inner.addForm(target, "DeviceGray")}>>>>`;
  });
  return { kind: "pattern", name, mask };
}

/** The part of a canvas that is visible, in the space of a gradient. */
function visibleBox({ canvas, matrix }: Place, toUser: Matrix): Box | undefined {
  const inverse = invert(multiply(matrix, toUser));
  return inverse && transformBox(inverse, canvas.area);
}

export function isGradient({ name }: SvgElement): boolean {
  return name === "linearGradient" || name === "radialGradient";
}

/** The stops of a gradient, and those that it draws for the ranges of its offsets. */
interface GradientStops {
  readonly stops: ReadonlyArray<Stop>;
  readonly drawn: Map<string, DrawnStops>;
}

/** The stops that a gradient draws, and their functions in files. Shapes share them. */
interface DrawnStops {
  readonly stops: ReadonlyArray<Stop>;
  readonly colours: WeakMap<PdfFile, Ref>;
  readonly opacities: WeakMap<PdfFile, Ref>;
}

const stopsOfOwners = new WeakMap<SvgElement, GradientStops>();

/** The stops of a gradient, or of the one that it refers to, with ascending offsets. */
function stopsOf(element: SvgElement, painter: Painter): GradientStops | undefined {
  const owner = referenceChain(element, painter, isGradient).find((candidate) =>
    childElements(candidate).some(({ name }) => name === "stop"),
  );
  if (owner === undefined) return undefined;
  const known = stopsOfOwners.get(owner);
  if (known !== undefined) return known;
  let least = 0;
  const stops = childElements(owner)
    .filter(({ name }) => name === "stop")
    .map((stop): Stop => {
      const declared = painter.declaredOf(stop);
      const offset = Math.max(least, fraction(declared("offset")) ?? 0);
      least = offset;
      const text = declared("stop-color")?.trim() ?? "black";
      const colour =
        text.toLowerCase() === "currentcolor" ? painter.styleOf(stop).colour : colourOf(text);
      const [red, green, blue, alpha] = colour;
      const opacity = fraction(declared("stop-opacity")) ?? 1;
      return { offset, colour: [red, green, blue, alpha * opacity] };
    });
  const own: GradientStops = { stops, drawn: new Map() };
  stopsOfOwners.set(owner, own);
  return own;
}

/** The line or the circles; undefined if they have no extent, so that all is in the last colour. */
function geometryOf(
  name: string,
  attribute: (name: string) => string | undefined,
  { viewport, style }: Place,
  isRelative: boolean,
): Geometry | undefined {
  const { fontSize } = style;
  const across = { whole: isRelative ? 1 : viewport.width, fontSize };
  const down = { whole: isRelative ? 1 : viewport.height, fontSize };
  const x = (key: string, initial: string) => lengthOf(attribute(key) ?? initial, across) ?? 0;
  const y = (key: string, initial: string) => lengthOf(attribute(key) ?? initial, down) ?? 0;
  if (name === "linearGradient") {
    const from: Point = [x("x1", "0%"), y("y1", "0%")];
    const to: Point = [x("x2", "100%"), y("y2", "0%")];
    return from[0] === to[0] && from[1] === to[1] ? undefined : { kind: "linear", from, to };
  }
  const diagonal = isRelative ? 1 : Math.hypot(viewport.width, viewport.height) / Math.SQRT2;
  const other = { whole: diagonal, fontSize };
  const radius = lengthOf(attribute("r") ?? "50%", other) ?? 0;
  if (radius <= 0) return undefined;
  const centre: Point = [x("cx", "50%"), y("cy", "50%")];
  const start = Math.min(lengthOf(attribute("fr"), other) ?? 0, radius);
  const focus: Point = [
    lengthOf(attribute("fx"), across) ?? centre[0],
    lengthOf(attribute("fy"), down) ?? centre[1],
  ];
  const [dx, dy] = [focus[0] - centre[0], focus[1] - centre[1]];
  // A focus outside of the circle would leave a part unpainted.
  const most = (radius - start) * 0.999;
  const factor = Math.min(1, most / (Math.hypot(dx, dy) || 1));
  return {
    kind: "radial",
    from: [centre[0] + dx * factor, centre[1] + dy * factor, start],
    to: [...centre, radius],
  };
}

interface DrawnGradient {
  readonly geometry: Geometry;
  readonly stops: DrawnStops;
}

/** How often a gradient is drawn at most. More copies are finer than a device can show. */
const MAX_REPETITIONS = 500;

/** The offsets from which and to which a gradient is repeated to cover a box; undefined if it is not. */
function rangeOf(geometry: Geometry, spread: string, box: Box): Range | undefined {
  if (spread !== "repeat" && spread !== "reflect") return undefined;
  const [least, most] = offsetsIn(geometry, box);
  const first = Math.max(Math.floor(least), -MAX_REPETITIONS);
  return [first, Math.min(Math.max(Math.ceil(most), first + 1), first + MAX_REPETITIONS)];
}
type Range = readonly [first: number, end: number];

/** The length of the function between two stops, in characters. */
const FUNCTION_LENGTH = 100;

/** Repeats the stops of a gradient in a range. */
function drawnStops(
  { stops, drawn }: GradientStops,
  spread: string,
  range: Range | undefined,
  canvas: Canvas,
): DrawnStops {
  const key = range === undefined ? "" : `${spread} ${range.join(" ")}`;
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const [first, end] = range ?? [0, 1];
  const count = end - first;
  canvas.count(stops.length * count * FUNCTION_LENGTH);
  const padded = [
    { offset: 0, colour: stops[0]?.colour ?? BLACK },
    ...stops,
    { offset: 1, colour: stops.at(-1)?.colour ?? BLACK },
  ];
  const repeated = () =>
    Array.from({ length: count }, (_, index) => {
      const isMirrored = spread === "reflect" && (first + index) % 2 !== 0;
      const copy = isMirrored
        ? padded.toReversed().map(({ offset, colour }) => ({ offset: 1 - offset, colour }))
        : padded;
      return copy.map(({ offset, colour }) => ({ offset: (index + offset) / count, colour }));
    }).flat();
  const own: DrawnStops = {
    stops: range === undefined ? stops : repeated(),
    colours: new WeakMap(),
    opacities: new WeakMap(),
  };
  drawn.set(key, own);
  return own;
}

const BLACK: Colour = [0, 0, 0, 1];

/** The offsets of a gradient that a box can have. */
function offsetsIn(geometry: Geometry, { x, y, width, height }: Box): readonly [number, number] {
  const corners: ReadonlyArray<Point> = [
    [x, y],
    [x + width, y],
    [x, y + height],
    [x + width, y + height],
  ];
  if (geometry.kind === "linear") {
    const { from, to } = geometry;
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const offsets = corners.map(
      ([px, py]) => ((px - from[0]) * dx + (py - from[1]) * dy) / (dx * dx + dy * dy),
    );
    return [Math.min(...offsets), Math.max(...offsets)];
  }
  const [cx, cy, radius] = geometry.to;
  const [fx, fy, start] = geometry.from;
  const reach = radius - start - Math.hypot(cx - fx, cy - fy);
  const farthest = Math.max(...corners.map(([px, py]) => Math.hypot(px - fx, py - fy)));
  return [0, farthest / Math.max(reach, radius / MAX_REPETITIONS)];
}

/** A geometry between two offsets. */
function stretched(geometry: Geometry, first: number, end: number): Geometry {
  const at = (offset: number, from: number, to: number) => from + (to - from) * offset;
  if (geometry.kind === "linear") {
    const { from, to } = geometry;
    const point = (offset: number): Point => [
      at(offset, from[0], to[0]),
      at(offset, from[1], to[1]),
    ];
    return { kind: "linear", from: point(first), to: point(end) };
  }
  const { from, to } = geometry;
  const circle = (offset: number): Circle => [
    at(offset, from[0], to[0]),
    at(offset, from[1], to[1]),
    at(offset, from[2], to[2]),
  ];
  return { kind: "radial", from: circle(Math.max(0, first)), to: circle(end) };
}

function shading({ geometry, stops }: DrawnGradient, isMask: boolean, file: PdfFile): string {
  const type = geometry.kind === "linear" ? 2 : 3;
  const coordinates = [...geometry.from, ...geometry.to]
    .map((value) => formatNumber(value, 6))
    .join(" ");
  const space = isMask ? "DeviceGray" : "DeviceRGB";
  const operands = ({ colour: [red, green, blue, alpha] }: Stop) =>
    (isMask ? [alpha] : [red / 255, green / 255, blue / 255]).map(precise).join(" ");
  const written = isMask ? stops.opacities : stops.colours;
  const ref = written.get(file) ?? file.add(colourFunction(stops.stops, operands));
  written.set(file, ref);
  return `<</ShadingType ${type}/ColorSpace/${space}/Coords[${coordinates}]/Function ${ref}/Extend[true true]>>`;
}

/** A function from 0 to 1 that interpolates the colours of stops. */
function colourFunction(stops: ReadonlyArray<Stop>, operands: (stop: Stop) => string): string {
  const [first, last] = [stops[0], stops.at(-1)];
  if (first === undefined || last === undefined) throw new Error("A gradient has stops");
  const all = [{ ...first, offset: 0 }, ...stops, { ...last, offset: 1 }];
  const parts: Array<string> = [];
  const bounds: Array<string> = [];
  all.forEach((stop, index) => {
    const next = all[index + 1];
    // Stops with one offset are a sharp edge.
    if (next === undefined || next.offset - stop.offset < 1e-6) return;
    parts.push(`<</FunctionType 2/Domain[0 1]/C0[${operands(stop)}]/C1[${operands(next)}]/N 1>>`);
    bounds.push(precise(next.offset));
  });
  if (parts.length === 1) return parts[0] ?? "";
  const encode = parts.map(() => "0 1").join(" ");
  return `<</FunctionType 3/Domain[0 1]/Functions[${parts.join("")}]/Bounds[${bounds.slice(0, -1).join(" ")}]/Encode[${encode}]>>`;
}
