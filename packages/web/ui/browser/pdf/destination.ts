import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

/** Where a link or a bookmark leads, as pdf.js gives it: a name, or a page and how to show it. */
export type Destination = string | ReadonlyArray<unknown>;

/** A place in a document. */
export interface Place {
  /** The number of the page, from 1. */
  readonly page: number;
  /** The distance from the bottom of the page in points; the top of the page without it. */
  readonly bottom?: number;
}

/** Returns the place of a destination; nothing for one that the document does not have. */
export async function placeOf(
  pdf: PDFDocumentProxy,
  destination: Destination,
): Promise<Place | undefined> {
  const explicit: unknown =
    typeof destination === "string" ? await pdf.getDestination(destination) : destination;
  if (!Array.isArray(explicit)) return undefined;
  const [target, kind, ...numbers]: ReadonlyArray<unknown> = explicit;
  const page = await pageOf(pdf, target);
  if (page === undefined) return undefined;
  const bottom = isNamed(kind) ? numbers[BOTTOM_OF[kind.name] ?? NaN] : undefined;
  return typeof bottom === "number" ? { page, bottom } : { page };
}

/** Where the numbers of a destination have its distance from the bottom, by its kind. */
const BOTTOM_OF: Readonly<Record<string, number>> = { XYZ: 1, FitH: 0, FitBH: 0 };

async function pageOf(pdf: PDFDocumentProxy, target: unknown): Promise<number | undefined> {
  if (typeof target === "number") {
    const isIndex = Number.isInteger(target) && target >= 0 && target < pdf.numPages;
    return isIndex ? target + 1 : undefined;
  }
  if (!isReference(target)) return undefined;
  try {
    return (await pdf.getPageIndex(target)) + 1;
  } catch {
    return undefined;
  }
}

function isNamed(value: unknown): value is { readonly name: string } {
  return typeof value === "object" && value !== null && "name" in value;
}

function isReference(value: unknown): value is { readonly num: number; readonly gen: number } {
  return typeof value === "object" && value !== null && "num" in value && "gen" in value;
}
