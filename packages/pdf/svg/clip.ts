import {
  type Box,
  boxMatrix,
  IDENTITY,
  invert,
  multiply,
  transformBox,
} from "./geometry/matrix.ts";
import { type Path, pathOperators, rectanglePath, transformPath } from "./geometry/path.ts";
import { SHAPES, shapePath } from "./geometry/shapes.ts";
import { type AddResource, matrixOperands, numberFormat } from "./paint/canvas.ts";
import { type LazyBox, type Painter, type Place, transformedPlace } from "./painter.ts";
import { computeStyle } from "./style/style.ts";
import { lengthOf, transformOf } from "./style/values.ts";
import { childElements, type SvgElement } from "./svg_element.ts";

/**
 * Clips what follows on the canvas. A clipping path of one shape is a path of PDF; others return a soft
 * mask, as a graphics state.
 */
export function clip(
  element: SvgElement,
  painter: Painter,
  place: Place,
  box: LazyBox,
): AddResource | undefined {
  const declared = painter.declaredOf(element);
  const isRelative = declared("clipPathUnits") === "objectBoundingBox";
  const unit = isRelative ? box() : undefined;
  const matrix = multiply(
    transformOf(declared("transform")),
    unit === undefined ? IDENTITY : boxMatrix(unit),
  );
  const inner = transformedPlace(
    { ...place, style: painter.styleOf(element), isClip: true },
    matrix,
  );
  const children = childElements(element).filter(({ name }) => !UNSHOWN.has(name));
  const [only] = children;
  if (only === undefined) {
    place.canvas.add("0 0 0 0 re W n\n");
    return undefined;
  }
  const single = children.length === 1 ? singlePath(only, painter, inner) : undefined;
  if (single === undefined) {
    return softMask(place, "Luminosity", (mask) => {
      mask.canvas.add(`${matrixOperands(matrix)} cm\n`);
      painter.inside(element, () =>
        painter.drawChildren(
          element,
          transformedPlace({ ...mask, style: inner.style, isClip: true }, matrix),
        ),
      );
    });
  }
  const operators = pathOperators(transformPath(matrix, single.path), numberFormat(place.scale));
  place.canvas.add(`${operators || "0 0 0 0 re\n"}W${single.rule === "evenodd" ? "*" : ""} n\n`);
  return undefined;
}

const UNSHOWN: ReadonlySet<string> = new Set(["title", "desc", "metadata", "animate", "set"]);

/** The path of a shape without effects of its own. */
function singlePath(
  element: SvgElement,
  painter: Painter,
  place: Place,
): { readonly path: Path; readonly rule: string } | undefined {
  const declared = painter.declaredOf(element);
  const hasEffect = [declared("clip-path"), declared("mask")].some(
    (value) => value !== undefined && value !== "none",
  );
  if (!SHAPES.has(element.name) || hasEffect || declared("display") === "none") return undefined;
  const style = computeStyle(place.style, declared, 0);
  if (!style.isVisible) return undefined;
  const path = shapePath(element.name, declared, { ...place, style }) ?? { segments: [] };
  return { path: transformPath(transformOf(declared("transform")), path), rule: style.clipRule };
}

/** Returns the soft mask of a `<mask>`, as a graphics state. */
export function mask(
  element: SvgElement,
  painter: Painter,
  place: Place,
  box: LazyBox,
): AddResource | undefined {
  const declared = painter.declaredOf(element);
  const isRelative = declared("maskUnits") !== "userSpaceOnUse";
  const isContentRelative = declared("maskContentUnits") === "objectBoundingBox";
  const unit = isRelative || isContentRelative ? box() : undefined;
  const region = regionOf(declared, place, isRelative ? unit : undefined);
  const kind = declared("mask-type") === "alpha" ? "Alpha" : "Luminosity";
  return softMask(place, kind, (inner) => {
    const outline = pathOperators(rectanglePath(region), numberFormat(place.scale));
    inner.canvas.add(`${outline}W n\n`);
    const content =
      isContentRelative && unit !== undefined ? transformedPlace(inner, boxMatrix(unit)) : inner;
    if (content !== inner && unit !== undefined)
      inner.canvas.add(`${matrixOperands(boxMatrix(unit))} cm\n`);
    painter.inside(element, () => {
      painter.drawChildren(element, { ...content, style: painter.styleOf(element) });
    });
  });
}

function regionOf(
  declared: (name: string) => string | undefined,
  { viewport, style }: Place,
  unit: Box | undefined,
): Box {
  const { fontSize } = style;
  const { width, height } = unit === undefined ? viewport : { width: 1, height: 1 };
  const across = { whole: width, fontSize };
  const down = { whole: height, fontSize };
  const x = lengthOf(declared("x") ?? "-10%", across) ?? 0;
  const y = lengthOf(declared("y") ?? "-10%", down) ?? 0;
  const w = lengthOf(declared("width") ?? "120%", across) ?? 0;
  const h = lengthOf(declared("height") ?? "120%", down) ?? 0;
  if (unit === undefined) return { x, y, width: w, height: h };
  return {
    x: unit.x + x * unit.width,
    y: unit.y + y * unit.height,
    width: w * unit.width,
    height: h * unit.height,
  };
}

/** Creates a soft mask of drawn content, in the user space of a place. */
function softMask(
  place: Place,
  kind: "Alpha" | "Luminosity",
  draw: (place: Place) => void,
): AddResource | undefined {
  const { canvas, matrix } = place;
  const inverse = invert(matrix);
  if (inverse === undefined) return undefined;
  const inner = canvas.inner(transformBox(inverse, canvas.area));
  draw({ ...place, canvas: inner, matrix: IDENTITY, isClip: false });
  return (target) => `<</SMask<</S/${kind}/G ${inner.addForm(target)}>>>>`;
}
