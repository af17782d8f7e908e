import * as fs from "node:fs";
import * as path from "node:path";

import { assert, describe, layer } from "@effect/vitest";
import type { ArchiveStandard, Layout, StandardSetting } from "@paraph/core/layouts";
import { imageFetcherNone } from "@paraph/core/renders";
import { Publication } from "@paraph/core/templates";
import { Effect, Layer } from "effect";
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber } from "pdf-lib";

import { compileLayout } from "./compile/compile_layout.ts";
import { readFont } from "./fonts/opentype/font_file.ts";
import { renderDocument } from "./render_document.ts";
import {
  dataOf,
  dataUri,
  field,
  layoutOf,
  manifestOf,
  PICTURE,
  readPages,
} from "./testing/fixtures.ts";
import { trueTypeFont } from "./testing/font_files.ts";
import { navigationOf } from "./testing/navigation.ts";
import { rawPdf, type RawPdf } from "./testing/raw_pdf.ts";
import { sharedRenderer } from "./testing/shared_renderer.ts";
import { compactFont, type1Font } from "./testing/small_fonts.ts";
import { brokenArchiveRules } from "./testing/standards/archive_rules.ts";
import { INVOICE_MAP } from "./testing/standards/invoice_map.ts";
import { brokenUaRules } from "./testing/standards/ua_rules.ts";

const services = Layer.provide(Publication.layer, Layer.provide(sharedRenderer, imageFetcherNone));
const manifest = manifestOf();
const fixed = (value: string) => ({ value });
const parties = {
  "BT-27": fixed("Seller"),
  "BT-29": fixed("4711"),
  "BT-40": fixed("DE"),
  "BT-44": fixed("Buyer"),
  "BT-55": fixed("DE"),
};
const einvoice = { profile: "en16931", map: { ...INVOICE_MAP, ...parties } } as const;
const uriOf = (bytes: Uint8Array) => dataUri(bytes, "application/pdf");
const draw = async (layout: Layout, isInvoice = false) => {
  const source = { layout, manifest, title: "Title", einvoice: isInvoice ? einvoice : null };
  const data = dataOf({ text: "word" }, [{ name: "Apple", price: "10" }]);
  return (await renderDocument(await compileLayout(source), data, new Map())).bytes;
};
const overlay = (bytes: Uint8Array, standard: StandardSetting): Layout => ({
  ...layoutOf(field({ name: "Over", content: "Drawn over the base", width: 60, readOnly: true })),
  basePdf: uriOf(bytes),
  standard,
});

/** A document of Paraph as a base: text, a link, a transparent picture, a bookmark and tags. */
const ownBase = (standard: StandardSetting = "pdf/a-2u") =>
  draw({
    ...layoutOf(
      field({ name: "Head", content: "Base", heading: 1, readOnly: true }),
      field({ name: "Link", content: "Text", link: "https://a.b", position: { x: 20, y: 60 } }),
      field({
        name: "Picture",
        type: "image",
        opacity: 0.5,
        content: dataUri(PICTURE),
        readOnly: true,
        position: { x: 20, y: 90 },
      }),
    ),
    standard,
  });

/** Publishes and returns the problems. */
const publish = (layout: Layout, isInvoice = false) =>
  Effect.gen(function* () {
    const { prepare } = yield* Publication;
    const content = { name: "A", manifest, layout, ...(isInvoice ? { einvoice } : {}) };
    return yield* prepare(content).pipe(
      Effect.as<ReadonlyArray<string>>([]),
      Effect.catchTag("invalid_request", ({ issues }) =>
        Effect.succeed(
          Object.entries(issues.fieldErrors).flatMap(([path, messages]) =>
            messages.map((message) => `${path}: ${message}`),
          ),
        ),
      ),
    );
  });

const shown = (content: string, resources = "", objects: RawPdf["objects"] = {}): RawPdf => ({
  pages: [`/Contents 100 0 R/Resources<<${resources}>>`],
  objects: { 100: ["", content], ...objects },
});
const annotated = (annotation: string): RawPdf => ({ pages: [`/Annots[<<${annotation}>>]`] });
const NOTE = "/Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(a)";
const FONT = "/Type/Font/Subtype/TrueType/BaseFont/ABCDEF+Own/FontDescriptor 103 0 R";
const withFont = (font: string, flags = 32): RawPdf =>
  shown("BT /F 9 Tf (a) Tj ET", "/Font<</F 102 0 R>>", {
    102: `<<${font}>>`,
    103: `<</Type/FontDescriptor/Flags ${flags}/FontFile2 104 0 R>>`,
    104: ["", "font"],
  });

