import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

import { format } from "../../ui/browser/texts.ts";
import { TEXTS } from "./texts.ts";

/** The highest and the lowest resolution for printing. */
const [MAX_DPI, MIN_DPI] = [300, 150];

/** Long documents are rendered at a lower resolution to save memory. */
const MAX_PIXELS = 450_000_000;

/** The maximum area of a canvas on phones. */
const MAX_PAGE_PIXELS = 16_000_000;

/**
 * Renders all pages into an element that is visible in print only.
 *
 * Not all browsers can print a PDF from a page; all can print images.
 *
 * @param onPage Called with the number of each page.
 */
export async function layOutForPrint(
  pdf: PDFDocumentProxy,
  element: HTMLElement,
  { onPage, signal }: PrintRunOptions,
): Promise<void> {
  const pictures: Array<HTMLImageElement> = [];
  const canvas = document.createElement("canvas");
  try {
    for (let number = 1; number <= pdf.numPages; number++) {
      signal.throwIfAborted();
      onPage(number);
      const page = await pdf.getPage(number);
      await drawForPaper(page, canvas, pdf.numPages);
      signal.throwIfAborted();
      pictures.push(await picture(canvas, page));
    }
  } catch (error) {
    for (const { src } of pictures) URL.revokeObjectURL(src);
    throw error;
  } finally {
    canvas.width = 0;
    canvas.height = 0;
  }
  element.replaceChildren(...pictures);
}

/** Options of a run. */
export interface PrintRunOptions {
  readonly onPage: (number: number) => void;
  readonly signal: AbortSignal;
}

async function drawForPaper(page: PDFPageProxy, canvas: HTMLCanvasElement, pages: number) {
  const { width, height } = page.getViewport({ scale: 1 });
  const [most, least] = [MAX_DPI / 72, MIN_DPI / 72];
  const affordable = Math.sqrt(MAX_PIXELS / pages / (width * height));
  const drawable = Math.sqrt(MAX_PAGE_PIXELS / (width * height));
  const scale = Math.min(Math.max(Math.min(most, affordable), least), drawable);
  const viewport = page.getViewport({ scale });
  canvas.width = Math.round(viewport.width);
  canvas.height = Math.round(viewport.height);
  await page.render({ canvas, viewport, intent: "print" }).promise;
}

async function picture(canvas: HTMLCanvasElement, page: PDFPageProxy): Promise<HTMLImageElement> {
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, "image/png");
  });
  if (blob === null) throw new Error("The browser is out of memory");
  const { width, height } = page.getViewport({ scale: 1 });
  const image = document.createElement("img");
  image.src = URL.createObjectURL(blob);
  image.alt = format(TEXTS.printing.page, { page: page.pageNumber });
  image.style.setProperty("page", paper(width, height));
  image.style.width = `${width}pt`;
  image.style.height = `${height}pt`;
  await image.decode();
  return image;
}

const papers = new Set<string>();

/** Returns the CSS page size for a size in points. */
function paper(width: number, height: number): string {
  const name = `paper-${width}-${height}`.replaceAll(".", "_");
  if (!papers.has(name)) {
    papers.add(name);
    const [sheet] = document.styleSheets;
    sheet?.insertRule(`@page ${name} { size: ${width}pt ${height}pt; margin: 0; }`);
  }
  return name;
}
