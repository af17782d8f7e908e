import { UnsupportedDrawing } from "../../permanent_render_error.ts";
import {
  type Box,
  IDENTITY,
  type Matrix,
  multiply,
  scaleOf,
  translation,
} from "../geometry/matrix.ts";
import { fitMatrix, viewBoxOf } from "../geometry/view_box.ts";
import type { LazyBox, Painter, Place } from "../painter.ts";
import { lengthOf, transformOf } from "../style/values.ts";
import { childElements, type SvgElement } from "../svg_element.ts";
import { formatNumber, matrixOperands } from "./canvas.ts";
import { inheritedAttributes, referenceChain } from "./references.ts";

/** Viewers draw every tile. */
const MAX_TILES = 100_000;

export function isPattern({ name }: SvgElement): boolean {
  return name === "pattern";
}

/** Returns the name of a tiling pattern for a shape; undefined if it paints nothing. */
export function patternPaint(
  element: SvgElement,
  painter: Painter,
  place: Place,
  box: LazyBox,
): string | undefined {
  const attribute = inheritedAttributes(element, painter, isPattern);
  const owner = referenceChain(element, painter, isPattern).find(
    (candidate) => childElements(candidate).length > 0,
  );
  const isRelative = attribute("patternUnits") !== "userSpaceOnUse";
  const isContentRelative = attribute("patternContentUnits") === "objectBoundingBox";
  const unit = isRelative || isContentRelative ? box() : undefined;
  const cell = cellOf(attribute, place, isRelative ? unit : undefined);
  if (owner === undefined || cell.width <= 0 || cell.height <= 0) return undefined;
  const { canvas } = place;
  const cellMatrix = multiply(
    transformOf(attribute("patternTransform")),
    translation(cell.x, cell.y),
  );
  const matrix = multiply(place.matrix, cellMatrix);
  const cellArea = cell.width * cell.height * scaleOf(matrix) ** 2;
  const isTooFine = canvas.area.width * canvas.area.height > MAX_TILES * cellArea;
  if (isTooFine) throw new UnsupportedDrawing("The tiles of a pattern are too small");
  const view = viewBoxOf(attribute("viewBox"));
  const content =
    view === undefined
      ? contentMatrix(cell, isContentRelative ? unit : undefined)
      : fitMatrix(view, cell, attribute("preserveAspectRatio"));
  const inner = canvas.inner({ x: 0, y: 0, width: cell.width, height: cell.height });
  if (content !== IDENTITY) inner.add(`${matrixOperands(content)} cm\n`);
  painter.inside(owner, () => {
    painter.drawChildren(owner, {
      canvas: inner,
      matrix: content,
      scale: place.scale * scaleOf(cellMatrix) * scaleOf(content),
      viewport: view ?? place.viewport,
      style: painter.styleOf(owner),
      isClip: false,
    });
  });
  const [width, height] = [cell.width, cell.height].map((value) => formatNumber(value, 6));
  return canvas.newResource("Pattern", (target) =>
    inner.addTo(
      target,
      `/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 ${width} ${height}]/XStep ${width}/YStep ${height}/Matrix[${matrixOperands(matrix)}]`,
    ),
  );
}

/** The first tile in user space. */
function cellOf(
  attribute: (name: string) => string | undefined,
  { viewport, style }: Place,
  unit: Box | undefined,
): Box {
  const { fontSize } = style;
  const { width, height } = unit === undefined ? viewport : { width: 1, height: 1 };
  const x = lengthOf(attribute("x"), { whole: width, fontSize }) ?? 0;
  const y = lengthOf(attribute("y"), { whole: height, fontSize }) ?? 0;
  const across = lengthOf(attribute("width"), { whole: width, fontSize }) ?? 0;
  const down = lengthOf(attribute("height"), { whole: height, fontSize }) ?? 0;
  if (unit === undefined) return { x, y, width: across, height: down };
  return {
    x: unit.x + x * unit.width,
    y: unit.y + y * unit.height,
    width: across * unit.width,
    height: down * unit.height,
  };
}

/** From the content of a pattern without a view box to its first tile. */
function contentMatrix(cell: Box, unit: Box | undefined): Matrix {
  const back = cell.x === 0 && cell.y === 0 ? IDENTITY : translation(-cell.x, -cell.y);
  return unit === undefined
    ? back
    : multiply(back, [unit.width, 0, 0, unit.height, unit.x, unit.y]);
}
