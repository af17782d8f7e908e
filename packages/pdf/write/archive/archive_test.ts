import { assert, describe, it } from "@effect/vitest";
import type { Einvoice } from "@paraph/core/einvoices";
import type { Layout } from "@paraph/core/layouts";
import { Effect } from "effect";
import { PDFDict, PDFDocument, PDFName } from "pdf-lib";

import { compileLayout } from "../../compile/compile_layout.ts";
import { readAttachment } from "../../read/attachments.ts";
import { renderDocument } from "../../render_document.ts";
import { stampMarks } from "../../signing/marks/stamp_marks.ts";
import { dataOf, field, layoutOf, manifestOf } from "../../testing/fixtures.ts";
import { INVOICE_MAP } from "../../testing/standards/invoice_map.ts";

const manifest = manifestOf();
const TEXT = field({ height: 200, overflow: "expand" });
const draw = async (layout: Layout, einvoice: Einvoice | null = null, text = "Äpfel") => {
  const template = await compileLayout({ layout, manifest, title: "Äpfel & Co", einvoice });
  const data = dataOf({ text }, [{ name: "Apple", price: "10" }]);
  return (await renderDocument(template, data, new Map())).bytes;
};
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");

/** The names of the entries of a document's catalog, and of each composite font. */
async function archiveParts(bytes: Uint8Array) {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
  const namesOf = (dict: PDFDict) => dict.keys().map((name) => name.decodeText());
  const fonts = pdf.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFDict ? [object] : []))
    .filter((dict) => dict.lookup(PDFName.of("Subtype")) === PDFName.of("Type0"));
  return { catalog: namesOf(pdf.catalog), fonts: fonts.map(namesOf) };
}

const invoiceOf = (profile: Einvoice["profile"]): Einvoice => ({ profile, map: INVOICE_MAP });

describe("archivable documents", () => {
  it.each([
    ["pdf/a-2b", 2, "B"],
    ["pdf/a-2u", 2, "U"],
    ["pdf/a-3b", 3, "B"],
    ["pdf/a-3u", 3, "U"],
  ])("declare %s, the same bytes each time", async (standard, part, conformance) => {
    const bytes = await draw({ ...layoutOf(TEXT), standard });
    const declaration = `<pdfaid:part>${part}</pdfaid:part><pdfaid:conformance>${conformance}</pdfaid:conformance>`;
    assert.include(latin1(bytes), declaration);
    assert.deepStrictEqual(await draw({ ...layoutOf(TEXT), standard }), bytes);
  });

  it("keep their standard, invoice and text when they are signed", async () => {
    const bytes = await draw(layoutOf(TEXT), invoiceOf("en16931"));
    const box = { page: 1, x: 10, y: 80, width: 40, height: 4 };
    const signed = await stampMarks(bytes, [{ ...box, kind: "text", text: "Ada ﬁ" }]);
    const { attached } = await Effect.runPromise(readAttachment(signed, ["factur-x.xml"]));
    assert.deepStrictEqual(attached, ["factur-x.xml"]);
    const text = latin1(signed);
    assert.include(text, "<pdfaid:part>3</pdfaid:part><pdfaid:conformance>U</pdfaid:conformance>");
    const { catalog, fonts } = await archiveParts(signed);
    assert.includeMembers(catalog, ["OutputIntents", "AF", "Metadata", "Lang"]);
    assert.isAbove(fonts.length, 1);
    for (const font of fonts) assert.includeMembers(font, ["ToUnicode", "DescendantFonts"]);
  });

  it("are made only on request", async () => {
    const text = latin1(await draw(layoutOf(TEXT)));
    assert.notInclude(text, "pdfaid");
    assert.notInclude(text, "OutputIntent");
  });

  it.each([
    ["basic", "factur-x.xml", "BASIC"],
    ["en16931", "factur-x.xml", "EN 16931"],
    ["extended", "factur-x.xml", "EXTENDED"],
    ["xrechnung", "xrechnung.xml", "XRECHNUNG"],
  ] as const)("have the invoice of the profile %s attached", async (profile, name, level) => {
    const bytes = await draw(layoutOf(TEXT), invoiceOf(profile));
    const { attached, file } = await Effect.runPromise(readAttachment(bytes, [name]));
    assert.deepStrictEqual(attached, [name]);
    assert.include(new TextDecoder().decode(file), "<ram:GrandTotalAmount>11.90");
    const text = latin1(bytes);
    assert.include(text, "<pdfaid:part>3</pdfaid:part><pdfaid:conformance>U</pdfaid:conformance>");
    assert.include(text, `<fx:DocumentFileName>${name}</fx:DocumentFileName>`);
    assert.include(text, `<fx:ConformanceLevel>${level}</fx:ConformanceLevel>`);
  });
});
