import { createRequire } from "node:module";
import * as path from "node:path";

import { getDocument, type PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

const PDFJS = path.dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));

/** A picture in shades of grey, 0 black to 255 white, row by row from the top left. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
}

/** A PDF opened by another reader than Paraph's. */
export interface OpenPdf {
  readonly pageCount: number;
  /** The text of every page in reading order; lines end in a line feed. */
  readonly texts: () => Promise<ReadonlyArray<string>>;
  /** Pages below each other, at this resolution. */
  readonly raster: (pages: ReadonlyArray<number>, dpi: number) => Promise<Raster>;
}

/** Opens a PDF while a function uses it. */
export async function withPdf<A>(bytes: Uint8Array, use: (pdf: OpenPdf) => Promise<A>): Promise<A> {
  const task = getDocument({
    data: Uint8Array.from(bytes),
    verbosity: 0,
    disableFontFace: true,
    standardFontDataUrl: `${PDFJS}/standard_fonts/`,
  });
  const document = await task.promise;
  try {
    return await use({
      pageCount: document.numPages,
      texts: () => readTexts(document),
      raster: (pages, dpi) => rasterise(document, pages, dpi),
    });
  } finally {
    await task.destroy();
  }
}

async function readTexts(document: PDFDocumentProxy): Promise<ReadonlyArray<string>> {
  const texts: Array<string> = [];
  for (let pageNumber = 1; pageNumber <= document.numPages; pageNumber++) {
    const { items } = await (await document.getPage(pageNumber)).getTextContent();
    texts.push(
      items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join(""),
    );
  }
  return texts;
}

/** The canvas of pdf.js without a browser. */
interface CanvasFactory {
  readonly create: (
    width: number,
    height: number,
  ) => { readonly canvas: HTMLCanvasElement; readonly context: CanvasRenderingContext2D };
}

async function rasterise(
  document: PDFDocumentProxy,
  pages: ReadonlyArray<number>,
  dpi: number,
): Promise<Raster> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types know browsers only
  const factory = document.canvasFactory as CanvasFactory;
  const rasters: Array<Raster> = [];
  for (const pageIndex of pages) {
    const page = await document.getPage(
      (pageIndex < 0 ? document.numPages + pageIndex : pageIndex) + 1,
    );
    const viewport = page.getViewport({ scale: dpi / 72 });
    const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
    const { canvas, context } = factory.create(width, height);
    await page.render({ canvas, canvasContext: context, viewport }).promise;
    const { data } = context.getImageData(0, 0, width, height);
    rasters.push({ width, height, grey: greyOf(data) });
    page.cleanup();
  }
  return stackRasters(rasters);
}

function greyOf(rgba: Uint8ClampedArray): Uint8Array {
  // A callback for each pixel takes ten times as long as this loop.
  const grey = new Uint8Array(rgba.length / 4);
  for (let index = 0; index < grey.length; index++) {
    const [red, green, blue] = [
      rgba[index * 4] ?? 0,
      rgba[index * 4 + 1] ?? 0,
      rgba[index * 4 + 2] ?? 0,
    ];
    grey[index] = Math.round(0.3 * red + 0.59 * green + 0.11 * blue);
  }
  return grey;
}

function stackRasters(rasters: ReadonlyArray<Raster>): Raster {
  const width = Math.max(...rasters.map((raster) => raster.width));
  const height = rasters.reduce((sum, raster) => sum + raster.height, 0);
  const grey = new Uint8Array(width * height).fill(128);
  let top = 0;
  for (const raster of rasters) {
    for (let y = 0; y < raster.height; y++) {
      const row = raster.grey.subarray(y * raster.width, (y + 1) * raster.width);
      grey.set(row, (top + y) * width);
    }
    top += raster.height;
  }
  return { width, height, grey };
}
