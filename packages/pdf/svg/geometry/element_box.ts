import { lengthBases, type Painter, type Place } from "../painter.ts";
import { computeStyle } from "../style/style.ts";
import { lengthOf, transformOf } from "../style/values.ts";
import { childElements, hrefOf, type SvgElement } from "../svg_element.ts";
import { textElementBox } from "../text/text.ts";
import { type Box, boxOf, transformBox, translation } from "./matrix.ts";
import { pathBox } from "./path.ts";
import { SHAPES, shapePath } from "./shapes.ts";

/** The limit of nested groups whose boxes are computed. */
const MAX_DEPTH = 50;

/** The bounding box of an element's geometry in its own user space. */
export function elementBox(element: SvgElement, painter: Painter, place: Place, depth = 0): Box {
  return boxIn(element, painter, place, depth) ?? { x: 0, y: 0, width: 0, height: 0 };
}

function boxIn(
  element: SvgElement,
  painter: Painter,
  place: Place,
  depth: number,
): Box | undefined {
  const { name } = element;
  painter.count();
  const declared = painter.declaredOf(element);
  if (declared("display") === "none" || depth > MAX_DEPTH) return undefined;
  const style = depth === 0 ? place.style : computeStyle(place.style, declared, 0);
  const own = { ...place, style };
  if (SHAPES.has(name)) {
    const path = shapePath(name, declared, own);
    return path && pathBox(path);
  }
  const { across, down } = lengthBases(own);
  const x = lengthOf(declared("x"), across) ?? 0;
  const y = lengthOf(declared("y"), down) ?? 0;
  switch (name) {
    case "text":
      return textElementBox(element, painter, own);
    case "image":
    case "svg":
      return {
        x,
        y,
        width: lengthOf(declared("width"), across) ?? 0,
        height: lengthOf(declared("height"), down) ?? 0,
      };
    case "use": {
      const target = painter.find((hrefOf(element) ?? "").slice(1));
      if (target === undefined) return undefined;
      const box = placedBox(target, painter, own, depth);
      return box && transformBox(translation(x, y), box);
    }
    case "g":
    case "a":
    case "switch":
    case "symbol":
      return union(
        childElements(element).flatMap((child) => placedBox(child, painter, own, depth) ?? []),
      );
    default:
      return undefined;
  }
}

/** The box of an element in the user space of its parent. */
function placedBox(
  element: SvgElement,
  painter: Painter,
  place: Place,
  depth: number,
): Box | undefined {
  const box = boxIn(element, painter, place, depth + 1);
  return box && transformBox(transformOf(painter.declaredOf(element)("transform")), box);
}

function union(boxes: ReadonlyArray<Box>): Box | undefined {
  if (boxes.length === 0) return undefined;
  return boxOf(
    boxes.flatMap(({ x, y, width, height }) => [
      [x, y],
      [x + width, y + height],
    ]),
  );
}
