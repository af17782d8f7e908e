import type { ShownPage } from "@paraph/core/layouts";
import { type PDFEmbeddedPage, PDFDocument, type PDFPage, PDFName } from "pdf-lib";

import { decimal, POINTS } from "./pdf/content.ts";

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

/**
 * Puts drawn pages over those of a base PDF. The base is changed in place, so that it keeps all it has:
 * rotation, boxes, links, annotations, outlines and form fields.
 */
export async function overlay(base: PDFDocument, drawn: Uint8Array): Promise<Uint8Array> {
  const drawing = await PDFDocument.load(drawn, { updateMetadata: false });
  const drawnOn = drawing.getPages().filter(({ node }) => node.Contents() !== undefined);
  const embedded = await base.embedPages(drawnOn);
  embedded.forEach((drawnPage, at) => {
    const place = drawnOn[at];
    if (place !== undefined) drawOver(base.getPage(drawing.getPages().indexOf(place)), drawnPage);
  });
  base.setModificationDate(new Date(0));
  return base.save({ updateFieldAppearances: false, objectsPerTick: Infinity });
}

/** Draws over a page the way it is shown: what is up to the reader is up for the drawing. */
function drawOver(page: PDFPage, drawing: PDFEmbeddedPage): void {
  const { x, y, width, height } = page.getCropBox();
  const [a, b, c, d, e, f] = (
    [
      [1, 0, 0, 1, x, y],
      [0, 1, -1, 0, x + width, y],
      [-1, 0, 0, -1, x + width, y + height],
      [0, -1, 1, 0, x, y + height],
    ] as const
  )[quarterTurns(page)] ?? [1, 0, 0, 1, x, y];
  const { context } = page.doc;
  // What the base leaves changed in the graphics state must not reach the drawing.
  const open = context.register(context.stream("q\n"));
  const key = page.node.newXObject("Overlay", drawing.ref);
  const matrix = [a, b, c, d, e, f].map(decimal).join(" ");
  const close = context.register(context.stream(`\nQ\nq ${matrix} cm ${key.toString()} Do Q\n`));
  const hadContent = page.node.wrapContentStreams(open, close);
  if (!hadContent) page.node.set(PDFName.of("Contents"), context.obj([open, close]));
}

/** How often a page is turned clockwise, 0 to 3. */
function quarterTurns(page: PDFPage): number {
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
