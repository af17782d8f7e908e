import { assert, describe, it } from "@effect/vitest";
import type { Layout } from "@paraph/core/layouts";
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFStream,
  PDFString,
} from "pdf-lib";

import { compileLayout } from "../../compile/compile_layout.ts";
import { renderDocument } from "../../render_document.ts";
import { stampMarks } from "../../signing/marks/stamp_marks.ts";
import { CHARTS } from "../../testing/charts.ts";
import { dataOf, dataUri, field, layoutOf, manifestOf, PICTURE } from "../../testing/fixtures.ts";
import { sealPdf } from "../../testing/sealing.ts";
import { brokenArchiveRules } from "../../testing/standards/archive_rules.ts";
import { INVOICE_MAP } from "../../testing/standards/invoice_map.ts";
import { contentOf } from "../../testing/standards/pdf_objects.ts";
import { brokenUaRules } from "../../testing/standards/ua_rules.ts";

const layout = layoutOf(
  field({ name: "Link", content: "Text", link: "https://a.b", readOnly: true }),
  field({
    name: "Clear",
    content: "Text",
    opacity: 0.5,
    readOnly: true,
    position: { x: 20, y: 40 },
  }),
  field({
    name: "Picture",
    type: "image",
    content: dataUri(PICTURE),
    readOnly: true,
    position: { x: 20, y: 90 },
  }),
);
const einvoice = { profile: "en16931", map: INVOICE_MAP } as const;
const draw = async (standard: Layout[string], isInvoice = true) => {
  const template = await compileLayout({
    layout: { ...layout, standard },
    manifest: manifestOf(),
    title: "Title",
    einvoice: isInvoice ? einvoice : null,
  });
  const data = dataOf({ text: "word" }, [{ name: "Apple", price: "10" }]);
  return (await renderDocument(template, data, new Map())).bytes;
};

const name = (text: string) => PDFName.of(text);
/** The first object with an entry of this value. */
const dictWith = (doc: PDFDocument, key: string, value: string): PDFDict => {
  for (const [, object] of doc.context.enumerateIndirectObjects()) {
    const dict = object instanceof PDFStream ? object.dict : object;
    if (dict instanceof PDFDict && dict.get(name(key)) === name(value)) return dict;
  }
  throw new Error(`The document has no object with /${key} /${value}`);
};
const linkOf = (doc: PDFDocument) => {
  const link = doc.getPage(0).node.Annots()?.lookup(0);
  if (!(link instanceof PDFDict)) throw new Error("The document has no link");
  return link;
};
const stateOf = (doc: PDFDocument) => {
  const states = doc.getPage(0).node.Resources()?.lookup(name("ExtGState"), PDFDict);
  const [key = name("none")] = states?.keys() ?? [];
  const state = states?.lookup(key);
  if (!(state instanceof PDFDict)) throw new Error("The document has no graphics state");
  return state;
};
const actionOf = (doc: PDFDocument) => linkOf(doc).lookup(name("A"), PDFDict);
const intentOf = (doc: PDFDocument) =>
  doc.catalog.lookup(name("OutputIntents"), PDFArray).lookup(0, PDFDict);
const withContent = (doc: PDFDocument, content: string) =>
  doc.getPage(0).node.set(name("Contents"), doc.context.register(doc.context.stream(content)));
const changeXmp = (doc: PDFDocument, before: string | RegExp, after: string) => {
  const xmp = doc.catalog.lookup(name("Metadata"));
  if (!(xmp instanceof PDFRawStream)) throw new Error("The document has no metadata");
  const text = Buffer.from(xmp.contents).toString().replace(before, after);
  doc.catalog.set(name("Metadata"), doc.context.register(doc.context.stream(text)));
};
const changeProfile = (doc: PDFDocument, offset: number, text: string) => {
  const key = name("DestOutputProfile");
  const bytes = Buffer.from(contentOf(intentOf(doc).lookup(key)));
  bytes.write(text, offset);
  intentOf(doc).set(key, doc.context.register(doc.context.stream(new Uint8Array(bytes))));
};
const addTo = (dict: PDFDict, key: string, value: PDFObject) => dict.set(name(key), value);
const empty = (doc: PDFDocument) => doc.context.obj({});

type Spoil = (doc: PDFDocument) => unknown;

