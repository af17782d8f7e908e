import { assert, describe, it } from "@effect/vitest";
import { PDFDict, PDFDocument, PDFName } from "pdf-lib";

import { activeContent } from "../active/active_content.ts";
import { readDocument } from "../extract/read_document.ts";
import { ACTIVE } from "../testing/active_cases.ts";
import { annotatedPdf } from "../testing/annotated_pdf.ts";
import { readPages } from "../testing/fixtures.ts";
import { rawPdf } from "../testing/raw_pdf.ts";
import { flattenDocument } from "./flatten_document.ts";

const flatten = async (pdf: Uint8Array) => {
  const bytes = await flattenDocument(pdf);
  assert.isDefined(bytes);
  return { bytes, doc: await PDFDocument.load(bytes, { updateMetadata: false }) };
};

const WORDS = ["Ada Lovelace", "First line", "Poland", "Two", "Press"];

describe("flattenDocument()", () => {
  it.each([
    ["appearances", {}],
    ["values alone", { bare: true }],
    ["appearances on rotated pages", { rotation: 90 }],
    ["values without appearances on rotated pages", { bare: true, rotation: 270 }],
  ] as const)("makes fields and annotations part of their pages: %s", async (_, options) => {
    const pdf = await annotatedPdf(options);
    const { bytes, doc } = await flatten(pdf);
    assert.isFalse(doc.catalog.has(PDFName.of("AcroForm")));
    const [fields, marks] = doc.getPages();
    assert.isUndefined(fields?.node.Annots());
    assert.strictEqual(marks?.node.Annots()?.size(), 1);
    assert.include(marks?.node.Annots()?.lookup(0, PDFDict).toString() ?? "", "/Link");
    const [first = "", second = ""] = await readPages(bytes);
    for (const word of WORDS) assert.include(first, word);
    assert.include(first.replaceAll(/\s/g, ""), "123456");
    assert.notInclude(first, "Unseen");
    assert.include(second.replaceAll(/\s+/g, " "), "A free text");
  });

  it("returns the same bytes for the same file, and undefined for a flat one", async () => {
    const pdf = await annotatedPdf();
    const { bytes } = await flatten(pdf);
    assert.deepStrictEqual((await flatten(pdf)).bytes, bytes);
    assert.isUndefined(await flattenDocument(bytes));
    assert.isUndefined(await flattenDocument(rawPdf({})));
  });

  it("does not mix pages that share their resources", async () => {
    const stamp = (words: string) =>
      [
        `/BBox[0 0 100 20]/Resources<</Font<</F 104 0 R>>>>`,
        `BT /F 9 Tf 2 5 Td (${words}) Tj ET`,
      ] as const;
    const page = (stampRef: number) =>
      `/Resources 100 0 R/Annots[<</Subtype/Stamp/Rect[20 20 120 40]/AP<</N ${stampRef} 0 R>>>>]`;
    const pdf = rawPdf({
      pages: [page(101), page(102)],
      objects: {
        100: "<</XObject<</Flat0 101 0 R>>>>",
        101: stamp("One"),
        102: stamp("Two"),
        104: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
      },
    });
    assert.deepStrictEqual(await readPages((await flatten(pdf)).bytes), ["One", "Two"]);
  });

  it.each(ACTIVE)("removes %s", async (_, pdf) => {
    const { doc } = await flatten(rawPdf(pdf));
    assert.deepStrictEqual(activeContent(doc), []);
  });

  it.each([
    [
      "keeps attachments",
      "/Names[(a)100 0 R]",
      "/AF[100 0 R]",
      ["document: embedded files (/EmbeddedFiles)", "document: an embedded file (/EF)"],
    ],
    [
      "removes files that are not associated with the document",
      "/Names[(a)100 0 R(b)102 0 R]",
      "/AF[100 0 R]",
      [],
    ],
    ["removes files that are in other lists", "/Kids[<</Names[(a)100 0 R]>>]", "/AF[100 0 R]", []],
  ])("%s", async (_, list, associated, expected) => {
    const pdf = rawPdf({
      catalog: `/Names<</EmbeddedFiles<<${list}>>>>${associated}`,
      pages: ["/Annots[<</Subtype/FileAttachment/Rect[0 0 9 9]/FS 100 0 R>>]"],
      objects: {
        100: "<</Type/Filespec/F(a)/EF<</F 101 0 R>>>>",
        101: ["", "a"],
        102: "<</Type/Filespec/F(b)/EF<</F 101 0 R>>>>",
      },
    });
    const findings = activeContent((await flatten(pdf)).doc);
    assert.sameMembers(
      findings.map(({ page, kind }) => `${page ?? "document"}: ${kind}`),
      [...expected],
    );
  });

  it("tolerates invalid annotations", async () => {
    const annotations = [
      "11 0 R",
      "1 0 R",
      "999 0 R",
      "null",
      "[/Widget]",
      "<<>>",
      "<</Subtype/Widget/FT/Tx/V(x)/Rect[1 2]/Parent 100 0 R>>",
      "<</Subtype/Widget/FT/Tx/V 100 0 R/DA(/F 99999999999 Tf)/Rect[0 0 50 50]/Parent 100 0 R>>",
      "<</Subtype/Highlight/Rect[0 0 9 9]/QuadPoints[1 2 3]/C[1 2 3 4 5]>>",
      "<</Subtype/Ink/Rect[0 0 9 9]/InkList[1[2]]>>",
      "<</Subtype/Stamp/Rect[0 0 9 9]/AP<</N 101 0 R>>>>",
    ];
    const pdf = rawPdf({
      pages: [`/Annots[${annotations.join(" ")}]`],
      objects: {
        100: "<</FT/Tx/Parent 100 0 R>>",
        101: ["/BBox[0 0 0 0]/Matrix[0 0 0 0 0 0]", ""],
      },
    });
    const { doc } = await flatten(pdf);
    assert.strictEqual(doc.getPageCount(), 1);
    assert.isUndefined(doc.getPage(0).node.Annots());
  });
});

describe("readDocument()", () => {
  it("finds texts in the flattened document and returns it", async () => {
    const reading = await readDocument({ pdf: await annotatedPdf(), texts: ["Ada", "Unseen"] });
    assert(reading.kind === "read");
    const { flattened: bytes, matches: boxesByText } = reading.document;
    assert.deepStrictEqual(bytes, await flattenDocument(await annotatedPdf()));
    assert.deepStrictEqual(
      boxesByText.map(({ length }) => length),
      [1, 0],
    );
  });

  it("returns no flattened document for a flat one", async () => {
    const reading = await readDocument({ pdf: rawPdf({}), texts: [] });
    assert(reading.kind === "read");
    assert.notProperty(reading.document, "flattened");
  });
});
