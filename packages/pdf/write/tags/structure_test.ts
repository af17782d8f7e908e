import { assert, describe, it } from "@effect/vitest";
import type { Layout } from "@paraph/core/layouts";
import { PDFDocument } from "pdf-lib";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

import { compileLayout } from "../../compile/compile_layout.ts";
import { renderDocument } from "../../render_document.ts";
import { dataOf, dataUri, field, layoutOf, manifestOf, PICTURE } from "../../testing/fixtures.ts";
import { contentOf } from "../../testing/standards/pdf_objects.ts";

const manifest = manifestOf();
type Fields = ReadonlyArray<ReturnType<typeof field>>;
const draw = async (fields: Fields, more: Layout = {}, rows = 1) => {
  const layout: Layout = { ...layoutOf(...fields), ...more };
  const template = await compileLayout({ layout, manifest, title: "Title" });
  const items = Array.from({ length: rows }, (_, row) => ({ name: `n${row}`, price: "1" }));
  const { bytes } = await renderDocument(template, dataOf({ text: "word" }, items), new Map());
  return bytes;
};
const fixed = (content: string, more: object = {}) =>
  field({ name: "Fixed", content, readOnly: true, ...more });

interface Node {
  readonly role?: string;
  readonly alt?: string;
  readonly type?: string;
  readonly id?: string;
  readonly children?: ReadonlyArray<Node>;
}

/** The structure of each page as PDF.js sees it, each element with its text. */
const structuresOf = async (bytes: Uint8Array): Promise<ReadonlyArray<string>> => {
  const doc = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const structures: Array<string> = [];
  for (let number = 1; number <= doc.numPages; number++) {
    const page = await doc.getPage(number);
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const texts = new Map<string, string>();
    let id = "";
    for (const item of items) {
      if (!("str" in item)) id = "id" in item && item.id !== undefined ? item.id : "";
      else texts.set(id, (texts.get(id) ?? "") + item.str + (item.hasEOL ? " " : ""));
    }
    const print = ({ role, alt, type, id, children = [] }: Node): string => {
      if (type === "content") return (texts.get(id ?? "") ?? "").trim();
      if (type !== undefined) return `<${type}>`;
      const inside = children.map(print).join(" ");
      return role === "Root" ? inside : `${role}${alt === undefined ? "" : `=${alt}`}(${inside})`;
    };
    structures.push(print(await page.getStructTree()));
  }
  await doc.loadingTask.destroy();
  return structures;
};
const structureOf = async (...input: Parameters<typeof draw>) =>
  (await structuresOf(await draw(...input)))[0];

