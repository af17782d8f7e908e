import {
  barcodeProblem,
  parseDataUri,
  type LayoutField,
  type LineField,
  type MarkField,
  type ShapeField,
  type SvgField,
} from "@paraph/core/layouts";

import { DrawingFault } from "../drawing_fault.ts";
import type { FilledField } from "../fill/fill_field.ts";
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
      return textBlock(filling.field, filling.parts);
    case "list":
      return listBlock(filling.field, filling.items);
    case "table":
      return tableBlock(filling.field, filling, context.tallest);
    case "image": {
      if (filling.image === "") return nothing(field);
      const image =
        typeof filling.image === "string"
          ? imageOf(filling.image, filling.key, context)
          : filling.image;
      return {
        extent: { kind: "whole", height: field.height },
        paint: ({ top }) => ({ kind: "image", image, field, box: boxOf(field, top) }),
      };
    }
    case "drawing":
      return drawingBlock(filling.field, filling.value);
    default: {
      if (filling.value === "") return nothing(field);
      const problem = barcodeProblem(filling.field.type, filling.value);
      if (problem !== undefined)
        throw new DrawingFault("render_failed", `${field.name}: ${problem}`);
      return drawnByPdfme(field, filling.value);
    }
  }
}

function drawingBlock(field: SvgField | LineField | ShapeField | MarkField, value: string): Block {
  if (field.type === "svg") {
    if (value === "") return nothing(field);
    if (!/<svg[\s>]/.test(value) || !value.includes("</svg>")) {
      throw new DrawingFault("render_failed", `${field.name}: Not an SVG drawing`);
    }
  }
  return drawnByPdfme(field, value);
}

function drawnByPdfme(field: LayoutField, value: string): Block {
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

function imageOf(source: string, key: string, { fetched }: BlockContext): PreparedImage {
  const bytes = fetched.get(source) ?? parseDataUri(source)?.bytes;
  try {
    if (bytes === undefined) throw new UnreadableImage("It is no data: URI");
    return readImage(bytes);
  } catch (error) {
    if (!(error instanceof UnreadableImage)) throw error;
    throw new DrawingFault(
      "image_unreadable",
      `The image "${key}" cannot be read. ${error.message}`,
    );
  }
}
