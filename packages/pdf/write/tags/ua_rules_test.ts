import { assert, describe, it } from "@effect/vitest";
import type { Layout } from "@paraph/core/layouts";
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream, PDFString } from "pdf-lib";

import { compileLayout } from "../../compile/compile_layout.ts";
import { renderDocument } from "../../render_document.ts";
import { stampMarks } from "../../signing/marks/stamp_marks.ts";
import { dataOf, dataUri, field, layoutOf, manifestOf, PICTURE } from "../../testing/fixtures.ts";
import { sealPdf } from "../../testing/sealing.ts";
import { textIn } from "../../testing/standards/pdf_objects.ts";
import { brokenUaRules } from "../../testing/standards/ua_rules.ts";

const fixed = (content: string, more: object = {}) =>
  field({ name: "Fixed", content, readOnly: true, ...more });
const markdown = "# One\n\n### Three\n\n- [a](https://b.c)\n\nText^[See *above*.] and^[Two.]";
const layout: Layout = {
  ...layoutOf(
    fixed(markdown, { richText: true, height: 60 }),
    field({
      name: "rows",
      type: "table",
      position: { x: 20, y: 120 },
      width: 170,
      height: 20,
      headRows: [[{ text: "Both", columns: 2 }]],
      totals: { label: "Sum", columns: { price: "sum" } },
    }),
    field({ name: "Contents", type: "list", contents: {}, position: { x: 100, y: 95 } }),
    field({
      name: "Picture",
      type: "image",
      content: dataUri(PICTURE),
      alt: "A square",
      readOnly: true,
      position: { x: 20, y: 90 },
    }),
    field({ name: "Line", type: "line", color: "#000000", position: { x: 20, y: 85 }, height: 1 }),
  ),
  language: "de",
};
const draw = async (standard: Layout[string]) => {
  const source = { layout: { ...layout, standard }, manifest: manifestOf(), title: "Title" };
  const rows = Array.from({ length: 60 }, (_, row) => ({ name: `n${row}`, price: "1" }));
  const data = dataOf({ text: "word" }, rows);
  return (await renderDocument(await compileLayout(source), data, new Map())).bytes;
};

/** Changes a document, and returns the rules that it breaks then. */
const brokenAfter = async (change: (doc: PDFDocument) => void) => {
  const doc = await PDFDocument.load(await draw("pdf/ua-1"), { updateMetadata: false });
  change(doc);
  return brokenUaRules(await doc.save({ useObjectStreams: false, addDefaultPage: false }));
};
const name = (text: string) => PDFName.of(text);
const ofType = (doc: PDFDocument, type: string) => {
  const found = doc.context
    .enumerateIndirectObjects()
    .map(([, object]) => object)
    .find((object) => object instanceof PDFDict && object.get(name("S")) === name(type));
  if (!(found instanceof PDFDict)) throw new Error(`The document has no ${type}`);
  return found;
};
const noteCalled = (doc: PDFDocument, id: string) => {
  const found = doc.context
    .enumerateIndirectObjects()
    .map(([, object]) => object)
    .find((object) => object instanceof PDFDict && textIn(object, "ID") === id);
  if (!(found instanceof PDFDict)) throw new Error(`The document has no note ${id}`);
  return found;
};
const embeddedFontOf = (doc: PDFDocument) => {
  const found = doc.context
    .enumerateIndirectObjects()
    .map(([, object]) => object)
    .find((object) => object instanceof PDFDict && object.has(name("FontFile2")));
  if (!(found instanceof PDFDict)) throw new Error("The document has no embedded font");
  return found;
};
const linkOf = (doc: PDFDocument) => {
  const link = doc.getPage(0).node.Annots()?.lookup(0);
  if (!(link instanceof PDFDict)) throw new Error("The document has no link");
  return link;
};
const changeXmp = (doc: PDFDocument, before: string, after: string) => {
  const xmp = doc.catalog.lookup(name("Metadata"));
  if (!(xmp instanceof PDFRawStream)) throw new Error("The document has no metadata");
  const text = Buffer.from(xmp.contents).toString().replace(before, after);
  doc.catalog.set(name("Metadata"), doc.context.register(doc.context.stream(text)));
};
const withContent = (doc: PDFDocument, content: string) => {
  const ref = doc.context.register(doc.context.stream(content));
  doc.getPage(0).node.set(name("Contents"), ref);
};

