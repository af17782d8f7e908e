import { readFileSync } from "node:fs";

import { assert, describe, it } from "@effect/vitest";
import type { Layout } from "@paraph/core/layouts";
import { degrees, PDFArray, PDFDict, PDFDocument, PDFName, PDFString } from "pdf-lib";

import { compileLayout } from "../compile/compile_layout.ts";
import { readPdf, displayedPages, UnreadablePdf } from "../read/read_pdf.ts";
import { renderDocument } from "../render_document.ts";
import { dataOf, field, manifestOf, readPages } from "../testing/fixtures.ts";

/**
 * A form with everything that must be preserved: rotated pages, boxes, a link, an outline, a field, and an
 * empty page.
 */
const formOf = async (angle: number) => {
  const doc = await PDFDocument.create();
  const page = doc.addPage([400, 600]);
  page.setCropBox(30, 40, 340, 500);
  page.setRotation(degrees(angle));
  page.drawText("Base", { x: 60, y: 300 });
  const name = doc.getForm().createTextField("applicant.name");
  name.setText("kept");
  name.addToPage(page, { x: 60, y: 200, width: 100, height: 20 });
  const { context, catalog } = doc;
  const link = {
    Type: "Annot",
    Subtype: "Link",
    Rect: [0, 0, 9, 9],
    A: { S: "URI", URI: PDFString.of("https://a.b") },
  };
  page.node.addAnnot(context.register(context.obj(link)));
  catalog.set(
    PDFName.of("Outlines"),
    context.register(context.obj({ Type: "Outlines", Count: 0 })),
  );
  doc.addPage([200, 100]);
  return doc.save();
};

const FIELDS: Layout[string] = [
  [field({ position: { x: 2, y: 2 }, width: 60 })],
  [field({ name: "text#2", position: { x: 2, y: 2 }, width: 60 })],
];

const fill = async (base: Uint8Array, schemas: Layout[string] = FIELDS) => {
  const template = await compileLayout({
    layout: {
      basePdf: `data:application/pdf;base64,${Buffer.from(base).toString("base64")}`,
      schemas,
    },
    manifest: manifestOf(),
    title: "Form",
  });
  return renderDocument(template, dataOf({ text: "Filled in" }), new Map());
};

describe("overlayFile()", () => {
  it.each([
    [0, [35.67, 520.27]],
    [90, [35.67, 45.67]],
  ])("adds links to those of a base rotated by %i°", async (angle, corner) => {
    const rich = field({
      name: "Link",
      content: "[Link](https://c.d)",
      richText: true,
      position: { x: 2, y: 2 },
    });
    const { bytes } = await fill(await formOf(angle), [[rich]]);
    const [page] = (await PDFDocument.load(bytes)).getPages();
    const annotations =
      page?.node
        .Annots()
        ?.asArray()
        .map((item) => page.doc.context.lookup(item, PDFDict)) ?? [];
    assert.lengthOf(annotations, 3);
    const [left, bottom] =
      annotations.at(-1)?.lookup(PDFName.of("Rect"), PDFArray).asArray().map(Number) ?? [];
    assert.deepStrictEqual([left, bottom], corner);
  });

  it.each([0, 90, 180, 270])("preserves a base rotated by %i°", async (angle) => {
    const { bytes, pageCount } = await fill(await formOf(angle));
    const doc = await PDFDocument.load(bytes);
    const [page] = doc.getPages();
    assert.strictEqual(pageCount, 2);
    assert.strictEqual(page?.getRotation().angle, angle);
    assert.deepStrictEqual(page?.getCropBox(), { x: 30, y: 40, width: 340, height: 500 });
    assert.strictEqual(page?.node.Annots()?.size(), 2);
    assert.isDefined(doc.catalog.get(PDFName.of("Outlines")));
    assert.strictEqual(doc.getForm().getTextField("applicant.name").getText(), "kept");
    const pages = await readPages(bytes);
    assert.include(pages[0], "Base");
    assert.include(pages[0], "Filled in");
    assert.include(pages[1], "Filled in");
  });

  it("returns the same bytes for the same input", async () => {
    const base = await formOf(0);
    assert.deepStrictEqual((await fill(base)).bytes, (await fill(base)).bytes);
  });

  it("does not change a page without an overlay", async () => {
    const base = await PDFDocument.create();
    base.addPage([100, 100]);
    const { bytes } = await fill(await base.save(), [[]]);
    const [page] = (await PDFDocument.load(bytes)).getPages();
    assert.isUndefined(page?.node.Contents());
  });
});

describe("displayedPages()", () => {
  it("measures cropped and rotated pages in millimetres", async () => {
    const [page] = displayedPages(await readPdf(await formOf(90)));
    assert.closeTo(page?.width ?? 0, (500 * 25.4) / 72, 0.01);
    assert.closeTo(page?.height ?? 0, (340 * 25.4) / 72, 0.01);
  });
});

describe("readPdf()", () => {
  const refuses = async (bytes: Uint8Array, message: RegExp) => {
    try {
      await readPdf(bytes);
      assert.fail("It was read");
    } catch (error) {
      assert.instanceOf(error, UnreadablePdf);
      assert.match(String(error), message);
    }
  };

  it("refuses damaged files", async () => {
    const form = await formOf(0);
    await refuses(new Uint8Array(), /damaged/);
    await refuses(Buffer.from("%PDF-1.7 hello"), /damaged/);
    await refuses(form.subarray(0, 300), /damaged/);
  });

  it("refuses encrypted files", async () => {
    const doc = await PDFDocument.create();
    doc.addPage();
    doc.context.trailerInfo.Encrypt = doc.context.register(doc.context.obj({ Filter: "Standard" }));
    await refuses(await doc.save({ useObjectStreams: false }), /encrypted/);
  });

  it("detects encryption of object streams", async () => {
    const file = new URL("../../../test/data/encrypted_streams.pdf", import.meta.url);
    await refuses(readFileSync(file), /encrypted/);
  });
});
