import { assert, describe, it } from "@effect/vitest";
import { checkLayout, type Layout } from "@paraph/core/layouts";
import { checkInputData, type Manifest } from "@paraph/core/manifests";
import { checkTemplate } from "@paraph/core/templates";
import { Result } from "effect";
import { degrees, PDFDict, PDFDocument, PDFName, PDFString } from "pdf-lib";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

import { compileLayout } from "./compile/compile_layout.ts";
import { renderDocument } from "./render_document.ts";
import { readPages } from "./testing/fixtures.ts";
import { navigationOf } from "./testing/navigation.ts";

const item = (key: string) => ({ key, label: key, dataType: "text", required: false }) as const;
const MANIFEST: Manifest = { variables: [item("country"), item("note")], loops: [] };
const text = (content: string, y: number, more: object = {}) => ({
  name: `Text ${y}`,
  type: "text",
  position: { x: 10, y },
  width: 80,
  height: 5,
  content,
  ...more,
});
const BLANK = { width: 100, height: 100, padding: [10, 10, 10, 10] };
const layoutOf = (schemas: ReadonlyArray<ReadonlyArray<object>>, more: object = {}) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fields are written as objects for short
  ({ basePdf: BLANK, schemas, ...more }) as unknown as Layout;

const draw = async (layout: Layout, data: object = {}) => {
  assert.deepStrictEqual(checkLayout(layout, MANIFEST), []);
  const input = Result.getOrThrow(checkInputData(MANIFEST, { ...data }));
  const template = await compileLayout({ layout, manifest: MANIFEST, title: "Title" });
  return await renderDocument(template, input, new Map());
};

const uriOf = (bytes: Uint8Array) =>
  `data:application/pdf;base64,${Buffer.from(bytes).toString("base64")}`;

/** A PDF of another program: inherited entries, a turned page, links by name and by page, a form, a bookmark. */
const otherPdf = async (name: string, pageCount = 2) => {
  const doc = await PDFDocument.create();
  const { context, catalog } = doc;
  const pages = Array.from({ length: pageCount }, (_, index) => {
    const page = doc.addPage([200, 300]);
    page.drawText(`${name} ${index + 1}`, { x: 20, y: 200 });
    page.node.set(PDFName.of("StructParents"), context.obj(index));
    return page;
  });
  const [first, last] = [pages[0], pages.at(-1)];
  if (first === undefined || last === undefined) throw new Error("No pages");
  first.setRotation(degrees(90));
  const inherited = last.node.get(PDFName.of("MediaBox"));
  if (inherited !== undefined) catalog.Pages().set(PDFName.of("MediaBox"), inherited);
  for (const { node } of pages) node.delete(PDFName.of("MediaBox"));
  catalog.set(PDFName.of("Dests"), context.obj({ end: [last.ref, "Fit"] }));
  const link = (target: object) =>
    context.register(
      context.obj({ Type: "Annot", Subtype: "Link", Rect: [0, 0, 50, 50], ...target }),
    );
  first.node.addAnnot(link({ Dest: "end" }));
  first.node.addAnnot(link({ A: { S: "GoTo", D: [last.ref, "Fit"] } }));
  first.node.addAnnot(link({ Dest: "nowhere" }));
  first.node.addAnnot(link({ A: { S: "URI", URI: PDFString.of("https://a.b/") } }));
  const field = doc.getForm().createTextField("place");
  field.setText(`Form of ${name}`);
  field.addToPage(first, { x: 20, y: 100, width: 150, height: 20 });
  const [outline, bookmark] = [context.nextRef(), context.nextRef()];
  context.assign(outline, context.obj({ First: bookmark, Last: bookmark, Count: 1 }));
  context.assign(
    bookmark,
    context.obj({ Title: PDFString.of(name), Parent: outline, Dest: [last.ref, "Fit"] }),
  );
  catalog.set(PDFName.of("Outlines"), outline);
  return uriOf(await doc.save());
};

