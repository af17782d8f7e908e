import {
  isMark,
  type LayoutField,
  type LineField,
  type MarkField,
  type MultiVariableTextField,
  type ShapeField,
  type SvgField,
  type TextField,
} from "@paraph/core/layouts";

import type { FilledField } from "../fill/fill_field.ts";
import type { FilledNote } from "../fill/rich_text.ts";
import { barcodeBlock } from "./barcode_block.ts";
import type { Block } from "./block.ts";
import type { BlockContext } from "./block_context.ts";
import type { Description } from "./block_tags.ts";
import { atOrigin, markFormBlock, textFormBlock } from "./form/form_block.ts";
import { imageBlock } from "./image_block.ts";
import { barcodeOf, readableImage } from "./picture_sources.ts";
import { shapeBlock } from "./shape_block.ts";
import { signingBlock } from "./signing_block.ts";
import { markSvg, svgBlock } from "./svg_block.ts";
import { tableBlock } from "./table/table_block.ts";
import { navigable } from "./targets.ts";
import { combBlock } from "./text/comb_block.ts";
import { contentsBlock } from "./text/contents_block.ts";
import { listBlock } from "./text/list_block.ts";
import { noteBlock } from "./text/note_block.ts";
import { richBlock } from "./text/rich_block.ts";
import { textBlock } from "./text/text_block.ts";

/** Measures a filled field, with its anchor, its link and its headings. */
export function makeBlock(filledField: FilledField, context: BlockContext): Block {
  return navigable(blockOf(filledField, context), filledField);
}

function blockOf(filled: FilledField, context: BlockContext): Block {
  const { field, filling, description } = filled;
  switch (filling.kind) {
    case "text":
      if (filled.form !== undefined)
        return textFormBlock(filling.field, filling.parts, filled.form, context);
      return filling.field.numCells
        ? combBlock(filling.field, filling.parts, filling.field.numCells, context)
        : textBlock(filling.field, filling.parts, context);
    case "rich":
      return richBlock(
        filling.field,
        filling.paragraphs,
        context,
        noteMaker(filling.field, context),
      );
    case "list":
      return listBlock(filling.field, filling.items, context);
    case "contents":
      return contentsBlock(filling.field, context.headings, context);
    case "table":
      return tableBlock(filling.field, filling, context);
    case "signing":
      return signingBlock(filling.field, filling.value);
    case "image": {
      const { image, key } = filling;
      if (image === "") return emptyBlock(field);
      const readable = typeof image === "string" ? readableImage(image, key, context) : image;
      return imageBlock(field, readable, description);
    }
    case "drawing": {
      const { field: drawn, value } = filling;
      if (filled.form === undefined || !isMark(drawn))
        return drawingBlock(drawn, value, description, context);
      const block = (state: string) => drawingBlock(atOrigin(drawn), state, description, context);
      return markFormBlock(drawn, value === "true", filled.form, { block, context });
    }
    default: {
      if (filling.value === "") return emptyBlock(field);
      const code = barcodeOf(filling.field.type, filling.value, field.name, context);
      // Without a description, screen readers read the content of the code.
      const alt = description.alt ?? filling.value;
      return barcodeBlock(filling.field, code, { ...description, alt });
    }
  }
}

function noteMaker(field: TextField | MultiVariableTextField, context: BlockContext) {
  const { noteColumn } = context;
  return noteColumn && ((note: FilledNote) => noteBlock(note, field, noteColumn, context));
}

function drawingBlock(
  field: SvgField | LineField | ShapeField | MarkField,
  value: string,
  description: Description,
  context: BlockContext,
): Block {
  switch (field.type) {
    case "line":
    case "rectangle":
    case "ellipse":
      return shapeBlock(field);
    case "svg":
      return value === "" ? emptyBlock(field) : svgBlock(field, value, description, context);
    case "circleMark":
      return value === "true" ? shapeBlock(circleOf(field), CHECKED) : emptyBlock(field);
    default: {
      const isChecked = value === "true";
      const mark = isChecked ? CHECKED : UNCHECKED;
      return svgBlock(field, markSvg(field, isChecked), mark, context);
    }
  }
}

/** The characters for marks, which screen readers name in their language. */
const CHECKED: Description = { alt: "☑", isDecorative: false };
const UNCHECKED: Description = { alt: "☐", isDecorative: false };

const BLACK = "#000000";
/** pdfme's default, in millimetres. */
const CIRCLE_WIDTH = 1;

/** A circle around a choice. */
function circleOf({ color, borderWidth, ...field }: MarkField): ShapeField {
  const width = borderWidth ?? CIRCLE_WIDTH;
  return { ...field, type: "ellipse", borderColor: color ?? BLACK, borderWidth: width };
}

function emptyBlock(field: LayoutField): Block {
  return { extent: { kind: "whole", height: field.height }, paint: () => "" };
}
