import { PasswordException, type PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

import { openDocument } from "../../../ui/browser/pdf/open_document.ts";
import { pdfReader } from "./pdf_reader.ts";

/** The size of a page in millimetres, after its rotation. */
export interface SheetOfPdf {
  readonly width: number;
  readonly height: number;
}

/** A PDF that cannot be used as background. */
export class UnreadablePdf extends Error {
  override readonly name = "UnreadablePdf";
  readonly isEncrypted: boolean;

  constructor(isEncrypted: boolean) {
    super(isEncrypted ? "This PDF is protected by a password" : "This PDF cannot be read");
    this.isEncrypted = isEncrypted;
  }
}

const MILLIMETRES_PER_POINT = 25.4 / 72;

/** Pixels of an image per point of the page; long documents use fewer to save memory. */
const SHARP_SCALE = 2;
const COARSE_SCALE = 1.1;
const MANY_PAGES = 20;

/** Renders the pages of a PDF as images, one after another to save memory. */
export function pdf2img(pdf: ArrayBuffer | Uint8Array): Promise<Array<ArrayBuffer>> {
  return cachedPdf(pdf).pictures();
}

/** Returns the sizes of a PDF's pages. */
export function pdf2size(pdf: ArrayBuffer | Uint8Array): Promise<Array<SheetOfPdf>> {
  return cachedPdf(pdf).sizes();
}

/** The last PDF. Sizes and images are read one after the other. */
interface CachedPdf {
  readonly bytes: Uint8Array;
  readonly sizes: () => Promise<Array<SheetOfPdf>>;
  readonly pictures: () => Promise<Array<ArrayBuffer>>;
}

let last: CachedPdf | undefined;

function cachedPdf(pdf: ArrayBuffer | Uint8Array): CachedPdf {
  const bytes = pdf instanceof Uint8Array ? pdf : new Uint8Array(pdf);
  if (last !== undefined && areEqual(last.bytes, bytes)) return last;
  // The worker takes over the bytes, so it gets a copy.
  const document = once(() => open(bytes.slice()));
  last = {
    bytes,
    sizes: once(async () => sizesOf(await document())),
    pictures: once(async () => picturesOf(await document())),
  };
  return last;
}

async function open(data: Uint8Array): Promise<PDFDocumentProxy> {
  try {
    const { worker, library } = pdfReader();
    return await openDocument({ document: data, library }, worker);
  } catch (error) {
    throw new UnreadablePdf(error instanceof PasswordException);
  }
}

async function sizesOf(pdf: PDFDocumentProxy): Promise<Array<SheetOfPdf>> {
  const sizes: Array<SheetOfPdf> = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const millimetres = (points: number) => points * MILLIMETRES_PER_POINT;
    sizes.push({ width: millimetres(width), height: millimetres(height) });
  }
  return sizes;
}

async function picturesOf(pdf: PDFDocumentProxy): Promise<Array<ArrayBuffer>> {
  const scale = pdf.numPages > MANY_PAGES ? COARSE_SCALE : SHARP_SCALE;
  const pictures: Array<ArrayBuffer> = [];
  const canvas = document.createElement("canvas");
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const viewport = page.getViewport({ scale });
    canvas.width = Math.round(viewport.width);
    canvas.height = Math.round(viewport.height);
    await page.render({ canvas, viewport }).promise;
    page.cleanup();
    pictures.push(await pictureOf(canvas));
  }
  canvas.width = 0;
  return pictures;
}

function pictureOf(canvas: HTMLCanvasElement): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => {
        if (blob === null) reject(new UnreadablePdf(false));
        else resolve(blob.arrayBuffer());
      },
      "image/jpeg",
      0.9,
    );
  });
}

function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let promise: Promise<Value> | undefined;
  return () => (promise ??= make());
}
