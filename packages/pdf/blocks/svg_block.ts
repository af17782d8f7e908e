import type { MarkField, SvgField } from "@paraph/core/layouts";

import { PermanentRenderError, UnsupportedDrawing } from "../permanent_render_error.ts";
import type { SvgDrawing } from "../svg/svg_drawing.ts";
import { decimal, POINTS } from "../write/content.ts";
import { type Block, withEffects } from "./block.ts";
import type { BlockContext } from "./block_context.ts";
import { type Description, figure } from "./block_tags.ts";

/** A drawing, or a mark that is drawn as one. */
export function svgBlock(
  field: SvgField | MarkField,
  text: string,
  description: Description,
  context: BlockContext,
): Block {
  const { position, width, height, name } = field;
  const drawing = draw(name, text, { width, height }, context);
  for (const warning of drawing.warnings) context.warn(warning);
  return {
    extent: { kind: "whole", height },
    paint: ({ top }, _page, sheet) => {
      const box = { left: position.x, top, width, height };
      const drawn = sheet.resources.drawing(drawing);
      const bottom = sheet.height - (top + height) * POINTS;
      const content = `q 1 0 0 1 ${decimal(box.left * POINTS)} ${decimal(bottom)} cm ${drawn} Do Q\n`;
      return figure(withEffects(content, field, box, sheet), description, box, sheet);
    },
  };
}

function draw(
  name: string,
  text: string,
  size: { readonly width: number; readonly height: number },
  { drawSvg }: BlockContext,
): SvgDrawing {
  if (drawSvg === undefined) throw new Error("The drawing of SVG was not loaded");
  try {
    return drawSvg(text, size);
  } catch (error) {
    if (!(error instanceof UnsupportedDrawing)) throw error;
    throw new PermanentRenderError("render_failed", `${name}: ${error.message}`);
  }
}

/** The SVG of a check box or a radio button. */
export function markSvg({ type, color }: MarkField, isChecked: boolean): string {
  const shape =
    type === "checkbox"
      ? `<rect x="3" y="3" width="18" height="18" stroke-linejoin="miter"/>${isChecked ? '<path d="m16 9-5.5 5.5L8 12"/>' : ""}`
      : `<circle cx="12" cy="12" r="10"/>${isChecked ? '<circle cx="12" cy="12" r="1"/>' : ""}`;
  const stroke = color ?? "#000000";
  return `<svg viewBox="0 0 24 24" fill="none" stroke="${stroke}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${shape}</svg>`;
}
