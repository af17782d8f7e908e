import {
  boundsOf,
  type ChosenFields,
  mapChosen,
  moveFields,
  type PageSize,
} from "../../design/arrange.ts";
import type { Design, DesignField } from "../../design/design.ts";
import type { Area } from "../../design/placing.ts";
import { linesOf, type SnapLines, snapTo } from "../snapping.ts";
import type { PaperLook } from "./paper_look.ts";

/** A handle by its directions: north, east, south, west. */
export type Handle = "nw" | "n" | "ne" | "e" | "se" | "s" | "sw" | "w";

/** All handles of a field. */
export const HANDLES: ReadonlyArray<Handle> = ["nw", "n", "ne", "e", "se", "s", "sw", "w"];

/** A drag of selected fields, in millimetres. */
export interface FieldDrag {
  /** The handle that resizes the field; `undefined` moves all fields. */
  readonly handle: Handle | undefined;
  readonly by: { readonly x: number; readonly y: number };
  readonly lines: SnapLines;
  /** The distance at which a field snaps to a line. */
  readonly tolerance: number;
  readonly size: PageSize;
}

/** The lines of the margins, the page and the other fields. */
export function snapLinesOf(
  fields: ReadonlyArray<DesignField>,
  indexes: ReadonlySet<number>,
  { width, height, padding }: PaperLook,
): SnapLines {
  const [top, right, bottom, left] = padding ?? [0, 0, 0, 0];
  return linesOf([
    { left, top, right: width - right, bottom: height - bottom },
    { left: 0, top: 0, right: width, bottom: height },
    ...fields.filter((_, index) => !indexes.has(index)).map((field) => boundsOf([field])),
  ]);
}

/** The smallest side of a resized field in millimetres. */
const SMALLEST = 0.2;

/** Moves or resizes fields; returns the design, and the lines that the fields meet. */
export function dragFields(
  design: Design,
  chosen: ChosenFields,
  drag: FieldDrag,
): { readonly design: Design; readonly lines: SnapLines } {
  const { handle, by, lines, tolerance, size } = drag;
  const fields = (design.schemas[chosen.page] ?? []).filter((_, index) =>
    chosen.indexes.has(index),
  );
  if (handle === undefined) {
    const { left, right, top, bottom } = boundsOf(fields);
    const moved = {
      left: left + by.x,
      right: right + by.x,
      top: top + by.y,
      bottom: bottom + by.y,
    };
    const snap = snapTo(linesOf([moved]), lines, tolerance);
    const distance = { x: by.x + snap.dx, y: by.y + snap.dy };
    return { design: moveFields(design, chosen, distance, size), lines: snap.lines };
  }
  const met: { lines: SnapLines } = { lines: { x: [], y: [] } };
  const resized = mapChosen(design, chosen, (field) => {
    const result = resizeBy(field, handle, drag);
    met.lines = result.lines;
    return result.field;
  });
  return { design: resized, lines: met.lines };
}

function resizeBy(field: DesignField, handle: Handle, { by, lines, tolerance, size }: FieldDrag) {
  const stretched = stretch(boundsOf([field]), handle, by);
  const edges = {
    x: handle.includes("w") ? [stretched.left] : handle.includes("e") ? [stretched.right] : [],
    y: handle.includes("n") ? [stretched.top] : handle.includes("s") ? [stretched.bottom] : [],
  };
  const snap = snapTo(edges, lines, tolerance);
  const { left, top, right, bottom } = within(
    stretch(stretched, handle, { x: snap.dx, y: snap.dy }),
    handle,
    size,
  );
  const sized: DesignField = {
    ...field,
    position: { x: round(left), y: round(top) },
    width: round(right - left),
    height: round(bottom - top),
  };
  return { field: sized, lines: snap.lines };
}

/** Moves the edges of a handle. */
function stretch(
  { left, top, right, bottom }: Area,
  handle: Handle,
  { x, y }: { readonly x: number; readonly y: number },
): Area {
  return {
    left: handle.includes("w") ? left + x : left,
    right: handle.includes("e") ? right + x : right,
    top: handle.includes("n") ? top + y : top,
    bottom: handle.includes("s") ? bottom + y : bottom,
  };
}

/** Keeps the edges of a handle on the page, and the sides from becoming too small. */
function within(
  { left, top, right, bottom }: Area,
  handle: Handle,
  { width, height }: PageSize,
): Area {
  return {
    left: handle.includes("w") ? Math.min(Math.max(0, left), right - SMALLEST) : left,
    right: handle.includes("e") ? Math.max(Math.min(width, right), left + SMALLEST) : right,
    top: handle.includes("n") ? Math.min(Math.max(0, top), bottom - SMALLEST) : top,
    bottom: handle.includes("s") ? Math.max(Math.min(height, bottom), top + SMALLEST) : bottom,
  };
}

function round(millimetres: number): number {
  return Math.round(millimetres * 100) / 100;
}
