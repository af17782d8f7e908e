import { assert, describe, it } from "@effect/vitest";
import { checkLayout, type Layout } from "@paraph/core/layouts";
import { checkInputData, type Manifest } from "@paraph/core/manifests";
import { Result } from "effect";
import { PDFDocument } from "pdf-lib";

import { compileLayout } from "./compile/compile_layout.ts";
import { renderDocument } from "./render_document.ts";
import { dataUri } from "./testing/fixtures.ts";
import { navigationOf } from "./testing/navigation.ts";
import { assertNoOverlap, textsOf } from "./testing/printed_texts.ts";

const item = (key: string, dataType: "text" | "longtext" = "text") =>
  ({ key, label: key, dataType, required: false }) as const;
const MANIFEST: Manifest = {
  variables: [item("rate"), item("body", "longtext")],
  loops: [{ key: "parts", label: "Parts", itemFields: [item("name")] }],
};
const rich = (name: string, content: string, more: object = {}) => ({
  name,
  type: "text",
  richText: true,
  position: { x: 10, y: 10 },
  width: 80,
  height: 10,
  fontSize: 10,
  overflow: "expand",
  content,
  ...more,
});
const layoutOf = (
  fields: ReadonlyArray<object>,
  staticSchema: ReadonlyArray<object> = [],
  basePdf: unknown = { width: 100, height: 100, padding: [10, 10, 10, 10], staticSchema },
) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fields are written as objects for short
  ({ basePdf, schemas: [fields] }) as unknown as Layout;
const draw = async (layout: Layout, data: object = {}) => {
  assert.deepStrictEqual(checkLayout(layout, MANIFEST), []);
  const input = Result.getOrThrow(checkInputData(MANIFEST, { ...data }));
  const template = await compileLayout({ layout, manifest: MANIFEST, title: "Title" });
  return (await renderDocument(template, input, new Map())).bytes;
};
/** The texts of each page, in the order of its content. */
const pagesOf = async (bytes: Uint8Array) => {
  const texts = await textsOf(bytes);
  assertNoOverlap(texts);
  return texts.reduce<Array<string>>((pages, { page, text }) => {
    pages[page - 1] = `${pages[page - 1] ?? ""}${text} `.replaceAll(/\s+/g, " ");
    return pages;
  }, []);
};

describe("footnotes", () => {
  it("are numbered in reading order, and hold values, marks and links", async () => {
    const layout = layoutOf([
      rich("Second", "Lower^[Of *both*].", { position: { x: 10, y: 40 } }),
      rich("First", "Fee^[At {rate}, see [law](https://a.b).] and^[Page {currentPage}.]^[Next.]"),
    ]);
    const bytes = await draw(layout, { rate: "19 %" });
    assert.deepStrictEqual(await pagesOf(bytes), [
      "Lower 4 . 4 Of both Fee 1 and 2 , 3 1 At 19 %, see law . 2 Page 1. 3 Next. ",
    ]);
    const { links } = await navigationOf(bytes);
    assert.deepStrictEqual(links, ["1 → 1", "1 → 1", "1 → 1", "1 → 1", "1 → https://a.b/"]);
  });

  it("are on the page of their line, in text of the data and in rows of sections too", async () => {
    const section = {
      name: "parts",
      type: "section",
      position: { x: 10, y: 30 },
      width: 80,
      height: 40,
      keepTogether: true,
      fields: [rich("Part", "{parts.name}^[Note on {parts.name}]", { position: { x: 0, y: 0 } })],
    };
    const layout = layoutOf([rich("body", ""), section]);
    const parts = ["one", "two", "three"].map((name) => ({ name }));
    const pages = await pagesOf(await draw(layout, { body: "Data^[As given: {rate}]", parts }));
    assert.deepStrictEqual(pages, [
      "Data 1 1 As given: {rate} one 2 2 Note on one ",
      "two 3 3 Note on two three 4 4 Note on three ",
    ]);
  });

  it("are in the text where pages have no place for them", async () => {
    const fixed = rich("Foot", "Foot^[note of {rate}]", {
      position: { x: 10, y: 92 },
      height: 6,
      overflow: null,
    });
    const layout = layoutOf([rich("Text", "Text")], [fixed]);
    assert.include((await pagesOf(await draw(layout, { rate: "7 %" })))[0], "Foot (note of 7 %)");
    const base = await PDFDocument.create();
    base.addPage([300, 300]);
    const overlay = layoutOf(
      [rich("Text", "Text^[note]", { overflow: null })],
      [],
      dataUri(await base.save(), "application/pdf"),
    );
    assert.include((await pagesOf(await draw(overlay))).join(" "), "Text (note)");
  });

  it("continue on the next page when they are higher than a page", async () => {
    const words = Array.from({ length: 400 }, (_, index) => `w${index}`).join(" ");
    const pages = await pagesOf(await draw(layoutOf([rich("Text", `Text^[${words}] end`)])));
    assert.isAbove(pages.length, 1);
    const found = pages.flatMap((page) => page.match(/w\d+/g) ?? []);
    assert.strictEqual(found.join(" "), words);
  });
});