/** PDFs that break a rule, and the reason. */
const BROKEN: ReadonlyArray<readonly [reason: string, pdf: RawPdf]> = [
  [
    "a font that is not embedded: Helvetica",
    withFont("/Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding"),
  ],
  ["text without Unicode values (/ToUnicode): Own", withFont(FONT, 4)],
  ["a TrueType font without a standard encoding: Own", withFont(FONT)],
  ["a symbolic TrueType font with an encoding", withFont(`${FONT}/Encoding/WinAnsiEncoding`, 4)],
  ["CMYK colours", shown("0 0 0 1 k 0 0 9 9 re f")],
  ["CMYK colours", shown("/C cs 1 scn", "/ColorSpace<</C[/Separation/Gold/DeviceCMYK 101 0 R]>>")],
  ["CMYK colours", shown("BI /W 1 /H 1 /BPC 8 /CS /CMYK ID aaaa EI")],
  [
    "CMYK colours",
    shown("/X Do", "/XObject<</X 101 0 R>>", {
      101: ["/Type/XObject/Subtype/Form/BBox[0 0 9 9]", "0 0 0 1 K 0 0 m 9 9 l S"],
    }),
  ],
  [
    "an invalid ICC profile",
    shown("/C cs 0 0 0 sc", "/ColorSpace<</C[/ICCBased 101 0 R]>>", { 101: ["/N 3", "none"] }),
  ],
  ["an inline image with the compression LZW", shown("BI /W 1 /H 1 /F /LZW ID a EI")],
  [
    "a forbidden compression, such as LZW",
    shown("/X Do", "/XObject<</X 101 0 R>>", {
      101: ["/Type/XObject/Subtype/Image/Width 1/Height 1/Filter/LZWDecode", "a"],
    }),
  ],
  [
    "a JPEG 2000 image",
    shown("/X Do", "/XObject<</X 101 0 R>>", {
      101: ["/Type/XObject/Subtype/Image/Width 1/Height 1/Filter/JPXDecode", "a"],
    }),
  ],
  [
    "a PostScript XObject",
    shown("/X Do", "/XObject<</X 101 0 R>>", { 101: ["/Type/XObject/Subtype/PS", "showpage"] }),
  ],
  ["an unknown blend mode", shown("/S gs", "/ExtGState<</S<</BM/Bright>>>>")],
  ["a transfer function (/TR)", shown("/S gs", "/ExtGState<</S<</TR/Identity>>>>")],
  ["an unknown operator", shown("0 0 9 9 rect")],
  ["an unknown rendering intent", shown("/Vivid ri")],
  ["more than 28 nested graphics states", shown("q ".repeat(28))],
  [
    "content that uses resources without listing them",
    shown("/X Do", "/XObject<</X 101 0 R>>", {
      101: ["/Type/XObject/Subtype/Form/BBox[0 0 9 9]", "/Y Do"],
    }),
  ],
  ["an annotation without flags (/F)", annotated(NOTE)],
  ["an annotation without appearance", annotated(`${NOTE}/F 4`)],
  ["an annotation that is hidden or not printed", annotated(`${NOTE}/F 2`)],
  ["missing (/NeedAppearances)", { catalog: "/AcroForm<</Fields[]/NeedAppearances true>>" }],
  ["an XFA form", { catalog: "/AcroForm<</Fields[]/XFA[]>>" }],
  [
    "a digital signature",
    { catalog: "/AcroForm<</Fields[<</FT/Sig/T(s)/V<</ByteRange[0 1 2 3]>>>>]>>" },
  ],
  ["JavaScript", { catalog: "/OpenAction<</S/JavaScript/JS(app.alert(1))>>" }],
  ["launches a program", { catalog: "/OpenAction<</S/Launch/F(a.exe)>>" }],
  [
    "embedded files",
    {
      catalog: "/Names<</EmbeddedFiles<</Names[(a)<</Type/Filespec/F(a)/EF<</F 101 0 R>>>>]>>>>",
      objects: { 101: ["/Type/EmbeddedFile", "a"] },
    },
  ],
];

