import { type InputData } from "@paraph/core/manifests";

import type { CompiledTemplate } from "./compile/compiled_template.ts";
import { layOut } from "./draw/lay_out.ts";
import { writePdf } from "./draw/write_pdf.ts";
import { DrawingFault } from "./drawing_fault.ts";
import { overlay, readPdf, UnreadablePdf } from "./overlay.ts";
import { FontTable } from "./pdf/font_table.ts";
import { MissingGlyph } from "./text/faces.ts";

/** A finished document. */
export interface DrawnDocument {
  readonly bytes: Uint8Array;
  readonly pageCount: number;
}

/**
 * Draws one document; fails with a `DrawingFault` when the data cannot be drawn.
 *
 * @param fetched Images that were fetched, by their address.
 */
export async function drawDocument(
  template: CompiledTemplate,
  data: InputData,
  fetched: ReadonlyMap<string, Uint8Array>,
): Promise<DrawnDocument> {
  try {
    const fonts = new FontTable();
    const pages = layOut({ template, data, fetched }, fonts);
    const drawn = await writePdf(pages, fonts);
    return { bytes: await onBase(template, drawn), pageCount: pages.length };
  } catch (error) {
    if (error instanceof MissingGlyph) throw new DrawingFault("glyph_missing", error.message);
    if (error instanceof UnreadablePdf) throw new DrawingFault("render_failed", error.message);
    throw error;
  }
}

async function onBase({ base }: CompiledTemplate, drawn: Uint8Array): Promise<Uint8Array> {
  return base.kind === "blank" ? drawn : overlay(await readPdf(base.bytes), drawn);
}
