import type { LineField, ShapeField } from "@paraph/core/layouts";

import { colourOperands, decimal, POINTS } from "../write/content.ts";
import { type Block, withEffects } from "./block.ts";
import { decoration, type Description, figure } from "./block_tags.ts";
import type { Rectangle, Sheet } from "./sheet.ts";

/** A line or a shape. Without a description, it is a decoration. */
export function shapeBlock(field: LineField | ShapeField, description?: Description): Block {
  return {
    extent: { kind: "whole", height: field.height },
    paint: ({ top }, _page, sheet) => {
      const { position, width, height } = field;
      const box = { left: position.x, top, width, height };
      const content = withEffects(shapeContent(field, box, sheet), field, box, sheet);
      return description === undefined
        ? decoration(content, sheet)
        : figure(content, description, box, sheet);
    },
  };
}

function shapeContent(field: LineField | ShapeField, box: Rectangle, sheet: Sheet): string {
  const fill = colourOperands(field.color);
  if (field.type === "line") {
    return fill === undefined ? "" : `${fill} rg ${rectangle(inset(box, 0, sheet))} f\n`;
  }
  const line = (field.borderWidth ?? 0) * POINTS;
  const stroke = line > 0 ? colourOperands(field.borderColor) : undefined;
  if (fill === undefined && stroke === undefined) return "";
  // Borders are inside the box.
  const inside = inset(box, line / 2, sheet);
  const radius = (field.radius ?? 0) * POINTS;
  const path =
    field.type === "ellipse"
      ? roundedPath(inside, inside.width / 2, inside.height / 2)
      : radius > 0
        ? roundedPath(
            inside,
            Math.min(radius, inside.width / 2),
            Math.min(radius, inside.height / 2),
          )
        : rectangle(inside);
  const colours = [
    ...(fill === undefined ? [] : [`${fill} rg`]),
    ...(stroke === undefined ? [] : [`${stroke} RG ${decimal(line)} w`]),
  ];
  const paint = fill === undefined ? "S" : stroke === undefined ? "f" : "B";
  return `${colours.join(" ")} ${path} ${paint}\n`;
}

/** A box in points, from its lower left corner. */
interface PointBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function inset({ left, top, width, height }: Rectangle, by: number, sheet: Sheet): PointBox {
  return {
    x: left * POINTS + by,
    y: sheet.height - (top + height) * POINTS + by,
    width: Math.max(0, width * POINTS - 2 * by),
    height: Math.max(0, height * POINTS - 2 * by),
  };
}

function rectangle({ x, y, width, height }: PointBox): string {
  return `${[x, y, width, height].map(decimal).join(" ")} re`;
}

/** The control point distance with which a Bézier curve approximates a quarter of a circle, per radius. */
const QUARTER = 0.5523;

/** The path of a box whose corners are quarters of an ellipse. */
function roundedPath({ x, y, width, height }: PointBox, rx: number, ry: number): string {
  const [right, top] = [x + width, y + height];
  const [kx, ky] = [rx * (1 - QUARTER), ry * (1 - QUARTER)];
  const numbers = (...values: ReadonlyArray<number>) => values.map(decimal).join(" ");
  return [
    `${numbers(x + rx, y)} m`,
    `${numbers(right - rx, y)} l`,
    `${numbers(right - kx, y, right, y + ky, right, y + ry)} c`,
    `${numbers(right, top - ry)} l`,
    `${numbers(right, top - ky, right - kx, top, right - rx, top)} c`,
    `${numbers(x + rx, top)} l`,
    `${numbers(x + kx, top, x, top - ky, x, top - ry)} c`,
    `${numbers(x, y + ry)} l`,
    `${numbers(x, y + ky, x + kx, y, x + rx, y)} c h`,
  ].join(" ");
}
