import type { ShownPage } from "@paraph/core/layouts";
import { PDFDocument, type PDFPage } from "pdf-lib";

import { POINTS } from "./content.ts";

/** A base PDF that cannot be drawn on; the message says why. */
export class UnreadablePdf extends Error {}

/** Pages a PDF may have; more make a form into an archive. */
const MAX_PAGES = 2_000;

/** Reads a PDF without trusting it. */
export async function readPdf(bytes: Uint8Array): Promise<PDFDocument> {
  const doc = await load(bytes);
  const count = pageCount(doc);
  if (count === 0) throw new UnreadablePdf("The PDF has no pages");
  if (count > MAX_PAGES) throw new UnreadablePdf(`The PDF has more than ${MAX_PAGES} pages`);
  return doc;
}

/** The pages of a PDF as a reader shows them: cut to their crop box, turned, in millimetres. */
export function shownPages(doc: PDFDocument): ReadonlyArray<ShownPage> {
  return doc.getPages().map((page) => {
    const { width, height } = page.getCropBox();
    const isTurned = quarterTurns(page) % 2 === 1;
    return isTurned
      ? { width: height / POINTS, height: width / POINTS }
      : { width: width / POINTS, height: height / POINTS };
  });
}

/** How often a page is turned clockwise, 0 to 3. */
export function quarterTurns(page: PDFPage): number {
  return ((Math.round(page.getRotation().angle / 90) % 4) + 4) % 4;
}

async function load(bytes: Uint8Array): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: true });
  } catch (error) {
    const isEncrypted = error instanceof Error && error.message.includes("encrypted");
    throw new UnreadablePdf(isEncrypted ? "The PDF is encrypted" : "The PDF is damaged");
  }
}

function pageCount(doc: PDFDocument): number {
  try {
    return doc.getPageCount();
  } catch {
    throw new UnreadablePdf("The PDF is damaged");
  }
}
