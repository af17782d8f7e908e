import type { PageNumber } from "../fill/page_number.ts";
import type { Extent, Placement } from "../flow/flow_box.ts";
import type { BlockNote } from "../flow/flow_fields.ts";
import { POINTS, precise } from "../write/content.ts";
import { type LinkArea, type Matrix, movedLink } from "../write/link_area.ts";
import type { BlockTarget } from "./block_target.ts";
import type { Rectangle, Sheet } from "./sheet.ts";

/** A measured field, which can be painted at any position. */
export interface Block {
  readonly extent: Extent;
  /** Its footnotes, in the order of its units. */
  readonly notes?: ReadonlyArray<BlockNote<Block>>;
  /** Its headings and its anchor. */
  readonly targets?: ReadonlyArray<BlockTarget>;
  /** The units in which the paragraphs of a rich text begin. */
  readonly paragraphUnits?: ReadonlyArray<number>;
  /** Returns page content; empty when the block shows nothing. */
  readonly paint: (placement: Placement, page: PageNumber, sheet: Sheet) => string;
  /** Lets go of units that are painted for the last time. */
  readonly release?: (units: Pick<Placement, "from" | "to">) => void;
}

/** The rotation (degrees) and opacity (0 to 1) of a field. */
export interface Effects {
  readonly rotate?: number | null;
  readonly opacity?: number | null;
}

/** Rotates content clockwise about the centre of its box and applies the opacity. */
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

/** Adds links to a page, rotated with the content of their box. */
export function addLinks(
  links: ReadonlyArray<LinkArea>,
  { rotate }: Effects,
  box: Rectangle,
  sheet: Sheet,
): void {
  const isTurned = rotate !== undefined && rotate !== null && rotate % 360 !== 0;
  const turn = isTurned ? rotationMatrix(rotate, box, sheet) : undefined;
  for (const link of links) sheet.links.push(turn === undefined ? link : movedLink(link, turn));
}

function rotation(degrees: number, box: Rectangle, sheet: Sheet): string {
  return rotationMatrix(degrees, box, sheet).map(precise).join(" ");
}

function rotationMatrix(degrees: number, box: Rectangle, sheet: Sheet): Matrix {
  const angle = (-degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const x = (box.left + box.width / 2) * POINTS;
  const y = sheet.height - (box.top + box.height / 2) * POINTS;
  return [cos, sin, -sin, cos, x - x * cos + y * sin, y - x * sin - y * cos];
}
