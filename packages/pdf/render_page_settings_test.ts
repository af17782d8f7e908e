import { assert, describe, it } from "@effect/vitest";
import { checkLayout, type Layout } from "@paraph/core/layouts";
import { checkInputData, type Manifest } from "@paraph/core/manifests";
import { Result } from "effect";
import { PDFDocument } from "pdf-lib";

import { compileLayout } from "./compile/compile_layout.ts";
import { renderDocument } from "./render_document.ts";
import { textsOf } from "./testing/printed_texts.ts";

const item = (key: string) => ({ key, label: key, dataType: "text", required: false }) as const;
const MANIFEST: Manifest = {
  variables: [item("title")],
  loops: [{ key: "items", label: "Items", itemFields: [item("name")] }],
};
const text = (content: string, y: number, more: object = {}) => ({
  name: `Text ${content}`,
  type: "text",
  position: { x: 10, y },
  width: 60,
  height: 5,
  fontSize: 8,
  content,
  ...more,
});
const TABLE = { ...text("", 15), name: "items", type: "table", width: 80, height: 20 };
const layoutOf = (pages: unknown, more: object = {}) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fields are written as objects for short
  ({
    basePdf: {
      width: 100,
      height: 100,
      padding: [10, 10, 10, 10],
      staticSchema: [text("Foot {currentPage} of {totalPages}", 92)],
    },
    schemas: [[text("First", 15)], [TABLE], [text("Last", 15)]],
    pages,
    ...more,
  }) as unknown as Layout;
const draw = async (layout: Layout, data: object = {}) => {
  assert.deepStrictEqual(checkLayout(layout, MANIFEST), []);
  const input = Result.getOrThrow(checkInputData(MANIFEST, { ...data }));
  const template = await compileLayout({ layout, manifest: MANIFEST, title: "Title" });
  return (await renderDocument(template, input, new Map())).bytes;
};
/** The size of each page in millimetres, and its texts. */
const pagesOf = async (bytes: Uint8Array) => {
  const doc = await PDFDocument.load(bytes, { updateMetadata: false });
  const texts = await textsOf(bytes);
  return doc.getPages().map((page, index) => {
    const { width, height } = page.getSize();
    const own = texts.filter((each) => each.page === index + 1).map((each) => each.text);
    const size = [width, height].map((points) => Math.round((points * 25.4) / 72)).join(" × ");
    return `${size}: ${own.join(", ")}`;
  });
};
const problemsOf = (layout: Layout) =>
  checkLayout(layout, MANIFEST).map(({ path, message }) => `${path}: ${message}`);

describe("pages", () => {
  it("have sizes and repeated fields of their own, on all pages that they flow over", async () => {
    const wide = {
      width: 200,
      padding: [10, 10, 60, 10],
      staticSchema: [text("Items of {title}", 2, { name: "head", onPages: "notFirst" })],
    };
    const items = Array.from({ length: 9 }, (_, index) => ({ name: `row ${index}` }));
    const pages = await pagesOf(await draw(layoutOf([null, wide]), { title: "A", items }));
    assert.strictEqual(pages.at(0), "100 × 100: Foot 1 of 7, First");
    assert.lengthOf(pages, 7);
    for (const page of pages.slice(1, 6))
      assert.match(page, /^200 × 100: Items of A, name, row \d/);
    assert.strictEqual(pages.at(-1), "100 × 100: Foot 7 of 7, Last");
    const rows = pages.flatMap((page) => page.match(/row \d/g) ?? []);
    assert.deepStrictEqual(
      rows,
      items.map(({ name }) => name),
    );
  });

  it("can have no repeated fields", async () => {
    const pages = await pagesOf(await draw(layoutOf([{ staticSchema: [] }])));
    assert.strictEqual(pages[0], "100 × 100: First");
  });

  it("are refused when they do not fit", () => {
    assert.deepStrictEqual(problemsOf(layoutOf([null, null, null, {}])), [
      "layout.pages.3: The layout has only 3 pages in schemas",
    ]);
    assert.deepStrictEqual(problemsOf(layoutOf([{ padding: [10, 60, 10, 60] }])), [
      "layout.pages.0: The padding leaves no space for content",
    ]);
    assert.match(
      problemsOf(layoutOf([{ height: 80, padding: [1, 1, 1, 1] }])).join("\n"),
      /^layout\.pages\.0: Field 0 of basePdf\.staticSchema: .*Change the page/,
    );
    const outside = problemsOf(layoutOf([{ width: 50, staticSchema: [] }]));
    assert.match(outside.join("\n"), /^layout\.schemas\.0\.0/);
    assert.match(
      problemsOf(layoutOf([{ staticSchema: [text("{nothing}", 2)] }])).join("\n"),
      /^layout\.pages\.0\.staticSchema\.0\.content: The manifest has no "nothing"/,
    );
    assert.deepStrictEqual(problemsOf(layoutOf([{ width: 1 }])).length, 1);
    const overlay = layoutOf([{}], { basePdf: "data:application/pdf;base64,AAAA" });
    assert.include(
      problemsOf(overlay),
      "layout.pages.0: The pages of an existing PDF keep their settings",
    );
  });
});
