import { PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from "pdf-lib";

import { dictEntry, entry, nameEntry, nameOf, numberOf, numbersOf } from "../read/pdf_objects.ts";
import { precise } from "../write/content.ts";

/** A rectangle in points, its corners in order. */
export interface Rect {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** Deeper fields are malicious or cyclic. */
const MAX_DEPTH = 32;

/** The bits of `/F` that hide an annotation on the screen: Hidden and NoView. */
const HIDDEN_FLAGS = 2 | 32;

/** Returns the rectangle of an annotation or a form, undefined when it is empty. */
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

/** Returns whether an annotation is never visible on a page. */
export function isInvisible(annotation: PDFDict): boolean {
  const flags = numberOf(entry(annotation, "F")) ?? 0;
  return (flags & HIDDEN_FLAGS) !== 0 || nameEntry(annotation, "Subtype") === "Popup";
}

/** Returns whether an annotation is a visible link with a target; such links are not flattened. */
export function isLink(annotation: PDFDict): boolean {
  const hasTarget = entry(annotation, "A") !== undefined || entry(annotation, "Dest") !== undefined;
  return hasTarget && nameEntry(annotation, "Subtype") === "Link" && !isInvisible(annotation);
}

/** Returns an entry of a field, inherited from its nearest ancestor or the form. */
export function fieldEntry(
  widget: PDFDict,
  key: string,
  form: PDFDict | undefined,
): PDFObject | undefined {
  let node: PDFDict | undefined = widget;
  for (let depth = 0; node !== undefined && depth < MAX_DEPTH; depth++) {
    const value = entry(node, key);
    if (value !== undefined) return value;
    node = dictEntry(node, "Parent");
  }
  return entry(form, key);
}

/** Returns the appearance stream that PDF readers show for an annotation, undefined when it has none. */
export function appearanceOf(annotation: PDFDict, form: PDFDict | undefined): PDFRef | undefined {
  const appearances = dictEntry(annotation, "AP");
  const normal = entry(appearances, "N");
  if (normal instanceof PDFStream) return refIn(appearances, "N");
  if (!(normal instanceof PDFDict)) return undefined;
  const state = nameEntry(annotation, "AS") ?? nameOf(fieldEntry(annotation, "V", form)) ?? "Off";
  return entry(normal, state) instanceof PDFStream ? refIn(normal, state) : undefined;
}

/** Returns whether an annotation has any appearance, even if none applies to its state. */
export function hasAppearances(annotation: PDFDict): boolean {
  const normal = entry(dictEntry(annotation, "AP"), "N");
  return normal instanceof PDFStream || (normal instanceof PDFDict && normal.keys().length > 0);
}

/** Adds the entries that some producers omit from an appearance, so that it can be painted as a form. */
export function addMissingEntries(stream: PDFStream, annotation: PDFDict, form?: PDFDict): void {
  const { dict } = stream;
  dict.set(PDFName.of("Type"), PDFName.of("XObject"));
  dict.set(PDFName.of("Subtype"), PDFName.of("Form"));
  const rect = rectOf(annotation, "Rect");
  if (entry(dict, "BBox") === undefined && rect !== undefined) {
    const box = [0, 0, rect.right - rect.left, rect.top - rect.bottom];
    dict.set(PDFName.of("BBox"), dict.context.obj(box));
  }
  const resources = dictEntry(form, "DR");
  if (entry(dict, "Resources") === undefined && resources !== undefined)
    dict.set(PDFName.of("Resources"), resources);
}

/**
 * Returns the operators that paint an appearance into the rectangle of its annotation: its box, transformed
 * by its matrix, is moved and scaled to fit (ISO 32000-2, 12.5.5). Returns "" when nothing is visible.
 */
export function paintedForm(name: string, stream: PDFStream, annotation: PDFDict): string {
  const rect = rectOf(annotation, "Rect");
  const box = rectOf(stream.dict, "BBox");
  if (rect === undefined || box === undefined) return "";
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersOf(stream.dict, "Matrix") ?? [];
  const corners = [
    [box.left, box.bottom],
    [box.right, box.bottom],
    [box.left, box.top],
    [box.right, box.top],
  ].map(([x = 0, y = 0]) => [a * x + c * y + e, b * x + d * y + f] as const);
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - bottom];
  if (!(width > 0 && height > 0)) return "";
  const [sx, sy] = [(rect.right - rect.left) / width, (rect.top - rect.bottom) / height];
  const matrix = [sx, 0, 0, sy, rect.left - left * sx, rect.bottom - bottom * sy];
  return `q ${matrix.map(precise).join(" ")} cm ${name} Do Q\n`;
}

function refIn(dict: PDFDict | undefined, key: string): PDFRef | undefined {
  const raw = dict?.get(PDFName.of(key));
  return raw instanceof PDFRef ? raw : undefined;
}
