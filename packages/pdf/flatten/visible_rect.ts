import type { VisibleArea } from "../read/visible_area.ts";
import type { VisibleBox } from "../signing/marks/visible_box.ts";
import { precise } from "../write/content.ts";
import type { Rect } from "./annotation.ts";

/** Maps a rectangle of a page to its visible area: points from the lower left corner of the rotated page. */
export function toVisibleRect(rect: Rect, area: VisibleArea): VisibleBox {
  const [x1, y1] = toVisiblePoint(rect.left, rect.bottom, area);
  const [x2, y2] = toVisiblePoint(rect.right, rect.top, area);
  return {
    left: Math.min(x1, x2),
    bottom: Math.min(y1, y2),
    width: Math.abs(x2 - x1),
    height: Math.abs(y2 - y1),
  };
}

/**
 * Draws in a rotated box: `draw` receives an upright box at the origin.
 *
 * @param quarterTurns Clockwise rotation in steps of 90°.
 */
export function drawRotated(
  { left, bottom, width, height }: VisibleBox,
  quarterTurns: number,
  draw: (box: VisibleBox) => string,
): string {
  const turns = ((quarterTurns % 4) + 4) % 4;
  const [right, top] = [left + width, bottom + height];
  const matrices = [
    [1, 0, 0, 1, left, bottom],
    [0, -1, 1, 0, left, top],
    [-1, 0, 0, -1, right, top],
    [0, 1, -1, 0, right, bottom],
  ];
  const isOnSide = turns % 2 === 1;
  const size = isOnSide ? { width: height, height: width } : { width, height };
  const content = draw({ left: 0, bottom: 0, ...size });
  return content === "" ? "" : `q ${matrices[turns]?.map(precise).join(" ")} cm\n${content}Q\n`;
}

function toVisiblePoint(
  x: number,
  y: number,
  { left, bottom, right, top, quarterTurns }: VisibleArea,
): readonly [number, number] {
  switch (quarterTurns) {
    case 0:
      return [x - left, y - bottom];
    case 1:
      return [y - bottom, right - x];
    case 2:
      return [right - x, top - y];
    default:
      return [top - y, x - left];
  }
}