/** Changes of a document, and the rule that it breaks then. */
const SPOILED: ReadonlyArray<readonly [rule: string, spoil: Spoil]> = [
  ["6.1.6-1", (doc) => addTo(doc.catalog, "Hex", PDFHexString.of("ABC"))],
  ["6.1.7.1-3", (doc) => addTo(dictWith(doc, "Subtype", "Image"), "F", PDFString.of("a.bin"))],
  ["6.1.7.2-1", (doc) => addTo(dictWith(doc, "Subtype", "Image"), "Filter", name("LZWDecode"))],
  ["6.1.13-1", (doc) => addTo(doc.catalog, "Large", PDFNumber.of(2147483649))],
  ["6.1.13-3", (doc) => addTo(doc.catalog, "Long", PDFString.of("a".repeat(32768)))],
  ["6.1.13-4", (doc) => addTo(doc.catalog, "Name", name("a".repeat(128)))],
  ["6.1.13-11", (doc) => doc.getPage(0).setMediaBox(0, 0, 2, 100)],
  ["6.2.3-1", (doc) => changeProfile(doc, 16, "Lab ")],
  [
    "6.2.3-2",
    (doc) => {
      const profile = doc.context.register(doc.context.stream("other"));
      doc.catalog
        .lookup(name("OutputIntents"), PDFArray)
        .push(doc.context.obj({ DestOutputProfile: profile }));
    },
  ],
  ["6.2.4.3-2", (doc) => doc.catalog.delete(name("OutputIntents"))],
  ["6.2.4.3-3", (doc) => withContent(doc, "0 0 0 1 k 0 0 1 1 re f")],
  [
    "6.2.4.3-4",
    (doc) => {
      doc.catalog.delete(name("OutputIntents"));
      withContent(doc, "0 g 0 0 1 1 re f");
    },
  ],
  ["6.2.5-1", (doc) => addTo(stateOf(doc), "TR", name("Identity"))],
  ["6.2.5-2", (doc) => addTo(stateOf(doc), "TR2", name("Identity"))],
  ["6.2.5-3", (doc) => addTo(stateOf(doc), "HTP", empty(doc))],
  ["6.2.8-1", (doc) => addTo(dictWith(doc, "Subtype", "Image"), "Alternates", empty(doc))],
  ["6.2.8-2", (doc) => addTo(dictWith(doc, "Subtype", "Image"), "OPI", empty(doc))],
  [
    "6.2.8-3",
    (doc) => addTo(dictWith(doc, "Subtype", "Image"), "Interpolate", doc.context.obj(true)),
  ],
  ["6.2.9-1", (doc) => addForm(doc, { OPI: {} })],
  ["6.2.9-2", (doc) => addForm(doc, { Ref: {} })],
  ["6.2.9-3", (doc) => addForm(doc, { Subtype: "PS" })],
  ["6.2.10-1", (doc) => addTo(stateOf(doc), "BM", name("Bright"))],
  ["6.2.11.2-2", (doc) => addTo(dictWith(doc, "Subtype", "Type0"), "Subtype", name("Type9"))],
  ["6.2.11.2-3", (doc) => dictWith(doc, "Subtype", "Type0").delete(name("BaseFont"))],
  ["6.2.11.3.2-1", (doc) => dictWith(doc, "Subtype", "CIDFontType2").delete(name("CIDToGIDMap"))],
  ["6.2.11.3.3-1", (doc) => addTo(dictWith(doc, "Subtype", "Type0"), "Encoding", name("Own"))],
  ["6.2.11.4.1-1", (doc) => dictWith(doc, "Type", "FontDescriptor").delete(name("FontFile2"))],
  ["6.2.11.7.2-1", (doc) => dictWith(doc, "Subtype", "Type0").delete(name("ToUnicode"))],
  [
    "6.2.11.7.2-2",
    (doc) => {
      const map = doc.context.stream("1 beginbfchar\n<0001> <FEFF>\nendbfchar");
      addTo(dictWith(doc, "Subtype", "Type0"), "ToUnicode", doc.context.register(map));
    },
  ],
  ["6.3.1-1", (doc) => addTo(linkOf(doc), "Subtype", name("Sound"))],
  ["6.3.2-1", (doc) => linkOf(doc).delete(name("F"))],
  ["6.3.2-2", (doc) => addTo(linkOf(doc), "F", PDFNumber.of(2))],
  ["6.3.3-1", (doc) => addTo(linkOf(doc), "Subtype", name("Stamp"))],
  ["6.3.3-2", (doc) => addTo(linkOf(doc), "AP", doc.context.obj({ N: {}, D: {} }))],
  ["6.4.1-1", (doc) => addTo(linkOf(doc), "Subtype", name("Widget"))],
  ["6.4.1-3", (doc) => addTo(doc.catalog, "AcroForm", doc.context.obj({ NeedAppearances: true }))],
  ["6.4.2-1", (doc) => addTo(doc.catalog, "AcroForm", doc.context.obj({ XFA: [] }))],
  ["6.4.2-2", (doc) => addTo(doc.catalog, "NeedsRendering", doc.context.obj(true))],
  ["6.5.1-1", (doc) => addTo(actionOf(doc), "S", name("JavaScript"))],
  ["6.5.1-2", (doc) => addTo(actionOf(doc), "S", name("Named"))],
  ["6.5.2-1", (doc) => addTo(doc.catalog, "AA", empty(doc))],
  ["6.5.2-2", (doc) => addTo(doc.getPage(0).node, "AA", empty(doc))],
  ["6.6.2.1-1", (doc) => doc.catalog.delete(name("Metadata"))],
  ["6.6.2.1-2", (doc) => changeXmp(doc, "<?xpacket begin", '<?xpacket begin bytes="9"')],
  ["6.6.2.1-3", (doc) => changeXmp(doc, "<?xpacket begin", '<?xpacket begin encoding="UTF-8"')],
  ["6.6.2.3.1-1", (doc) => changeXmp(doc, "<pdfaSchema:prefix>fx<", "<pdfaSchema:prefix>gx<")],
  ["6.6.4-1", (doc) => changeXmp(doc, /<pdfaid:part>3<\/pdfaid:part>/, "")],
  ["6.6.4-2", (doc) => changeXmp(doc, "<pdfaid:part>3", "<pdfaid:part>2")],
  ["6.6.4-3", (doc) => changeXmp(doc, "<pdfaid:conformance>U", "<pdfaid:conformance>B")],
  ["6.8-1", (doc) => addTo(dictWith(doc, "Type", "EmbeddedFile"), "Subtype", name("xml"))],
  ["6.8-2", (doc) => dictWith(doc, "Type", "Filespec").delete(name("UF"))],
  ["6.8-3", (doc) => dictWith(doc, "Type", "Filespec").delete(name("AFRelationship"))],
  ["6.8-4", (doc) => doc.catalog.delete(name("AF"))],
  ["6.10-1", (doc) => addTo(doc.catalog, "Names", doc.context.obj({ AlternatePresentations: {} }))],
  ["6.10-2", (doc) => addTo(doc.getPage(0).node, "PresSteps", empty(doc))],
  ["6.11-1", (doc) => addTo(doc.catalog, "Requirements", doc.context.obj([]))],
];

