/** The part of a page that is shown, in the page's own points, and how the page is turned. */
export interface ShownArea {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
  /** How often it is turned clockwise: 0 to 3. */
  readonly quarterTurns: number;
}

/** What a page says of its size, its own or inherited; boxes as they are written. */
export interface PageBoxes {
  readonly mediaBox: ReadonlyArray<number> | undefined;
  readonly cropBox: ReadonlyArray<number> | undefined;
  readonly rotate: number | undefined;
}

/** US Letter, as readers assume where a page says nothing of use. */
const LETTER = { left: 0, bottom: 0, right: 612, top: 792 };

/**
 * Finds out what of a page is shown: its crop box as far as that lies on its media box. Corners may be
 * given in any order.
 *
 * @example A turned page that is cropped
 * ```ts
 * import { shownArea, shownSize } from "./shown_area.ts";
 * import assert from "node:assert/strict";
 *
 * const area = shownArea({ mediaBox: [0, 0, 600, 800], cropBox: [50, 50, 550, 900], rotate: 90 });
 * assert.deepEqual(shownSize(area), { width: 750, height: 500 });
 * ```
 */
export function shownArea({ mediaBox, cropBox, rotate }: PageBoxes): ShownArea {
  const media = sidesOf(mediaBox) ?? LETTER;
  const crop = sidesOf(cropBox) ?? media;
  const both = {
    left: Math.max(media.left, crop.left),
    bottom: Math.max(media.bottom, crop.bottom),
    right: Math.min(media.right, crop.right),
    top: Math.min(media.top, crop.top),
  };
  const shown = isSomething(both) ? both : media;
  const turns = Math.round((Number.isFinite(rotate) ? (rotate ?? 0) : 0) / 90) % 4;
  return { ...shown, quarterTurns: (turns + 4) % 4 };
}

/** How large an area is shown, in points, turned as it is. */
export function shownSize({ left, bottom, right, top, quarterTurns }: ShownArea): {
  readonly width: number;
  readonly height: number;
} {
  const [width, height] = [right - left, top - bottom];
  return quarterTurns % 2 === 1 ? { width: height, height: width } : { width, height };
}

/** The matrix that takes points of a page to where they are shown, from the upper left corner down. */
export function shownPlaces({
  left,
  bottom,
  right,
  top,
  quarterTurns,
}: ShownArea): readonly [number, number, number, number, number, number] {
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

/** The matrix that turns what is drawn upright, from the lower left corner of what is shown, as the page is. */
export function shownMatrix({
  left,
  bottom,
  right,
  top,
  quarterTurns,
}: ShownArea): ReadonlyArray<number> {
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

type Sides = Pick<ShownArea, "left" | "bottom" | "right" | "top">;

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
  return isSomething(sides) ? sides : undefined;
}

function isSomething({ left, bottom, right, top }: Sides): boolean {
  return Number.isFinite(right - left + top - bottom) && right - left > 0 && top - bottom > 0;
}
