import type { LayoutField } from "@paraph/core/layouts";

import { DrawingFault } from "../drawing_fault.ts";
import { decimal, POINTS } from "../pdf/content.ts";
import type { PdfFile, Ref } from "../pdf/pdf_file.ts";
import type { PdfmeDrawing } from "../pdfme/pdfme_drawing.ts";
import type { Block } from "./block.ts";

/** How many drawings are kept; most documents of a template repeat theirs. */
const CACHE_LIMIT = 200;
const drawings = new Map<string, PdfmeDrawing>();

/** A field that pdfme's own plugin for its type draws: barcodes, marks, SVG. */
export function pdfmeBlock(field: LayoutField, value: string): Block {
  const { name: _, position, when: __, unless: ___, ...look } = field;
  const key = JSON.stringify([look, value]);
  return {
    extent: { kind: "whole", height: field.height },
    paint: ({ top }, _page, sheet) => {
      const margin = marginOf(field);
      const x = (position.x - margin) * POINTS;
      const y = sheet.height - (top + field.height + margin) * POINTS;
      const drawing = sheet.resources.drawing(key, (file) => draw(field, value, key, file));
      return `q 1 0 0 1 ${decimal(x)} ${decimal(y)} cm ${drawing} Do Q\n`;
    },
  };
}

/** Room around a field that is turned about its middle. */
function marginOf({ width, height }: LayoutField): number {
  return Math.max(width, height);
}

async function draw(field: LayoutField, value: string, key: string, file: PdfFile): Promise<Ref> {
  const known = drawings.get(key);
  if (known !== undefined) return known.addTo(file);
  // Imported only when it is needed: few documents do, and it takes a thread longest to start.
  const { drawByPdfme } = await import("../pdfme/pdfme_drawing.ts");
  const drawing = await drawByPdfme(field, value, marginOf(field));
  if (drawing === undefined) {
    throw new DrawingFault("render_failed", `${field.name}: There is nothing to be seen in it`);
  }
  if (drawings.size >= CACHE_LIMIT) drawings.clear();
  drawings.set(key, drawing);
  return drawing.addTo(file);
}