describe("PDF/A", () => {
  it.each([
    ["pdf/a-2b", false],
    ["pdf/a-2u", false],
    ["pdf/a-3b", true],
    ["pdf/a-3u", true],
  ] as const)("breaks no rule with the standard %s", async (standard, isInvoice) => {
    const bytes = await draw(standard, isInvoice);
    assert.deepStrictEqual(await brokenArchiveRules(bytes, standard), []);
  });

  it("is kept when marks and a signature are added", async () => {
    const box = { page: 1, x: 10, y: 80, width: 40, height: 4 };
    const stamped = await stampMarks(await draw("pdf/a-3u"), [
      { ...box, kind: "text", text: "Ada" },
      { ...box, y: 20, kind: "check" },
    ]);
    assert.deepStrictEqual(await brokenArchiveRules(stamped, "pdf/a-3u"), []);
    const { bytes } = await sealPdf(stamped);
    assert.deepStrictEqual(await brokenArchiveRules(bytes, "pdf/a-3u"), []);
    const longer = Buffer.concat([bytes, Buffer.from("%%EOF\n")]);
    assert.include(await brokenArchiveRules(longer, "pdf/a-3u"), "6.4.3-1");
  });

  it.each(SPOILED)("finds what breaks the rule %s", async (rule, spoil) => {
    const doc = await PDFDocument.load(await draw("pdf/a-3u"), { updateMetadata: false });
    spoil(doc);
    const bytes = await doc.save({ useObjectStreams: false, addDefaultPage: false });
    assert.include(await brokenArchiveRules(bytes, "pdf/a-3u"), rule);
  });

  it.each<[rule: string, spoil: (bytes: Buffer) => Uint8Array]>([
    ["6.1.2-1", (bytes) => Buffer.concat([Buffer.from("\n"), bytes])],
    ["6.1.2-2", (bytes) => bytes.fill("a", 10, 14)],
    ["6.1.3-1", (bytes) => Buffer.from(bytes.toString("latin1").replace("/ID", "/IE"), "latin1")],
    ["6.1.3-3", (bytes) => Buffer.concat([bytes, Buffer.from("more")])],
  ])("finds what breaks the rule %s of files", async (rule, spoil) => {
    const bytes = spoil(Buffer.from(await draw("pdf/a-3u")));
    assert.include(await brokenArchiveRules(bytes, "pdf/a-3u"), rule);
  });

  it.each([["pdf/a-2u"], ["pdf/a-3u"], ["pdf/ua-1"]] as const)(
    "%s has text, gradients, masks and opacity in SVG",
    async (standard) => {
      const chart = field({ name: "text", type: "svg", alt: "A chart", width: 40, height: 40 });
      const layout = { ...layoutOf(chart), language: "en", standard };
      const template = await compileLayout({ layout, manifest: manifestOf(), title: "Title" });
      const { bytes } = await renderDocument(
        template,
        dataOf({ text: CHARTS.effects }, []),
        new Map(),
      );
      const rules =
        standard === "pdf/ua-1"
          ? await brokenUaRules(bytes)
          : await brokenArchiveRules(bytes, standard);
      assert.deepEqual(rules, []);
    },
  );

  it("2 has no attachments", async () => {
    assert.include(await brokenArchiveRules(await draw("pdf/a-3u"), "pdf/a-2u"), "6.8-5");
  });
});

function addForm(doc: PDFDocument, entries: object): void {
  doc.context.register(doc.context.stream("", { Subtype: "Form", ...entries }));
}
