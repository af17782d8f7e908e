import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

import { type PDFiumDocument, PDFiumLibrary } from "@hyzyla/pdfium";
import type { PageToDraw } from "@paraph/core/renders";
import { encode } from "fast-png";

/** The image of a page as PNG, or why there is none. */
export type DrawnPage =
  | { readonly kind: "drawn"; readonly bytes: Uint8Array }
  | { readonly kind: "noPage" }
  | { readonly kind: "tooManyPixels" };

/** Loaded for the first page of a thread, and again after a failure, which may have damaged its memory. */
let library: ReturnType<typeof loadLibrary> | undefined;

async function loadLibrary() {
  const wasm = createRequire(import.meta.url).resolve("@hyzyla/pdfium/pdfium.wasm");
  const { buffer } = new Uint8Array(await readFile(wasm));
  return await PDFiumLibrary.init({ wasmBinary: buffer });
}

/** Draws a page of a PDF with PDFium, on white. Fails if the PDF is damaged. */
export function drawPage(
  pdf: Uint8Array,
  { page, width, maxPixels }: PageToDraw,
): Promise<DrawnPage> {
  return withDocument(pdf, async (document) => {
    if (page < 1 || page > document.getPageCount()) return { kind: "noPage" };
    const pdfPage = document.getPage(page - 1);
    const { originalWidth, originalHeight } = pdfPage.getOriginalSize();
    const height = Math.max(1, Math.round((width * originalHeight) / originalWidth));
    // Also if the page has no size.
    if (!(width * height <= maxPixels)) return { kind: "tooManyPixels" };
    const image = await pdfPage.render({ width, height, renderFormFields: true });
    return {
      kind: "drawn",
      bytes: encode({ width, height, data: opaque(image.data), channels: 3 }),
    };
  });
}

/** Uses a PDF that PDFium has opened, and closes it. Fails if the PDF is damaged. */
export async function withDocument<A>(
  pdf: Uint8Array,
  use: (document: PDFiumDocument) => Promise<A>,
): Promise<A> {
  try {
    library ??= loadLibrary();
    const document = await (await library).loadDocument(pdf);
    try {
      return await use(document);
    } finally {
      document.destroy();
    }
  } catch (error) {
    library = undefined;
    throw error;
  }
}

/** Pixels without their alpha channel. */
export function opaque(pixels: Uint8Array): Uint8Array {
  const colours = new Uint8Array((pixels.length / 4) * 3);
  for (let from = 0, to = 0; from < pixels.length; from += 4) {
    colours[to++] = pixels[from] ?? 0;
    colours[to++] = pixels[from + 1] ?? 0;
    colours[to++] = pixels[from + 2] ?? 0;
  }
  return colours;
}
