import { PDF } from "@libpdf/core";
import { MAX_PAGES } from "@paraph/core/layouts";
import type { Box, PageSize, ReadDocument } from "@paraph/core/signatures";

import { exceedsUnpackLimit, startUnpacking, UNPACK_LIMIT_MESSAGE } from "../read/unpacking.ts";
import { sizeOfVisibleArea } from "../read/visible_area.ts";
import { findText, type Place } from "./find_text.ts";
import { GlyphReader } from "./page_glyphs.ts";
import { areaOf, hasOnlyPages, resolverOf } from "./page_objects.ts";
import { foldText, readingsOf } from "./readings.ts";
import { TextFonts } from "./text_fonts.ts";

export interface ReadRequest {
  readonly pdf: Uint8Array;
  readonly texts: ReadonlyArray<string>;
}

/** The result; an unreadable document is an expected one. */
export type Reading =
  | { readonly kind: "read"; readonly document: ReadDocument }
  | { readonly kind: "unreadable"; readonly message: string };

/** Reads the page sizes of a document and finds texts; see the port `DocumentReader`. */
export async function readDocument(order: ReadRequest): Promise<Reading> {
  startUnpacking();
  try {
    const reading = await readWithin(order);
    // LibPDF treats a stream that it cannot unpack as empty.
    return exceedsUnpackLimit() ? TOO_MUCH : reading;
  } catch (error) {
    if (exceedsUnpackLimit()) return TOO_MUCH;
    throw error;
  }
}

const TOO_MUCH = { kind: "unreadable", message: UNPACK_LIMIT_MESSAGE } as const;

async function readWithin({ pdf, texts }: ReadRequest): Promise<Reading> {
  const original = await load(pdf);
  if (typeof original === "string") return { kind: "unreadable", message: original };
  const flatPdf = hasOnlyPages(original) ? undefined : await flatten(pdf);
  const doc = flatPdf === undefined ? original : await load(flatPdf);
  if (typeof doc === "string") return { kind: "unreadable", message: doc };
  const resolve = resolverOf(doc);
  const pages = doc.getPages();
  const [firstPage] = pages;
  if (firstPage === undefined) return { kind: "unreadable", message: "The PDF has no pages" };
  const reader = new GlyphReader(new TextFonts(firstPage, resolve), resolve);
  const targets = texts.map(foldText);
  const boxesByText = targets.map((): Array<Box> => []);
  const sizes: Array<PageSize> = [];
  for (const [pageIndex, page] of pages.entries()) {
    const area = areaOf(page.dict, resolve);
    const size = sizeOfVisibleArea(area);
    sizes.push(size);
    if (targets.length === 0) continue;
    const pageReadings = readingsOf(reader.read(page.dict, area));
    targets.forEach((text, index) => {
      for (const place of findText(pageReadings, text))
        boxesByText[index]?.push(boxOf(place, pageIndex + 1, size));
    });
  }
  const document = {
    pages: sizes,
    matches: boxesByText,
    ...(flatPdf === undefined ? {} : { flattened: flatPdf }),
  };
  return { kind: "read", document };
}

/** Imported on demand: most documents have nothing to flatten, and the module is slow to load. */
async function flatten(pdf: Uint8Array): Promise<Uint8Array | undefined> {
  const { flattenDocument } = await import("../flatten/flatten_document.ts");
  return flattenDocument(pdf);
}

/** Returns the document, or why it is unreadable. */
async function load(bytes: Uint8Array): Promise<PDF | string> {
  try {
    const doc = await PDF.load(bytes);
    if (doc.isEncrypted) return "The PDF is encrypted";
    if (doc.getPageCount() > MAX_PAGES) return `The PDF has more than ${MAX_PAGES} pages`;
    return doc;
  } catch {
    return "The PDF is damaged";
  }
}

/** Converts a place to percentages of its page. */
function boxOf({ x, y, width, height }: Place, page: number, size: PageSize): Box {
  return {
    page,
    x: (x / size.width) * 100,
    y: (y / size.height) * 100,
    width: (width / size.width) * 100,
    height: (height / size.height) * 100,
  };
}
