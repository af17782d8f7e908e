import type { PageSize } from "../../design/arrange.ts";
import type { Spot } from "../../design/placing.ts";
import { type Paper, PIXELS } from "./paper.ts";

/** The page and the index of the field that an element is part of. */
export function hitIn(
  papers: ReadonlyArray<Paper>,
  target: EventTarget | null,
): { readonly page: number; readonly index: number } | undefined {
  const element = target instanceof Element ? target.closest(".selectable") : null;
  for (const [page, { boxes }] of papers.entries()) {
    const index = boxes.findIndex((box) => box.element === element);
    if (index !== -1) return { page, index };
  }
  return undefined;
}

/** The indexes of the fields that an area between two points of the window touches. */
export function enclosedIn(
  { boxes }: Paper,
  from: DOMPointReadOnly,
  to: DOMPointReadOnly,
): ReadonlyArray<number> {
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
  return boxes.flatMap(({ element }, index) => {
    const box = element.getBoundingClientRect();
    const isTouched = box.left < right && box.right > left && box.top < bottom && box.bottom > top;
    return isTouched ? [index] : [];
  });
}

/** Converts a point of the window to a place on a page. */
export function spotIn(
  papers: ReadonlyArray<Paper>,
  { x, y }: { readonly x: number; readonly y: number },
  zoom: number,
): Spot | undefined {
  for (const [page, { element }] of papers.entries()) {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    if (x < left || x > right || y < top || y > bottom) continue;
    return { page, x: (x - left) / PIXELS / zoom, y: (y - top) / PIXELS / zoom };
  }
  return undefined;
}

/** Returns a place in the upper part of the visible part of a page, in millimetres. */
export function visibleSpot(
  paper: Paper | undefined,
  view: DOMRect,
  { width, height }: PageSize,
  zoom: number,
): { readonly x: number; readonly y: number } {
  if (paper === undefined) return { x: width / 2, y: height / 4 };
  const box = paper.element.getBoundingClientRect();
  const top = Math.max(box.top, view.top);
  const y = top + (Math.min(box.bottom, view.bottom) - top) * 0.2;
  return { x: width / 2, y: Math.max(0, (y - box.top) / PIXELS / zoom) };
}
