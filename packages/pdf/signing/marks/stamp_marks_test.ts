import { assert, describe, it } from "@effect/vitest";
import type { Mark } from "@paraph/core/builtin_provider";
import { PDFDocument, PDFName, PDFString } from "pdf-lib";

import { UnreadablePdf } from "../../read/read_pdf.ts";
import { readPages } from "../../testing/fixtures.ts";
import { stampMarks } from "./stamp_marks.ts";

const BOX = { page: 1, x: 10, y: 10, width: 40, height: 8 };

const signatureMark = (text: string): Mark => ({
  ...BOX,
  kind: "signature",
  signature: { kind: "typed", text },
});

/** A document with features that must be preserved. */
const contract = async () => {
  const doc = await PDFDocument.create();
  doc.setTitle("Contract");
  const page = doc.addPage([400, 600]);
  page.drawText("The terms", { x: 60, y: 300 });
  const field = doc.getForm().createTextField("applicant");
  field.setText("kept");
  field.addToPage(page, { x: 60, y: 200, width: 100, height: 20 });
  const { context, catalog } = doc;
  const action = { S: "URI", URI: PDFString.of("https://a.b") };
  const link = { Type: "Annot", Subtype: "Link", Rect: [0, 0, 9, 9], A: action };
  page.node.addAnnot(context.register(context.obj(link)));
  catalog.set(
    PDFName.of("Outlines"),
    context.register(context.obj({ Type: "Outlines", Count: 0 })),
  );
  doc.addPage([200, 100]);
  return doc.save();
};

describe("stampMarks()", () => {
  it("preserves everything in a document", async () => {
    const bytes = await stampMarks(await contract(), [signatureMark("Ann Example")]);
    const doc = await PDFDocument.load(bytes, { updateMetadata: false });
    assert.strictEqual(doc.getTitle(), "Contract");
    assert.strictEqual(doc.getPageCount(), 2);
    assert.strictEqual(doc.getPage(0).node.Annots()?.size(), 2);
    assert.isDefined(doc.catalog.get(PDFName.of("Outlines")));
    assert.strictEqual(doc.getForm().getTextField("applicant").getText(), "kept");
    const [first] = await readPages(bytes);
    assert.include(first, "The terms");
    assert.include(first, "Ann Example");
  });

  it("returns the same bytes for the same document and marks", async () => {
    const pdf = await contract();
    const marks: ReadonlyArray<Mark> = [signatureMark("Ann"), { ...BOX, y: 40, kind: "check" }];
    assert.deepStrictEqual(await stampMarks(pdf, marks), await stampMarks(pdf, marks));
  });

  it.each(["José Ångström", "Иван Петров", "山田太郎", "สมชาย", "नमस्ते", "김철수", "Ωμέγα"])(
    "writes %s as searchable text",
    async (name) => {
      const marks: ReadonlyArray<Mark> = [
        signatureMark(name),
        { ...BOX, page: 2, kind: "text", text: name },
      ];
      const pages = await readPages(await stampMarks(await contract(), marks));
      for (const page of pages) assert.include(page.normalize(), name);
    },
  );

  it("replaces characters that no font has and draws nothing for blank text", async () => {
    const texts = ["\ue000\u{10ffff} a", "\u200b", " ", "\n\n", "\ud800", "\0", "a\nb"];
    const marks = texts.flatMap((text): ReadonlyArray<Mark> => [
      signatureMark(text),
      { ...BOX, kind: "text", text },
      { ...BOX, kind: "paragraph", text },
    ]);
    const [first] = await readPages(await stampMarks(await contract(), marks));
    assert.include(first, "\ufffd\ufffd a");
    assert.include(first, "a b");
  });

  it("draws signatures with any number of strokes and points", async () => {
    const strokes = [
      [5, 5],
      [0, 0, 100, 50],
      [1, 1, 2, 2, 3, 3],
      Array.from({ length: 2000 }, (_, index) => index % 100),
    ];
    const drawnSignature = { kind: "drawn", width: 100, height: 50, strokes } as const;
    const bytes = await stampMarks(await contract(), [
      { ...BOX, kind: "signature", signature: drawnSignature },
    ]);
    assert.strictEqual((await PDFDocument.load(bytes)).getPageCount(), 2);
  });

  it("refuses unreadable documents and missing pages", async () => {
    const errorOf = (stamping: Promise<unknown>) => stamping.catch((error: unknown) => error);
    assert.instanceOf(await errorOf(stampMarks(Buffer.from("%PDF-1.7"), [])), UnreadablePdf);
    const nowhere = stampMarks(await contract(), [{ ...BOX, page: 3, kind: "check" }]);
    assert.match(String(await errorOf(nowhere)), /no page 3/);
  });
});
