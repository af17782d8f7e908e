import { Schema } from "effect";

import { BarcodeType } from "./barcode_type.ts";
import { setting } from "./field_style.ts";
import { barcodeSettings, described } from "./picture_settings.ts";

const Height = Schema.Finite.check(Schema.isBetween({ minimum: 1, maximum: 1000 })).annotateKey({
  description: "In millimetres.",
});

/** Text, which can be Markdown. */
const TextCell = Schema.Struct({
  type: Schema.Literal("text"),
  richText: setting(Schema.Boolean, "Whether the values are Markdown, by default false."),
});

/** An image, whole and as large as its cell and its height allow. */
const ImageCell = Schema.Struct({ ...described, type: Schema.Literal("image"), height: Height });
export type ImageCell = typeof ImageCell.Type;

/** A barcode with the value of the cell. */
const BarcodeCell = Schema.Struct({
  ...described,
  ...barcodeSettings,
  type: BarcodeType,
  height: Height,
});
export type BarcodeCell = typeof BarcodeCell.Type;

/** What the cells of a column show. */
export const TableCell = Schema.Union([TextCell, ImageCell, BarcodeCell]);
export type TableCell = typeof TableCell.Type;

/** A cell with a picture. */
export type PictureCell = ImageCell | BarcodeCell;

export function isPictureCell(cell: TableCell): cell is PictureCell {
  return cell.type !== "text";
}
