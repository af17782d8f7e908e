/** The visible area of a page in the page's coordinates (points), and its rotation. */
export interface VisibleArea {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
  /** Clockwise rotation in steps of 90°: 0 to 3. */
  readonly quarterTurns: number;
}

/** The boxes and the rotation of a page, including inherited ones, unvalidated. */
export interface PageBoxes {
  readonly mediaBox: ReadonlyArray<number> | undefined;
  readonly cropBox: ReadonlyArray<number> | undefined;
  readonly rotate: number | undefined;
}

/** US Letter, the default of PDF readers. */
const LETTER = { left: 0, bottom: 0, right: 612, top: 792 };

/**
 * Returns the visible area of a page: the intersection of its crop box and its media box. Corners can be in
 * any order.
 *
 * @example A rotated and cropped page
 * ```ts
 * import { visibleArea, sizeOfVisibleArea } from "./visible_area.ts";
 * import assert from "node:assert/strict";
 *
 * const area = visibleArea({ mediaBox: [0, 0, 600, 800], cropBox: [50, 50, 550, 900], rotate: 90 });
 * assert.deepEqual(sizeOfVisibleArea(area), { width: 750, height: 500 });
 * ```
 */
export function visibleArea({ mediaBox, cropBox, rotate }: PageBoxes): VisibleArea {
  const media = sidesOf(mediaBox) ?? LETTER;
  const crop = sidesOf(cropBox) ?? media;
  const intersection = {
    left: Math.max(media.left, crop.left),
    bottom: Math.max(media.bottom, crop.bottom),
    right: Math.min(media.right, crop.right),
    top: Math.min(media.top, crop.top),
  };
  const sides = isNotEmpty(intersection) ? intersection : media;
  const turns = Math.round((Number.isFinite(rotate) ? (rotate ?? 0) : 0) / 90) % 4;
  return { ...sides, quarterTurns: (turns + 4) % 4 };
}

/** Returns the size of an area in points, after rotation. */
export function sizeOfVisibleArea({ left, bottom, right, top, quarterTurns }: VisibleArea): {
  readonly width: number;
  readonly height: number;
} {
  const [width, height] = [right - left, top - bottom];
  return quarterTurns % 2 === 1 ? { width: height, height: width } : { width, height };
}

/**
 * Returns the matrix from page coordinates to the visible area, with the origin at the upper left and y
 * downwards.
 */
export function toVisibleMatrix({
  left,
  bottom,
  right,
  top,
  quarterTurns,
}: VisibleArea): readonly [number, number, number, number, number, number] {
  switch (quarterTurns) {
    case 0:
      return [1, 0, 0, -1, -left, top];
    case 1:
      return [0, 1, 1, 0, -bottom, -left];
    case 2:
      return [-1, 0, 0, 1, right, -bottom];
    default:
      return [0, -1, -1, 0, top, right];
  }
}

/** Returns the matrix from the visible area, with the origin at the lower left, to page coordinates. */
export function fromVisibleMatrix({
  left,
  bottom,
  right,
  top,
  quarterTurns,
}: VisibleArea): readonly [number, number, number, number, number, number] {
  switch (quarterTurns) {
    case 0:
      return [1, 0, 0, 1, left, bottom];
    case 1:
      return [0, 1, -1, 0, right, bottom];
    case 2:
      return [-1, 0, 0, -1, right, top];
    default:
      return [0, -1, 1, 0, left, top];
  }
}

type Sides = Pick<VisibleArea, "left" | "bottom" | "right" | "top">;

function sidesOf(box: ReadonlyArray<number> | undefined): Sides | undefined {
  const [x1, y1, x2, y2] = box ?? [];
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined)
    return undefined;
  const sides = {
    left: Math.min(x1, x2),
    bottom: Math.min(y1, y2),
    right: Math.max(x1, x2),
    top: Math.max(y1, y2),
  };
  return isNotEmpty(sides) ? sides : undefined;
}

function isNotEmpty({ left, bottom, right, top }: Sides): boolean {
  return Number.isFinite(right - left + top - bottom) && right - left > 0 && top - bottom > 0;
}
