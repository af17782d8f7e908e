import { assert, describe, it } from "@effect/vitest";
import type { BarcodeType } from "@paraph/core/layouts";
import { BarcodeFormat } from "@zxing/library";

import { compileLayout } from "../../packages/pdf/compile/compile_layout.ts";
import { renderDocument } from "../../packages/pdf/render_document.ts";
import { dataOf, layoutOf, manifestOf, readPages } from "../../packages/pdf/testing/fixtures.ts";
import { scanCode } from "../support/scan_code.ts";
import { withPdf } from "./raster.ts";

interface ScannedCode {
  readonly type: BarcodeType;
  readonly format: BarcodeFormat;
  readonly text: string;
  /** What a scanner reads, if it is not the text. */
  readonly scanned?: string;
  /** The width of a box in which modules are whole pixels, which some decoders need. */
  readonly width?: number;
}

const CODES: ReadonlyArray<ScannedCode> = [
  { type: "qrcode", format: BarcodeFormat.QR_CODE, text: "https://example.com/ünïcode?id=4711" },
  { type: "qrcode", format: BarcodeFormat.QR_CODE, text: "x".repeat(400) },
  {
    type: "gs1datamatrix",
    format: BarcodeFormat.DATA_MATRIX,
    text: "(01)03453120000011",
    scanned: "\u001d0103453120000011",
    width: 31.75,
  },
  { type: "pdf417", format: BarcodeFormat.PDF_417, text: "Paraph, PDF417" },
  { type: "ean13", format: BarcodeFormat.EAN_13, text: "400638133393", scanned: "4006381333931" },
  { type: "ean8", format: BarcodeFormat.EAN_8, text: "73513537" },
  { type: "upca", format: BarcodeFormat.UPC_A, text: "036000291452" },
  { type: "code39", format: BarcodeFormat.CODE_39, text: "CODE-39" },
  { type: "code128", format: BarcodeFormat.CODE_128, text: "Order 4711/b" },
  { type: "itf14", format: BarcodeFormat.ITF, text: "04012345123456", width: (281 / 72) * 25.4 },
];

const draw = async (field: object) => {
  // A whole number of pixels.
  const position = { x: 25.4, y: 25.4 };
  const layout = layoutOf({ name: "code", position, readOnly: true, ...field });
  const source = { layout, manifest: manifestOf(), title: "Code" };
  return (await renderDocument(await compileLayout(source), dataOf(), new Map())).bytes;
};

describe("barcodes", () => {
  it.each(CODES)(
    "$type: a scanner reads the text",
    async ({ type, format, text, scanned = text, width = 70 }) => {
      const height = type === "qrcode" ? 80 : type === "gs1datamatrix" ? width : 25;
      for (const includetext of [true, false]) {
        const bytes = await draw({ type, content: text, includetext, width, height });
        assert.strictEqual(await scanCode(bytes, format), scanned);
      }
    },
  );

  // The decoder lacks these types, or always fails on them.
  it.each([
    ["japanpost", "1234567ABC-1"],
    ["nw7", "A1234B"],
    ["upce", "01234565"],
  ] as const)("%s: is drawn", async (type, content) => {
    const bytes = await draw({ type, content, width: 70, height: 10 });
    const { grey } = await withPdf(bytes, (pdf) => pdf.raster([0], 72));
    assert.isTrue(grey.some((shade) => shade < 100));
  });

  it("is a path, not an image, with the text in the font of the document", async () => {
    const bytes = await draw({ type: "ean13", content: "4006381333931", width: 40, height: 20 });
    assert.notInclude(Buffer.from(bytes).toString("latin1"), "/Subtype/Image");
    assert.deepStrictEqual(
      (await readPages(bytes)).map((page) => page.replaceAll(/\s/g, "")),
      ["4006381333931"],
    );
  });
});
