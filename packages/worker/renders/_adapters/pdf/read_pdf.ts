import { MAX_PAGES, type ShownPage } from "@paraph/core/layouts";
import { ParseSpeeds, PDFArray, PDFDocument, PDFName, PDFNumber, type PDFPage } from "pdf-lib";

import { POINTS } from "./content.ts";
import { type ShownArea, shownArea, shownSize } from "./shown_area.ts";

/** A base PDF that cannot be drawn on; the message says why. */
export class UnreadablePdf extends Error {}

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
    const { width, height } = shownSize(areaOf(page));
    return { width: width / POINTS, height: height / POINTS };
  });
}

/** What of a page is shown. */
export function areaOf(page: PDFPage): ShownArea {
  return shownArea({
    mediaBox: numbersOf(page, "MediaBox"),
    cropBox: numbersOf(page, "CropBox"),
    rotate: page.getRotation().angle,
  });
}

/** An entry of a page, its own or inherited, that is an array of numbers. */
function numbersOf({ node, doc }: PDFPage, name: string): ReadonlyArray<number> | undefined {
  const value = doc.context.lookup(node.getInheritableAttribute(PDFName.of(name)));
  if (!(value instanceof PDFArray)) return undefined;
  return value.asArray().map((item) => {
    const number = doc.context.lookup(item);
    return number instanceof PDFNumber ? number.asNumber() : Number.NaN;
  });
}

async function load(bytes: Uint8Array): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(bytes, {
      updateMetadata: false,
      throwOnInvalidObject: true,
      // Nobody else waits for this thread.
      parseSpeed: ParseSpeeds.Fastest,
    });
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
