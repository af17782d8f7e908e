import { overlayBase, type Layout } from "@paraph/core/layouts";
import { type InputData, type Manifest } from "@paraph/core/manifests";

import { layOut } from "./draw/lay_out.ts";
import { DrawingFault } from "./drawing_fault.ts";
import { documentFile } from "./pdf/document_file.ts";
import { overlayFile } from "./pdf/overlay_file.ts";
import { prepareBase } from "./pdf/prepared_base.ts";
import { readPdf, UnreadablePdf } from "./pdf/read_pdf.ts";
import { Resources } from "./pdf/resources.ts";
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
  const resources = new Resources();
  const properties = { title: "", language: "en" };
  const baseBytes = overlayBase(input.layout);
  const base = baseBytes && prepareBase(await readPdf(baseBytes));
  const pages = layOut({ ...input, basePages: base?.pages }, resources);
  const bytes =
    base === undefined
      ? await documentFile(pages, resources, properties)
      : await overlayFile(base, pages, resources, properties);
  return { bytes, pageCount: pages.length };
}
