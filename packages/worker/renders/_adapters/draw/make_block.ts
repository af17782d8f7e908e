import { barcodeProblem, parseDataUri, type BarcodeField, type LayoutField } from "@paraph/core/templates";
import { DrawingFault } from "../drawing_fault.ts";
import type { FilledField } from "../fill/fill_layout.ts";
import { type PreparedImage, UnreadableImage } from "../images/prepared_image.ts";
import { readImage } from "../images/read_image.ts";
import type { Block } from "./block.ts";
import { listBlock } from "./list_block.ts";
import { tableBlock } from "./table_block.ts";
import { textBlock } from "./text_block.ts";

/** What blocks are made with: the room of an empty page, and images that were fetched by their address. */
export interface BlockContext {
  readonly tallest: number;
  readonly fetched: ReadonlyMap<string, Uint8Array>;
}

/** Measures a filled field. */
export function makeBlock({ field, filling }: FilledField, context: BlockContext): Block {
  switch (filling.kind) {
    case "text":
      return isTextual(field) ? textBlock(field, filling.parts) : nothing(field);
    case "list":
      return field.type === "list" ? listBlock(field, filling.items) : nothing(field);
    case "table":
      return field.type === "table" ? tableBlock(field, filling, context.tallest) : nothing(field);
    case "image": {
      if (filling.source === "") return nothing(field);
      const image = imageOf(filling.source, filling.key, context);
      return {
        extent: { kind: "whole", height: field.height },
        paint: ({ top }) => ({ kind: "image", image, field, box: boxOf(field, top) }),
      };
    }
    case "drawing":
      return drawingBlock(field, filling.value);
  }
}

function drawingBlock(field: LayoutField, value: string): Block {
  const isShape = field.type === "line" || field.type === "rectangle" || field.type === "ellipse";
  if (value === "" && !isShape && field.type !== "checkbox" && field.type !== "radioGroup") return nothing(field);
  if (isBarcode(field)) {
    const problem = barcodeProblem(field.type, value);
    if (problem !== undefined) throw new DrawingFault("render_failed", `${field.name}: ${problem}`);
  }
  if (field.type === "svg" && !/<svg[\s>]/.test(value)) {
    throw new DrawingFault("render_failed", `${field.name}: Not an SVG drawing`);
  }
  return {
    extent: { kind: "whole", height: field.height },
    paint: ({ top }) => ({ kind: "plugin", field, value, box: boxOf(field, top) }),
  };
}

function nothing(field: LayoutField): Block {
  return { extent: { kind: "whole", height: field.height }, paint: () => undefined };
}

function boxOf({ position, width, height }: LayoutField, top: number) {
  return { left: position.x, top, width, height };
}

function isTextual(field: LayoutField): field is Extract<LayoutField, { readonly overflow?: unknown; readonly type: "text" | "date" | "time" | "dateTime" | "select" | "multiVariableText" }> {
  return ["text", "date", "time", "dateTime", "select", "multiVariableText"].includes(field.type);
}

function isBarcode(field: LayoutField): field is BarcodeField {
  return "barColor" in field || "includetext" in field || /^(qrcode|japanpost|ean|code|nw7|itf14|upc|gs1|pdf417)/.test(field.type);
}

function imageOf(source: string, key: string, { fetched }: BlockContext): PreparedImage {
  const bytes = fetched.get(source) ?? parseDataUri(source)?.bytes;
  try {
    if (bytes === undefined) throw new UnreadableImage("It is no data: URI");
    return readImage(bytes);
  } catch (error) {
    if (!(error instanceof UnreadableImage)) throw error;
    throw new DrawingFault("image_unreadable", `The image "${key}" cannot be read. ${error.message}`);
  }
}
