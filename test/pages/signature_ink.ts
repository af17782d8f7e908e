import type { TypedSignature } from "@paraph/core/builtin_provider";
import { PDFDocument } from "pdf-lib";
import type { Page } from "playwright-core";

import { compileLayout } from "../../packages/pdf/compile/compile_layout.ts";
import { renderDocument } from "../../packages/pdf/render_document.ts";
import { adoptedSignatureSvg } from "../../packages/pdf/signing/completion_certificate/adopted_signature.ts";
import { stampMarks } from "../../packages/pdf/signing/marks/stamp_marks.ts";
import { type Raster, withPdf } from "../rendering/raster.ts";
import type { Place } from "../support/pdf_pictures.ts";

/** The position of ink in fractions of an area from its top left corner, and its shape. */
export interface Ink {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** The amount of ink in each cell of a grid over the ink, 0 to 1. */
  readonly cells: ReadonlyArray<number>;
}

/** A4, in points. */
const [PAGE_WIDTH, PAGE_HEIGHT] = [595, 842];

const DPI = 200;

/** The ink of the signature field on the page, without the document below and its border. */
export async function inkOnPage(page: Page): Promise<Ink> {
  const field = page.locator(".field.is-signature");
  await field.evaluate(async (element) => {
    await document.fonts.ready;
    for (const canvas of document.querySelectorAll("canvas")) canvas.style.visibility = "hidden";
    const control = element.querySelector<HTMLElement>(".control");
    if (control !== null) control.style.cssText = "border-color: transparent; background: white";
  });
  const picture = await field.screenshot();
  // Bytes as text: Playwright checks the numbers of an array one by one.
  const { width, height, grey } = await page.evaluate(async (png) => {
    const bytes = Uint8Array.from(png, (byte) => byte.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    context?.drawImage(bitmap, 0, 0);
    const { data = [] } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? {};
    let red = "";
    for (let offset = 0; offset < data.length; offset += 4)
      red += String.fromCharCode(data[offset] ?? 255);
    return { width: bitmap.width, height: bitmap.height, grey: red };
  }, picture.toString("latin1"));
  const raster = { width, height, grey: Buffer.from(grey, "latin1") };
  return inkOf(raster, { x: 0, y: 0, width: 100, height: 100 }, 150);
}

/** The ink of a typed signature in its field on the signed document. */
export async function inkOnPaper(signature: TypedSignature, place: Place): Promise<Ink> {
  const blank = await PDFDocument.create();
  blank.addPage([PAGE_WIDTH, PAGE_HEIGHT]);
  const mark = { ...place, page: 1, kind: "signature", signature } as const;
  return inkIn(await stampMarks(await blank.save(), [mark]), place);
}

/** The ink of the same signature on the certificate, in a box as large as the field without its margin. */
export async function inkOnCertificate(signature: TypedSignature, place: Place): Promise<Ink> {
  const millimetres = (points: number) => ((points - 2) * 25.4) / 72;
  const width = millimetres((place.width / 100) * PAGE_WIDTH);
  const height = millimetres((place.height / 100) * PAGE_HEIGHT);
  const box = { position: { x: 30, y: 30 }, width, height };
  const content = adoptedSignatureSvg(signature) ?? "";
  const layout = {
    basePdf: { width: 210, height: 297, padding: [18, 18, 22, 18] },
    schemas: [[{ name: "Signature", type: "svg", ...box, content }]],
  };
  const manifest = { variables: [], loops: [] };
  const template = await compileLayout({ layout, manifest, title: "Certificate" });
  const { bytes } = await renderDocument(template, { values: {}, loops: {} }, new Map());
  return inkIn(bytes, place);
}

async function inkIn(pdf: Uint8Array, place: Place): Promise<Ink> {
  return inkOf(await withPdf(pdf, ({ raster }) => raster([0], DPI)), place, 200);
}

const [COLUMNS, ROWS] = [60, 20];

/**
 * Measures the ink of a raster.
 *
 * @param place The area that fractions are relative to.
 * @param lightest Darker pixels are ink.
 */
function inkOf({ width, height, grey }: Raster, place: Place, lightest: number): Ink {
  let [left, top, right, bottom] = [width, height, 0, 0];
  let darkest = 255;
  for (let index = 0; index < grey.length; index++) {
    const shade = grey[index] ?? 255;
    darkest = Math.min(darkest, shade);
    if (shade >= lightest) continue;
    const [x, y] = [index % width, Math.floor(index / width)];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  const sums = new Float64Array(COLUMNS * ROWS);
  const counts = new Float64Array(COLUMNS * ROWS);
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const column = Math.floor(((x - left) / (right - left + 1)) * COLUMNS);
      const cell = Math.floor(((y - top) / (bottom - top + 1)) * ROWS) * COLUMNS + column;
      sums[cell] = (sums[cell] ?? 0) + (255 - (grey[y * width + x] ?? 255)) / (255 - darkest);
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
  }
  const across = (x: number) => ((x / width) * 100 - place.x) / place.width;
  const down = (y: number) => ((y / height) * 100 - place.y) / place.height;
  return {
    left: across(left),
    top: down(top),
    right: across(right),
    bottom: down(bottom),
    cells: Array.from(sums, (sum, index) => sum / Math.max(counts[index] ?? 1, 1)),
  };
}

/**
 * The share of ink that differs between two pictures of a signature: 0 for equal ones, 1 for nothing in
 * common.
 */
export function inkDifference(one: Ink, other: Ink): number {
  let [difference, both] = [0, 0];
  for (const [index, cell] of one.cells.entries()) {
    difference += Math.abs(cell - (other.cells[index] ?? 0));
    both += cell + (other.cells[index] ?? 0);
  }
  return difference / both;
}