describe("PDF/UA-1", () => {
  it.each([["pdf/ua-1"], [["pdf/a-3u", "pdf/ua-1"]], [["pdf/ua-1", "pdf/a-2b"]]])(
    "breaks no rule with the standard %j",
    async (standard) => assert.deepStrictEqual(await brokenUaRules(await draw(standard)), []),
  );

  it("is kept when marks and a signature are added", async () => {
    const box = { page: 1, x: 10, y: 80, width: 40, height: 4 };
    const marks = [{ ...box, kind: "text", text: "Ada" } as const];
    const stamped = await stampMarks(await draw(["pdf/a-3u", "pdf/ua-1"]), marks);
    assert.deepStrictEqual(await brokenUaRules(stamped), []);
    const { bytes } = await sealPdf(stamped);
    assert.deepStrictEqual(await brokenUaRules(bytes), []);
  });

  it("is declared once, together with PDF/A", async () => {
    const text = Buffer.from(await draw(["pdf/a-3u", "pdf/ua-1"])).toString("latin1");
    assert.include(text, "<pdfuaid:part>1</pdfuaid:part>");
    assert.include(text, "<pdfaid:part>3</pdfaid:part>");
    assert.strictEqual(text.split("<pdfaExtension:schemas>").length, 2);
    assert.notInclude(Buffer.from(await draw("pdf/a-3u")).toString("latin1"), "pdfuaid");
  });

  it.each<[string, (doc: PDFDocument) => void]>([
    ["5-1", (doc) => changeXmp(doc, "pdfuaid:part", "other")],
    ["5-2", (doc) => changeXmp(doc, "<pdfuaid:part>1", "<pdfuaid:part>2")],
    ["6.2-1", (doc) => doc.catalog.delete(name("MarkInfo"))],
    ["7.1-1", (doc) => withContent(doc, "/P<</MCID 0>>BDC /Artifact BMC 0 0 1 1 re f EMC EMC")],
    ["7.1-2", (doc) => withContent(doc, "/Artifact BMC /P<</MCID 0>>BDC 0 0 1 1 re f EMC EMC")],
    ["7.1-3", (doc) => withContent(doc, "0 0 1 1 re f")],
    ["7.1-5", (doc) => ofType(doc, "P").set(name("S"), name("Paragraph"))],
    ["7.1-8", (doc) => doc.catalog.delete(name("Metadata"))],
    ["7.1-9", (doc) => changeXmp(doc, "Title", "")],
    ["7.1-10", (doc) => doc.catalog.delete(name("ViewerPreferences"))],
    ["7.1-11", (doc) => doc.catalog.delete(name("StructTreeRoot"))],
    ["7.1-12", (doc) => ofType(doc, "P").delete(name("P"))],
    ["7.2-3", (doc) => ofType(doc, "THead").set(name("S"), name("P"))],
    ["7.2-5", (doc) => ofType(doc, "Table").set(name("S"), name("P"))],
    ["7.2-9", (doc) => ofType(doc, "TD").lookup(name("P"), PDFDict).set(name("S"), name("P"))],
    ["7.2-10", (doc) => ofType(doc, "TH").set(name("S"), name("P"))],
    ["7.2-17", (doc) => ofType(doc, "L").set(name("S"), name("P"))],
    ["7.2-18", (doc) => ofType(doc, "LI").set(name("S"), name("P"))],
    ["7.2-20", (doc) => ofType(doc, "Lbl").set(name("S"), name("P"))],
    ["7.2-29", (doc) => doc.catalog.set(name("Lang"), PDFString.of("de_DE"))],
    ["7.2-34", (doc) => doc.catalog.delete(name("Lang"))],
    ["7.2-26", (doc) => ofType(doc, "TOC").set(name("S"), name("P"))],
    ["7.2-27", (doc) => ofType(doc, "TOCI").set(name("S"), name("P"))],
    ["7.2-42", removeCell],
    ["7.3-1", (doc) => ofType(doc, "Figure").delete(name("Alt"))],
    ["7.4.2-1", (doc) => ofType(doc, "H1").set(name("S"), name("H3"))],
    ["7.5-1", removeScopes],
    ["7.9-1", (doc) => ofType(doc, "Note").delete(name("ID"))],
    ["7.9-2", (doc) => noteCalled(doc, "note.2").set(name("ID"), PDFString.of("note.1"))],
    ["7.21.4.1-1", (doc) => embeddedFontOf(doc).delete(name("FontFile2"))],
    ["7.18.3-1", (doc) => doc.getPage(0).node.delete(name("Tabs"))],
    ["7.18.5-1", (doc) => linkOf(doc).delete(name("StructParent"))],
    ["7.18.5-2", (doc) => linkOf(doc).delete(name("Contents"))],
  ])("finds what breaks the rule %s", async (rule, change) => {
    assert.include(await brokenAfter(change), rule);
  });
});

function removeCell(doc: PDFDocument): void {
  const row = ofType(doc, "TD").lookup(name("P"), PDFDict);
  row.lookup(name("K"), PDFArray).remove(0);
}

function removeScopes(doc: PDFDocument): void {
  for (const [, object] of doc.context.enumerateIndirectObjects())
    if (object instanceof PDFDict && object.get(name("S")) === name("TH")) object.delete(name("A"));
}