describe("the structure of documents", () => {
  it("has headings and paragraphs from top to bottom, then from left to right", async () => {
    const structure = await structureOf([
      fixed("third", { position: { x: 20, y: 60 } }),
      fixed("second", { position: { x: 120, y: 29 } }),
      fixed("a\nb\n\nc", { position: { x: 20, y: 30 }, height: 20 }),
      fixed("top", { heading: 2 }),
    ]);
    assert.strictEqual(structure, "Document(H2(top) P(a b) P(c) P(second) P(third))");
  });

  it("keeps the fields of a section together", async () => {
    const inside = (content: string, y: number) => fixed(content, { position: { x: 0, y } });
    const section = {
      ...field({ type: "section", name: "Group", position: { x: 20, y: 20 }, height: 40 }),
      fields: [inside("a", 0), inside("b", 20)],
    };
    const structure = await structureOf([fixed("c", { position: { x: 120, y: 20 } }), section]);
    assert.strictEqual(structure, "Document(P(a) P(b) P(c))");
  });

  it("has nested lists with the text of their items in front", async () => {
    const content = "Text [a](https://b.c) end\n\n1. one\n\n   more\n2. two\n   - deep";
    assert.strictEqual(
      await structureOf([fixed(content, { richText: true, height: 90 })]),
      "Document(P(Text Link(a <annotation>) end) L(LI(Lbl(1.) LBody(P(one) P(more))) " +
        "LI(Lbl(2.) LBody(two L(LI(Lbl(•) LBody(deep)))))))",
    );
    const list = field({ name: "L", type: "list", content: "a\n\tb\nc", readOnly: true });
    assert.strictEqual(
      await structureOf([list]),
      "Document(L(LI(Lbl(•) LBody(a L(LI(Lbl(•) LBody(b))))) LI(Lbl(•) LBody(c))))",
    );
  });

  it("has one table for all pages, whose repeated heads are no part of it", async () => {
    const table = field({ name: "rows", type: "table", width: 170, height: 20 });
    const [first, second] = await structuresOf(await draw([table], {}, 60));
    assert.match(first ?? "", /^Document\(Table\(THead\(TR\(TH\(Name\) TH\(Price\)\)\)/);
    assert.include(second, "TD(n59)");
    assert.notInclude(second, "Name");
  });

  it("has one paragraph for the lines on all pages, with spaces between words", async () => {
    const text = fixed("word ".repeat(3_000).trim(), { overflow: "expand" });
    const structures = await structuresOf(await draw([text]));
    assert.isAbove(structures.length, 1);
    for (const structure of structures) {
      assert.match(structure, /^Document\(P\(/);
      assert.notInclude(structure, "wordword");
    }
  });

  it("has the cells of a table in their rows, also empty, divided and marked ones", async () => {
    const long = "word ".repeat(400).trim();
    const body = [
      ["a", "b", "c"],
      ["", "", "d"],
      ["e", "f", ""],
      ["g", "[h](https://a.b)", "i"],
      ["j", long, "k"],
      ["l", "m", "n"],
    ];
    const columns = ["A", "B", "C"];
    const table = field({
      name: "Static",
      type: "table",
      head: columns,
      headWidthPercentages: [30, 40, 30],
      content: JSON.stringify(body),
      readOnly: true,
      width: 60,
      height: 20,
    });
    const structures = await structuresOf(await draw([table]));
    assert.isAbove(structures.length, 1);
    assert.match(
      structures[0] ?? "",
      /^Document\(Table\(THead\(TR\(TH\(A\) TH\(B\) TH\(C\)\)\) TBody\(TR\(TD\(a\) TD\(b\) TD\(c\)\) TR\(TD\(\) TD\(\) TD\(d\)\) TR\(TD\(e\) TD\(f\) TD\(\)\) /,
    );
    const all = structures.join("");
    assert.strictEqual(all.match(/word/g)?.length, 400);
    assert.match(structures.at(-1) ?? "", /TR\(TD\(l\) TD\(m\) TD\(n\)\)/);
  });

  it("has hyphens that divide words apart from the words", async () => {
    const content = "Die Vertragspartner AVATAR-Teilnehmer";
    const bytes = await draw(
      [fixed(content, { width: 30, height: 60, hyphenate: true, fontSize: 13 })],
      { language: "de" },
    );
    const [structure = ""] = await structuresOf(bytes);
    assert.match(structure, /Span=\u00ad\(-\)/);
    // A hyphen of the text is part of its word.
    assert.match(structure, /AVATAR-/);
    const text = structure.replaceAll(/ Span=\u00ad\(-\) /g, "");
    assert.include(text, "Vertragspartner");
    const [page] = (await PDFDocument.load(bytes)).getPages();
    const drawn = Buffer.from(contentOf(page?.node.Contents())).toString("latin1");
    assert.match(drawn, /\/Span<<\/MCID \d+\/ActualText<feff00ad>>>BDC\n\(..\)Tj\n/s);
  });

  it("has figures with alternative texts, unless they are decorative", async () => {
    const picture = { type: "image", content: dataUri(PICTURE), readOnly: true };
    const structure = await structureOf([
      field({ ...picture, name: "A", alt: "The {text}" }),
      field({ ...picture, name: "B", decorative: true }),
      field({ name: "Code", type: "qrcode", content: "Q", position: { x: 20, y: 50 } }),
      field({ name: "Mark", type: "checkbox", content: "true", position: { x: 20, y: 90 } }),
      field({ name: "Line", type: "line", color: "#000000", position: { x: 20, y: 80 } }),
    ]);
    assert.match(
      structure ?? "",
      /^Document\(Figure=The word\(.*\) Figure=Q\(.*\) Figure=☑\(.*\)\)$/,
    );
  });

  it("has the links of fields and of a table of contents", async () => {
    const structure = await structureOf([
      field({ name: "Contents", type: "list", contents: {}, height: 20 }),
      fixed("Terms", { heading: 1, position: { x: 20, y: 50 } }),
      fixed("site", { link: "https://b.c", position: { x: 20, y: 70 } }),
    ]);
    assert.strictEqual(
      structure,
      "Document(TOC(TOCI(Reference(Link(Terms 1 <annotation>)))) H1(Terms) Link(P(site) <annotation>))",
    );
  });

  it("leaves out staticSchema, and is not made on request", async () => {
    const basePdf = {
      width: 210,
      height: 297,
      padding: [20, 20, 20, 20],
      staticSchema: [fixed("furniture", { position: { x: 20, y: 5 } })],
    };
    assert.strictEqual(await structureOf([fixed("body")], { basePdf }), "Document(P(body))");
    const plain = Buffer.from(await draw([fixed("body")], { tagged: false })).toString("latin1");
    assert.notInclude(plain, "StructTreeRoot");
  });

  it("takes few bytes in long tables, which pdf-lib reads", async () => {
    const table = field({ name: "rows", type: "table", width: 170, height: 20 });
    const [tagged, plain] = [
      await draw([table], {}, 2_000),
      await draw([table], { tagged: false }, 2_000),
    ];
    // Four bytes a cell; half of them are marks in the content of pages.
    assert.isBelow(tagged.length, plain.length + 4 * 4_000);
    const { PDFDocument, PDFDict, PDFName } = await import("pdf-lib");
    const { context } = await PDFDocument.load(tagged, { throwOnInvalidObject: true });
    const cells = context
      .enumerateIndirectObjects()
      .filter(
        ([, each]) => each instanceof PDFDict && each.get(PDFName.of("S")) === PDFName.of("TD"),
      );
    assert.lengthOf(cells, 4_000);
  });

  it("reads right-to-left text in its order", async () => {
    const doc = await draw([fixed("שלום עולם")]);
    const actual = "שלום עולם "
      .split("")
      .map((each) => each.charCodeAt(0).toString(16).padStart(4, "0"));
    const { PDFDocument } = await import("pdf-lib");
    const pdf = await PDFDocument.load(doc, { updateMetadata: false });
    const objects = pdf.context.enumerateIndirectObjects().map(([, object]) => String(object));
    assert.isTrue(objects.some((each) => each.toLowerCase().includes(actual.join(""))));
  });
});
