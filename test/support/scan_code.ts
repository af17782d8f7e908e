import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  HybridBinarizer,
  MultiFormatReader,
  RGBLuminanceSource,
} from "@zxing/library";

import { withPdf } from "../rendering/raster.ts";

/** A scanner reads a code from several distances. */
const RESOLUTIONS = [144, 216, 288];

/** Returns the text of the barcode on the last page of a PDF, undefined if it cannot be read. */
export const scanCode = (bytes: Uint8Array, format: BarcodeFormat) =>
  withPdf(bytes, async (pdf) => {
    const isMatrix = format === BarcodeFormat.DATA_MATRIX;
    const hints = new Map<DecodeHintType, unknown>([
      [DecodeHintType.POSSIBLE_FORMATS, [format]],
      [DecodeHintType.TRY_HARDER, true],
      ...(isMatrix ? [[DecodeHintType.PURE_BARCODE, true] as const] : []),
    ]);
    for (const resolution of RESOLUTIONS) {
      const { grey, width, height } = await pdf.raster([pdf.pageCount - 1], resolution);
      const source = new RGBLuminanceSource(new Uint8ClampedArray(grey), width, height);
      const bitmap = new BinaryBitmap(new HybridBinarizer(source));
      try {
        return new MultiFormatReader().decode(bitmap, hints).getText();
      } catch {
        // Read again at the next resolution.
      }
    }
    return undefined;
  });
