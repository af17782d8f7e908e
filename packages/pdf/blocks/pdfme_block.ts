import type { LayoutField } from "@paraph/core/layouts";

import type { PdfmeDrawing } from "../pdfme/pdfme_drawing.ts";
import { PermanentRenderError, UnsupportedDrawing } from "../permanent_render_error.ts";
import { decimal, POINTS } from "../write/content.ts";
import { type Block, withEffects } from "./block.ts";
import { type Description, figure } from "./block_tags.ts";

/** Most documents of a template repeat their drawings. */
const CACHE_LIMIT = 200;
const drawings = new Map<string, PdfmeDrawing>();

/** The settings of a field that do not change its drawing. */
const INVISIBLE: ReadonlySet<string> = new Set([
  "name",
  "position",
  "when",
  "unless",
  "rotate",
  "opacity",
  "alt",
  "decorative",
]);

/** A field that is drawn by pdfme's plugin for its type: marks, SVG. */
export function pdfmeBlock(field: LayoutField, value: string, description: Description): Block {
  const { position } = field;
  const look = Object.entries(field).filter(([setting]) => !INVISIBLE.has(setting));
  const key = JSON.stringify([look, value]);
  return {
    extent: { kind: "whole", height: field.height },
    paint: ({ top }, _page, sheet) => {
      const box = { left: position.x, top, width: field.width, height: field.height };
      const { resources } = sheet;
      const drawing = resources.drawing(key, async (file) => {
        const made = await drawn(field, value, key);
        if (made.hasText && resources.isStandard) throw noEmbeddedFont(field.name);
        return made.addTo(file);
      });
      const bottom = sheet.height - (top + field.height) * POINTS;
      const content = `q 1 0 0 1 ${decimal(box.left * POINTS)} ${decimal(bottom)} cm ${drawing} Do Q\n`;
      // pdfme rotates only some types and applies the opacity to fewer.
      return figure(withEffects(content, field, box, sheet), description, box, sheet);
    },
  };
}

function noEmbeddedFont(name: string): PermanentRenderError {
  const message = "Text in SVG has no embedded font, which the standard requires";
  return new PermanentRenderError("render_failed", `${name}: ${message}: convert it to paths`);
}

async function drawn(field: LayoutField, value: string, key: string): Promise<PdfmeDrawing> {
  const cachedDrawing = drawings.get(key);
  if (cachedDrawing !== undefined) return cachedDrawing;
  // Imported on demand: few documents need it, and it takes up most of a thread's start.
  const { drawWithPdfme } = await import("../pdfme/pdfme_drawing.ts");
  const drawing = await drawWithPdfme({ ...field, rotate: 0, opacity: 1 }, value).catch(
    (error: unknown) => {
      if (!(error instanceof UnsupportedDrawing)) throw error;
      throw new PermanentRenderError("render_failed", `${field.name}: ${error.message}`);
    },
  );
  if (drawings.size >= CACHE_LIMIT) drawings.clear();
  drawings.set(key, drawing);
  return drawing;
}
