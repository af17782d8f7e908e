import type { PDFDict, PDFObject } from "pdf-lib";

import { dictEntry, entry, nameEntry, numberOf, numbersOf } from "../active/pdf_objects.ts";

/** A rectangle in points, its corners in order. */
export interface Rect {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** No honest field is nested deeper. */
const DEEPEST = 32;

/** The bits of `/F` that keep an annotation off the screen: Hidden and NoView. */
const HIDDEN = 2 | 32;

/** The rectangle of an annotation or a form; undefined when it encloses nothing. */
export function rectOf(dict: PDFDict, key: "Rect" | "BBox"): Rect | undefined {
  const [x1, y1, x2, y2] = numbersOf(dict, key) ?? [];
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined)
    return undefined;
  const rect = {
    left: Math.min(x1, x2),
    bottom: Math.min(y1, y2),
    right: Math.max(x1, x2),
    top: Math.max(y1, y2),
  };
  return rect.right > rect.left && rect.top > rect.bottom ? rect : undefined;
}

/** Whether an annotation is never seen on a page. */
export function isUnseen(annotation: PDFDict): boolean {
  const flags = numberOf(entry(annotation, "F")) ?? 0;
  return (flags & HIDDEN) !== 0 || nameEntry(annotation, "Subtype") === "Popup";
}

/** Whether an annotation is a link that still leads somewhere: it stays a link. */
export function isLink(annotation: PDFDict): boolean {
  const leads = entry(annotation, "A") !== undefined || entry(annotation, "Dest") !== undefined;
  return leads && nameEntry(annotation, "Subtype") === "Link" && !isUnseen(annotation);
}

/** An entry of a field: its own, that of a field above it, or the form's. */
export function fieldEntry(
  widget: PDFDict,
  key: string,
  form: PDFDict | undefined,
): PDFObject | undefined {
  let node: PDFDict | undefined = widget;
  for (let depth = 0; node !== undefined && depth < DEEPEST; depth++) {
    const value = entry(node, key);
    if (value !== undefined) return value;
    node = dictEntry(node, "Parent");
  }
  return entry(form, key);
}