const NUMBER = "{currentPage}/{totalPages}";

/** The tags of each page as pdf.js reads them: the types of elements with content. */
const tagsOf = async (bytes: Uint8Array) => {
  const doc = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const tags: Array<string> = [];
  for (let page = 1; page <= doc.numPages; page++) {
    const tree = JSON.stringify(await (await doc.getPage(page)).getStructTree());
    tags.push(
      Array.from(tree.matchAll(/"role":"(\w+)"/g), ([, role]) => role)
        .filter((role) => role !== "Root")
        .join(" "),
    );
  }
  await doc.loadingTask.destroy();
  return tags;
};

describe("PDFs before and after the drawn pages", () => {
  it("keep their pages, links, bookmarks and values of forms", async () => {
    const layout = layoutOf([[text(NUMBER, 10), text("Drawn", 30, { heading: 1, anchor: "x" })]], {
      prepend: [await otherPdf("Cover")],
      append: [await otherPdf("Terms", 3), await otherPdf("Map", 1)],
    });
    const { bytes, pageCount } = await draw(layout);
    const pages = await readPages(bytes);
    assert.strictEqual(pageCount, 7);
    assert.deepStrictEqual(
      pages.map((page) => page.split(/\s*Form/)[0]),
      ["Cover 1", "Cover 2", "3/7\nDrawn", "Terms 1", "Terms 2", "Terms 3", "Map 1"],
    );
    assert.include(pages[3], "Form of Terms");
    const { outline, links } = await navigationOf(bytes);
    assert.deepStrictEqual(outline, [["Cover 2"], ["Drawn 3"], ["Terms 6"], ["Map 7"]]);
    assert.deepStrictEqual(
      links.filter((link) => link.startsWith("4 ")),
      ["4 → 6", "4 → 6", "4 → 0", "4 → https://a.b/"],
    );
    const sizes = (await PDFDocument.load(bytes))
      .getPages()
      .map((page) => [page.getSize().width, page.getRotation().angle]);
    assert.deepStrictEqual(sizes[3], [200, 90]);
    assert.deepStrictEqual((await draw(layout)).bytes, bytes);
  });

  it("are part of the structure, with their own tags or with a paragraph for each page", async () => {
    const tagged = await draw(layoutOf([[text("Title", 10, { heading: 2 })], [text("More", 10)]]));
    const { bytes } = await draw(
      layoutOf([[text("Drawn", 10, { heading: 1, link: "https://c.d" })]], {
        prepend: [await otherPdf("Cover")],
        append: [uriOf(tagged.bytes), await otherPdf("Map", 1)],
      }),
    );
    assert.deepStrictEqual(await tagsOf(bytes), [
      "Document Part P",
      "Document Part P",
      "Document Link H1",
      "Document Part Document H2",
      "Document Part Document P",
      "Document Part P",
    ]);
    const damaged = await PDFDocument.load(tagged.bytes);
    const root = damaged.catalog.lookup(PDFName.of("StructTreeRoot"), PDFDict);
    // An element with a text beyond ASCII instead of references.
    root.set(
      PDFName.of("ParentTree"),
      damaged.context.obj({ Nums: [0, { S: "P", ActualText: PDFString.of("Größe") }] }),
    );
    const repaired = await draw(layoutOf([[]], { append: [uriOf(await damaged.save())] }));
    assert.deepStrictEqual((await tagsOf(repaired.bytes)).slice(1), [
      "Document Part P",
      "Document Part P",
    ]);
    const plain = await draw(layoutOf([[]], { tagged: false, append: [uriOf(tagged.bytes)] }));
    assert.deepStrictEqual(await tagsOf(plain.bytes), ["", "", ""]);
  });

  it("are added by condition, and counted only if the layout says so", async () => {
    const layout = layoutOf(
      [
        [
          text(NUMBER, 10),
          text("{pageOf.end}", 20),
          text("", 30, { name: "sign", type: "signature", role: "a", height: 10 }),
        ],
        [text(NUMBER, 10, { anchor: "end" })],
      ],
      {
        prepend: [{ pdf: await otherPdf("Cover"), unless: "note" }],
        append: [
          { pdf: await otherPdf("German"), when: "country == 'DE'" },
          { pdf: await otherPdf("Other", 1), when: "{= country != 'DE' }" },
        ],
      },
    );
    const pagesOf = async (data: object, more: object = {}) => {
      const { bytes, signingFields } = await draw({ ...layout, ...more }, data);
      const pages = (await readPages(bytes)).map((page) => page.split(/\s*Form/)[0]);
      return [...pages, `sign on ${signingFields[0]?.page}`];
    };
    assert.deepStrictEqual(await pagesOf({ country: "DE" }), [
      "Cover 1",
      "Cover 2",
      "3/6\n4",
      "4/6",
      "German 1",
      "German 2",
      "sign on 3",
    ]);
    assert.deepStrictEqual(await pagesOf({ country: "FR", note: "x" }, { pageNumbers: "drawn" }), [
      "1/2\n2",
      "2/2",
      "Other 1",
      "sign on 1",
    ]);
  });

  it("are added to a base PDF, which keeps its bookmarks, forms and properties", async () => {
    const basePdf = await otherPdf("Base");
    const layout = layoutOf([[text(NUMBER, 10, { width: 50 })]], {
      basePdf,
      prepend: [await otherPdf("Cover", 1)],
      append: [await otherPdf("Terms", 1)],
      title: "{country}",
    });
    const { bytes, pageCount } = await draw(layout, { country: "DE" });
    assert.strictEqual(pageCount, 4);
    const { outline, links } = await navigationOf(bytes);
    assert.deepStrictEqual(outline, [["Cover 1"], ["Base 3"], ["Terms 4"]]);
    assert.deepStrictEqual(
      links.filter((link) => link.startsWith("2 ")),
      ["2 → 3", "2 → 3", "2 → 0", "2 → https://a.b/", "2 → 0"],
    );
    assert.include((await readPages(bytes))[1], "2/4");
    const doc = await PDFDocument.load(bytes);
    assert.strictEqual(doc.getTitle(), "DE");
    assert.strictEqual(doc.getForm().getTextField("place").getText(), "Form of Base");
    const hidden = await draw({ ...layout, bookmarks: false });
    assert.deepStrictEqual((await navigationOf(hidden.bytes)).outline, [["Base 3"]]);
  });

  it.each([
    [{ append: ["https://a.b"] }, "layout.append.0: Expected data:application/pdf;base64,…"],
    [
      { prepend: [{ pdf: "data:image/png;base64,AAAA" }] },
      "layout.prepend.0.pdf: Expected data:application/pdf;base64,…",
    ],
    [
      { append: [{ pdf: "data:application/pdf;base64,AAAA", when: "contry" }] },
      'layout.append.0.when: The manifest has no "contry". Did you mean "country"?',
    ],
    [
      { append: [{ pdf: "data:application/pdf;base64,AAAA", whne: "country" }] },
      'layout.append.0.whne: Unknown setting of a PDF. Did you mean "when"?',
    ],
    [
      { append: Array.from({ length: 21 }, () => "data:application/pdf;base64,AAAA") },
      "layout.append: Expected a value with a length of at most 20",
    ],
    [
      { append: ["data:application/pdf;base64,AAAA"], standard: "pdf/ua-1", language: "en" },
      "layout.append.0: Documents with pages of an added PDF cannot conform to PDF/UA-1: the tags of its pages are unknown. Remove the PDF, or pdf/ua-1 from `standard`",
    ],
  ])("are refused with mistakes: %#", (more, problem) => {
    const checked = checkTemplate({ name: "A", manifest: MANIFEST, layout: layoutOf([[]], more) });
    assert.deepStrictEqual(
      checked.ok ? [] : checked.issues.map(({ path, message }) => `${path}: ${message}`),
      [problem],
    );
  });
});
