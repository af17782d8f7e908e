import type { PageNumber } from "../fill/rich_text.ts";
import type { Extent, Placement } from "../flow/flow_box.ts";
import { POINTS, precise } from "../write/content.ts";
import type { Resources } from "../write/resources.ts";

/** What every drawing on a page shares. */
export interface Sheet {
  readonly resources: Resources;
  /** In points. */
  readonly height: number;
}

/** A field that has been measured and can be painted wherever it comes to stand. */
export interface Block {
  readonly extent: Extent;
  /** Content of a page; empty when nothing is to be seen. */
  readonly paint: (placement: Placement, page: PageNumber, sheet: Sheet) => string;
}

/** Where something is drawn, in millimetres from the top left of a page. */
export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** How a field says that it is turned or seen through. */
export interface Effects {
  readonly rotate?: number | null;
  readonly opacity?: number | null;
}

/** Turns what is drawn about the middle of its box, clockwise, and makes it as opaque as its field is. */
export function withEffects(
  content: string,
  { rotate, opacity }: Effects,
  box: Rectangle,
  sheet: Sheet,
): string {
  const isTurned = rotate !== undefined && rotate !== null && rotate % 360 !== 0;
  const isOpaque = opacity === undefined || opacity === null || opacity >= 1;
  if (content === "" || (!isTurned && isOpaque)) return content;
  const state = isOpaque ? "" : `${sheet.resources.opacity(opacity)} gs\n`;
  const turn = isTurned ? `${rotation(rotate, box, sheet)} cm\n` : "";
  return `q\n${state}${turn}${content}Q\n`;
}

function rotation(degrees: number, box: Rectangle, sheet: Sheet): string {
  const angle = (-degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const x = (box.left + box.width / 2) * POINTS;
  const y = sheet.height - (box.top + box.height / 2) * POINTS;
  return [cos, sin, -sin, cos, x - x * cos + y * sin, y - x * sin - y * cos].map(precise).join(" ");
}