/**
 * Archivable PDFs of other programs, and what they conform to by their own account. `testing/foreign/README.md` says
 * how they were made.
 */
const FOREIGN = [
  ["typst_a2u.pdf", "pdf/a-2u"],
  ["ghostscript_a2b.pdf", "pdf/a-2b"],
] as const;

layer(services)("archivable documents with a base PDF", (it) => {
  it.effect.each([
    ["pdf/a-2b", false],
    ["pdf/a-2u", false],
    ["pdf/a-3b", false],
    ["pdf/a-3u", true],
  ] as const)("conform to %s (with an invoice: %s)", ([standard, isInvoice]) =>
    Effect.gen(function* () {
      const layout = overlay(yield* Effect.promise(() => ownBase()), standard);
      assert.deepStrictEqual(yield* publish(layout, isInvoice), []);
      const bytes = yield* Effect.promise(() => draw(layout, isInvoice));
      const broken = yield* Effect.promise(() => brokenArchiveRules(bytes, standard));
      assert.deepStrictEqual(broken, []);
      const { outline, links } = yield* Effect.promise(() => navigationOf(bytes));
      assert.deepStrictEqual([outline.length, links.length], [1, 1]);
    }),
  );

  it.effect("replace its output intent and its metadata, and keep its names", () =>
    Effect.gen(function* () {
      const pdf: RawPdf = {
        ...shown("0.5 g 0 0 9 9 re f"),
        catalog:
          "/Names<</Dests<</Names[(here)[11 0 R/Fit]]>>>>/Metadata 102 0 R" +
          "/OutputIntents[<</Type/OutputIntent/S/GTS_PDFX/OutputConditionIdentifier(FOGRA39)>>]",
      };
      const objects = { ...pdf.objects, 102: ["/Type/Metadata/Subtype/XML", "<x/>"] as const };
      const layout = overlay(rawPdf({ ...pdf, objects }), "pdf/a-3u");
      assert.deepStrictEqual(yield* publish(layout, true), []);
      const bytes = yield* Effect.promise(() => draw(layout, true));
      const broken = yield* Effect.promise(() => brokenArchiveRules(bytes, "pdf/a-3u"));
      assert.deepStrictEqual(broken, []);
      const { catalog } = yield* Effect.promise(() => PDFDocument.load(bytes));
      const names = String(catalog.lookup(PDFName.of("Names")));
      assert.match(names, /here/);
      assert.match(names, /factur-x\.xml/);
      assert.notMatch(String(catalog.lookup(PDFName.of("OutputIntents"))), /FOGRA39/);
    }),
  );

  it.effect("can add PDFs, which are checked in the same way", () =>
    Effect.gen(function* () {
      const base = yield* Effect.promise(() => ownBase());
      const layout = { ...overlay(base, "pdf/a-2u"), append: [uriOf(base)] };
      const blank = { ...layout, basePdf: { width: 210, height: 297, padding: [9, 9, 9, 9] } };
      for (const each of [layout, blank]) {
        assert.deepStrictEqual(yield* publish(each), []);
        const bytes = yield* Effect.promise(() => draw(each));
        const broken = yield* Effect.promise(() => brokenArchiveRules(bytes, "pdf/a-2u"));
        assert.deepStrictEqual(broken, []);
      }
      const cmyk = rawPdf(shown("0 0 0 1 k"));
      assert.deepStrictEqual(yield* publish({ ...blank, append: [uriOf(cmyk)] }), [
        "layout.append.0: Page 1 contains CMYK colours (/DeviceCMYK), which the output intent sRGB does not cover. pdf/a-2u does not permit this (ISO 19005-2, 6.2.4.3). Save the PDF as PDF/A and publish again",
      ]);
    }),
  );

  it.effect("do not conform to PDF/UA-1", () =>
    Effect.gen(function* () {
      const base = yield* Effect.promise(() => ownBase());
      const [problem = ""] = yield* publish({ ...overlay(base, "pdf/ua-1"), language: "en" });
      assert.match(problem, /^layout\.basePdf: .*cannot conform to PDF\/UA-1/);
    }),
  );

  describe("of other programs", () => {
    it.effect.each(FOREIGN)("%s break no rule, and neither do documents with them", ([name, own]) =>
      Effect.gen(function* () {
        const base = fs.readFileSync(path.join(import.meta.dirname, "testing/foreign", name));
        const brokenIn = (bytes: Uint8Array, standard: ArchiveStandard) =>
          Effect.promise(() => brokenArchiveRules(bytes, standard));
        assert.deepStrictEqual(yield* brokenIn(base, own), []);
        for (const standard of ["pdf/a-2b", "pdf/a-2u", "pdf/a-3u"] as const) {
          const layout = { ...overlay(base, standard), append: [uriOf(base)] };
          assert.deepStrictEqual(yield* publish(layout), []);
          const bytes = yield* Effect.promise(() => draw(layout));
          assert.deepStrictEqual(yield* brokenIn(bytes, standard), []);
          const [first = "", second = ""] = yield* Effect.promise(() => readPages(bytes));
          assert.include(first, "Drawn over the base");
          for (const page of [first, second]) assert.match(page, /Briefkopf|Letterhead/);
        }
      }),
    );

    it.effect("typst_ua1.pdf breaks no rule of PDF/UA-1", () =>
      Effect.gen(function* () {
        const file = path.join(import.meta.dirname, "testing/foreign/typst_ua1.pdf");
        const broken = brokenUaRules(fs.readFileSync(file));
        assert.deepStrictEqual(yield* Effect.promise(() => broken), []);
      }),
    );
  });

  describe("are refused with", () => {
    it.effect.each(BROKEN)("%s", ([reason, pdf]) =>
      Effect.gen(function* () {
        const problems = yield* publish(overlay(rawPdf(pdf), "pdf/a-2u"));
        const found = problems.filter((problem) => problem.includes(reason));
        assert.lengthOf(found, 1, problems.join("\n"));
        assert.match(found[0] ?? "", /^layout\.basePdf: (?:Page 1|The PDF) contains /);
      }),
    );
  });

  it.effect("are refused with widths that are not those of the glyphs", () =>
    Effect.gen(function* () {
      const base = yield* Effect.promise(() => ownBase());
      const withWidths = (change: (width: number) => number) =>
        Effect.promise(async () => {
          const doc = await PDFDocument.load(base, { updateMetadata: false });
          for (const [, font] of doc.context.enumerateIndirectObjects()) {
            const widths = font instanceof PDFDict ? font.lookup(PDFName.of("W")) : undefined;
            if (!(widths instanceof PDFArray)) continue;
            for (const list of widths.asArray())
              if (list instanceof PDFArray)
                list
                  .asArray()
                  .forEach((width, index) =>
                    list.set(index, PDFNumber.of(change(Number(String(width))))),
                  );
          }
          return await doc.save();
        });
      const problemsWith = (change: (width: number) => number) =>
        Effect.flatMap(withWidths(change), (bytes) => publish(overlay(bytes, "pdf/a-2b")));
      assert.deepStrictEqual(yield* problemsWith((width) => width), []);
      assert.deepStrictEqual(yield* problemsWith((width) => width + 0.9), []);
      const [problem = ""] = yield* problemsWith((width) => width + 5);
      assert.match(
        problem,
        /^layout\.basePdf: Page 1 contains a font with other widths than its glyphs have: Roboto/,
      );
      assert.include(problem, "ISO 19005-2, 6.2.11.5");
    }),
  );

  describe("are refused with widths that are not those of the glyphs, in", () => {
    const base = (subtype: string, key: string, file: Buffer, width: number) =>
      rawPdf(
        shown("BT /F 9 Tf (a) Tj ET", "/Font<</F 102 0 R>>", {
          102: `<</Type/Font/Subtype/${subtype}/BaseFont/Own/FontDescriptor 103 0 R/Encoding/WinAnsiEncoding/FirstChar 97/LastChar 97/Widths[${width}]>>`,
          103: `<</Type/FontDescriptor/FontName/Own/Flags 32/${key} 104 0 R>>`,
          104: ["/Subtype/Type1C", file.toString("latin1")],
        }),
      );
    const caveat = readFont(trueTypeFont());
    const letter = (caveat.advanceOf(caveat.glyphOf(97)) * 1000) / caveat.unitsPerEm;
    it.effect.each([
      ["a simple TrueType font", "TrueType", "FontFile2", letter, trueTypeFont()],
      ["a Type 1 font", "Type1", "FontFile", 512, type1Font(512)],
      ["a Type 1 font in CFF", "Type1", "FontFile3", 512, compactFont(512)],
    ] as const)("%s", ([, subtype, key, width, file]) =>
      Effect.gen(function* () {
        const own = base(subtype, key, file, width);
        assert.deepStrictEqual(yield* publish(overlay(own, "pdf/a-2b")), []);
        const other = base(subtype, key, file, width + 5);
        const [problem = ""] = yield* publish(overlay(other, "pdf/a-2b"));
        assert.include(
          problem,
          "Page 1 contains a font with other widths than its glyphs have: Own",
        );
      }),
    );

    it.effect("a composite font in CFF", () =>
      Effect.gen(function* () {
        const file = path.join(import.meta.dirname, "testing/foreign/typst_a2u.pdf");
        const bytes = yield* Effect.promise(async () => {
          const doc = await PDFDocument.load(fs.readFileSync(file), { updateMetadata: false });
          for (const [, font] of doc.context.enumerateIndirectObjects()) {
            const widths = font instanceof PDFDict ? font.lookup(PDFName.of("W")) : undefined;
            // The first and the last CID of a range, and its width.
            if (widths instanceof PDFArray && widths.lookup(1) instanceof PDFNumber)
              widths.set(2, PDFNumber.of(widths.lookup(2, PDFNumber).asNumber() + 5));
          }
          return await doc.save();
        });
        const problems = yield* publish(overlay(bytes, "pdf/a-2b"));
        assert.match(problems.join("\n"), /other widths than its glyphs have: LibertinusSerif/);
      }),
    );
  });

  it.effect.each([
    ["a value for each", "2 beginbfchar <61> <0041> <62> <0042> endbfchar", true],
    ["a range", "1 beginbfrange\n<5f>\n<70>\n<0041>\nendbfrange", true],
    ["a range with a list", "1 beginbfrange <61> <62> [<0041> <0042>] endbfrange", true],
    ["a missing value", "1 beginbfchar <61> <0041> endbfchar", false],
    ["a range that ends before", "1 beginbfrange <00> <61> <0041> endbfrange", false],
    ["an empty range", "1 beginbfrange <70> <60> <0041> endbfrange", false],
  ] as const)("need Unicode values for all of their text: %s", ([, map, isComplete]) =>
    Effect.gen(function* () {
      const pdf = withFont(`${FONT}/ToUnicode 105 0 R`, 4);
      const objects = { 100: ["", "BT /F 9 Tf (a) Tj [9 (b)] TJ ET"], 105: ["", map] } as const;
      const base = rawPdf({ ...pdf, objects: { ...pdf.objects, ...objects } });
      const problems = yield* publish(overlay(base, "pdf/a-2u"));
      assert.deepStrictEqual(
        problems.map((problem) => problem.includes("text without Unicode values")),
        isComplete ? [] : [true],
      );
    }),
  );

  it.effect("may have fonts without Unicode values that show no text, or glyphs with names", () =>
    Effect.gen(function* () {
      const pdf = withFont(FONT, 4);
      const named = "/Encoding<</Differences[97/uni0041]>>/FirstChar 97/LastChar 97/Widths[9]";
      const glyph = withFont(
        `/Type/Font/Subtype/Type1/BaseFont/Own/FontDescriptor 103 0 R${named}`,
      );
      const unused = { ...pdf, objects: { ...pdf.objects, 100: ["", "0 g"] as const } };
      for (const each of [unused, glyph])
        assert.deepStrictEqual(yield* publish(overlay(rawPdf(each), "pdf/a-2u")), []);
    }),
  );

  it.effect("may have text without Unicode values at level b", () =>
    Effect.gen(function* () {
      const layout = overlay(rawPdf(withFont(FONT, 4)), "pdf/a-2b");
      assert.deepStrictEqual(yield* publish(layout), []);
    }),
  );
});
