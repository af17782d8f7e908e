import { overlayBase, type Layout } from "@paraph/core/layouts";
import { type InputData, type Manifest } from "@paraph/core/manifests";

import { layOut } from "./draw/lay_out.ts";
import { writePdf } from "./draw/write_pdf.ts";
import { DrawingFault } from "./drawing_fault.ts";
import { overlay, readPdf, shownPages, UnreadablePdf } from "./overlay.ts";
import { FontTable } from "./pdf/font_table.ts";
import { MissingGlyph } from "./text/faces.ts";

/** All that decides what a document looks like. */
export interface DocumentInput {
  readonly layout: Layout;
  readonly manifest: Manifest;
  readonly data: InputData;
  /** Images that were fetched, by their address. */
  readonly fetched: ReadonlyMap<string, Uint8Array>;
}

/** A finished document. */
export interface DrawnDocument {
  readonly bytes: Uint8Array;
  readonly pageCount: number;
}

/** Draws one document; fails with a `DrawingFault` when data or layout cannot be drawn. */
export async function drawDocument(input: DocumentInput): Promise<DrawnDocument> {
  try {
    return await draw(input);
  } catch (error) {
    if (error instanceof MissingGlyph) throw new DrawingFault("glyph_missing", error.message);
    if (error instanceof UnreadablePdf) throw new DrawingFault("render_failed", error.message);
    throw error;
  }
}

async function draw(input: DocumentInput): Promise<DrawnDocument> {
  const fonts = new FontTable();
  const baseBytes = overlayBase(input.layout);
  const base = baseBytes && (await readPdf(baseBytes));
  const pages = layOut({ ...input, basePages: base && shownPages(base) }, fonts);
  const drawn = await writePdf(pages, fonts);
  return {
    bytes: base === undefined ? drawn : await overlay(base, drawn),
    pageCount: pages.length,
  };
}
