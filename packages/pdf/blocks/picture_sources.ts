import { type BarcodeType, barcodeProblem } from "@paraph/core/layouts";

import type { Barcode } from "../barcodes/encode_barcode.ts";
import { type PreparedImage, UnreadableImage } from "../images/prepared_image.ts";
import { PermanentRenderError, UnsupportedDrawing } from "../permanent_render_error.ts";
import type { BlockContext } from "./block_context.ts";

/** What reads the images of the data, and encodes barcodes. */
export type PictureContext = Pick<BlockContext, "images" | "encodeBarcode">;

/** Reads an image of the data; `key` names it in the message of a failure. */
export function readableImage(
  source: string,
  key: string,
  { images }: PictureContext,
): PreparedImage {
  try {
    return images.read(source);
  } catch (error) {
    if (!(error instanceof UnreadableImage)) throw error;
    throw new PermanentRenderError(
      "image_unreadable",
      `The image "${key}" cannot be read. ${error.message}`,
    );
  }
}

/** Encodes a text as a barcode; `name` names it in the message of a failure. */
export function barcodeOf(
  type: BarcodeType,
  text: string,
  name: string,
  { encodeBarcode }: PictureContext,
): Barcode {
  const problem = barcodeProblem(type, text);
  if (problem !== undefined) throw new PermanentRenderError("render_failed", `${name}: ${problem}`);
  if (encodeBarcode === undefined) throw new Error("The encoder of barcodes was not loaded");
  try {
    return encodeBarcode(type, text);
  } catch (error) {
    if (!(error instanceof UnsupportedDrawing)) throw error;
    throw new PermanentRenderError("render_failed", `${name}: ${error.message}`);
  }
}
