import { randomNumbers } from "@paraph/testing/random_numbers";
import { PDFDocument, StandardFonts } from "pdf-lib";

import { fontPath } from "../../../packages/pdf/fonts/bundled/font_files.ts";
import { dataUri, pngOf } from "../../../packages/pdf/testing/fixtures.ts";

/** The font of every engine that needs one. */
export const ROBOTO = fontPath("Roboto-Regular");

/** A logo of 360 × 120 pixels with transparency, some 80 KB as PNG: a picture, not a flat colour. */
export const LOGO = drawLogo();

/** The same as text. */
export const LOGO_URI = dataUri(LOGO);

function drawLogo(): Uint8Array {
  const [width, height] = [360, 120];
  const random = randomNumbers(1);
  const raw = Buffer.alloc(height * (1 + width * 4));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const offset = y * (1 + width * 4) + 1 + x * 4;
      const grain = random() * 16;
      raw.set(
        [x / 2 + grain, y + grain, 128 + grain, Math.hypot(x - 180, y - 60) < 170 ? 255 : 0],
        offset,
      );
    }
  }
  return pngOf({ width, height, colourType: 6, raw: new Uint8Array(raw) });
}

/** A PDF of four pages of small print, the base of overlays. */
export async function basePdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const random = randomNumbers(2);
  for (let number = 1; number <= 4; number++) {
    const page = document.addPage([595.28, 841.89]);
    for (let line = 0; line < 60; line++) {
      const text = Array.from({ length: 14 }, () => Math.floor(random() * 46656).toString(36));
      page.drawText(`${line + 1}. ${text.join(" ")}`, {
        x: 42,
        y: 800 - line * 12.5,
        size: 8,
        font,
      });
    }
  }
  return document.save();
}
