import { multiply, rotation, translation } from "./geometry/matrix.ts";
import {
  type Direction,
  type Path,
  pathOperators,
  rectanglePath,
  type Vertex,
  verticesOf,
} from "./geometry/path.ts";
import { fitMatrix, viewBoxOf } from "./geometry/view_box.ts";
import { matrixOperands, numberFormat } from "./paint/canvas.ts";
import { type Painter, type Place, transformedPlace } from "./painter.ts";
import type { Declared } from "./style/style.ts";
import { lengthOf, referenceOf } from "./style/values.ts";
import type { SvgElement } from "./svg_element.ts";

/** The shapes that have markers. */
const MARKED: ReadonlySet<string> = new Set(["path", "line", "polyline", "polygon"]);

/** Draws the markers at the vertices of a shape. */
export function drawMarkers(name: string, path: Path, painter: Painter, place: Place): void {
  const { markerStart, markerMid, markerEnd } = place.style;
  if (!MARKED.has(name) || place.isClip) return;
  const [start, mid, end] = [markerStart, markerMid, markerEnd].map((text) =>
    markerOf(text, painter),
  );
  if (start === undefined && mid === undefined && end === undefined) return;
  const vertices = verticesOf(path);
  vertices.forEach((vertex, index) => {
    const isFirst = index === 0;
    const isLast = index === vertices.length - 1;
    if (isFirst && start !== undefined) drawMarker(start, vertex, true, painter, place);
    if (!isFirst && !isLast && mid !== undefined) drawMarker(mid, vertex, false, painter, place);
    if (isLast && end !== undefined) drawMarker(end, vertex, false, painter, place);
  });
}

function markerOf(text: string | undefined, painter: Painter): SvgElement | undefined {
  const id = referenceOf(text);
  const element = id === undefined ? undefined : painter.find(id);
  return element?.name === "marker" ? element : undefined;
}

function drawMarker(
  element: SvgElement,
  vertex: Vertex,
  isStart: boolean,
  painter: Painter,
  place: Place,
): void {
  const declared = painter.declaredOf(element);
  const { strokeWidth, fontSize } = place.style;
  const length = (name: string, whole: number) => lengthOf(declared(name), { whole, fontSize });
  const width = length("markerWidth", place.viewport.width) ?? 3;
  const height = length("markerHeight", place.viewport.height) ?? 3;
  if (width <= 0 || height <= 0) return;
  const scale = declared("markerUnits") === "userSpaceOnUse" ? 1 : strokeWidth;
  const view = viewBoxOf(declared("viewBox"));
  const fit =
    view === undefined
      ? translation(0, 0)
      : fitMatrix(view, { width, height }, declared("preserveAspectRatio"));
  const refX = referencePoint(declared("refX"), view?.x ?? 0, view?.width ?? width, fontSize);
  const refY = referencePoint(declared("refY"), view?.y ?? 0, view?.height ?? height, fontSize);
  const [a, , , d, e, f] = fit;
  const turned = multiply(
    translation(vertex.x, vertex.y),
    rotation(angleOf(declared, vertex, isStart)),
  );
  const placed = multiply(turned, [scale, 0, 0, scale, 0, 0]);
  const viewport = multiply(placed, translation(-(refX * a + e), -(refY * d + f)));
  const { canvas } = place;
  canvas.save();
  canvas.add(`${matrixOperands(viewport)} cm\n`);
  if (declared("overflow") !== "visible") {
    const outline = rectanglePath({ x: 0, y: 0, width, height });
    canvas.add(`${pathOperators(outline, numberFormat(place.scale * scale))}W n\n`);
  }
  if (view !== undefined) canvas.add(`${matrixOperands(fit)} cm\n`);
  const inner = transformedPlace(place, multiply(viewport, fit));
  painter.inside(element, () => {
    painter.drawChildren(element, {
      ...inner,
      viewport: view ?? { width, height },
      style: painter.styleOf(element),
    });
  });
  canvas.restore();
}

function referencePoint(
  text: string | undefined,
  start: number,
  length: number,
  fontSize: number,
): number {
  switch (text) {
    case undefined:
    case "left":
    case "top":
      return text === undefined ? 0 : start;
    case "center":
      return start + length / 2;
    case "right":
    case "bottom":
      return start + length;
    default:
      return lengthOf(text, { whole: length, fontSize }) ?? 0;
  }
}

/** The angle of a marker in degrees. */
function angleOf(declared: Declared, { arrives, leaves }: Vertex, isStart: boolean): number {
  const orient = declared("orient") ?? "0";
  if (!orient.startsWith("auto")) return Number.parseFloat(orient) || 0;
  const directions = [arrives, leaves].filter((direction) => direction !== undefined).map(unit);
  const x = directions.reduce((sum, [dx]) => sum + dx, 0);
  const y = directions.reduce((sum, [, dy]) => sum + dy, 0);
  const angle = (Math.atan2(y, x) * 180) / Math.PI;
  return orient === "auto-start-reverse" && isStart ? angle + 180 : angle;
}

function unit([x, y]: Direction): Direction {
  const length = Math.hypot(x, y) || 1;
  return [x / length, y / length];
}
