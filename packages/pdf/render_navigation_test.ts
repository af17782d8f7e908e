import { assert, describe, it } from "@effect/vitest";
import { checkLayout, type Layout } from "@paraph/core/layouts";
import { checkInputData, type Manifest } from "@paraph/core/manifests";
import { Result } from "effect";

import { compileLayout } from "./compile/compile_layout.ts";
import { renderDocument } from "./render_document.ts";
import { navigationOf } from "./testing/navigation.ts";
import { assertNoOverlap, textsOf } from "./testing/printed_texts.ts";

const item = (key: string) => ({ key, label: key, dataType: "text", required: false }) as const;
const MANIFEST: Manifest = {
  variables: [item("title"), item("site"), item("draft")],
  loops: [{ key: "parts", label: "Parts", itemFields: [item("name"), item("text")] }],
};
const text = (content: string, y: number, more: object = {}) => ({
  name: `Text ${content.replaceAll(/[.#]/g, " ")}`,
  type: "text",
  position: { x: 10, y },
  width: 80,
  height: 5,
  fontSize: 9,
  content,
  ...more,
});
const layoutOf = (
  fields: ReadonlyArray<object>,
  staticSchema: ReadonlyArray<object> = [],
  more: object = {},
) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fields are written as objects for short
  ({
    basePdf: { width: 100, height: 100, padding: [10, 10, 10, 10], staticSchema },
    schemas: [fields],
    ...more,
  }) as unknown as Layout;

const draw = async (layout: Layout, data: object = {}) => {
  assert.deepStrictEqual(checkLayout(layout, MANIFEST), []);
  const input = Result.getOrThrow(checkInputData(MANIFEST, { ...data }));
  const template = await compileLayout({ layout, manifest: MANIFEST, title: "Title" });
  return (await renderDocument(template, input, new Map())).bytes;
};
const problemsOf = (layout: Layout) =>
  checkLayout(layout, MANIFEST).map(({ path, message }) => `${path}: ${message}`);
const linesOf = async (bytes: Uint8Array) => {
  const texts = await textsOf(bytes);
  assertNoOverlap(texts);
  return texts.map(({ page, text }) => `${page} ${text}`);
};

describe("navigation", () => {
  it("lists headings with their pages, and makes bookmarks of them", async () => {
    const layout = layoutOf([
      { ...text("", 10), name: "Contents", type: "list", contents: { levels: 2 } },
      {
        name: "parts",
        type: "section",
        position: { x: 10, y: 20 },
        width: 80,
        height: 40,
        fields: [
          {
            ...text("{parts.name}", 0, { heading: 1, position: { x: 0, y: 0 } }),
            anchor: "p-{parts.name}",
          },
          {
            ...text("{parts.text}", 0, {
              richText: true,
              overflow: "expand",
              position: { x: 0, y: 8 },
            }),
            name: "parts.text",
            content: null,
          },
        ],
      },
    ]);
    const words = "word ".repeat(200);
    const parts = [
      { name: "One", text: `## Inside\n\n${words}\n\n### Deep\n\n## Later\n\ntext` },
      { name: "Two", text: "plain" },
    ];
    const bytes = await draw(layout, { parts });
    const { outline, links } = await navigationOf(bytes);
    const lines = await linesOf(bytes);
    const pageOfLine = (title: string) =>
      lines.findLast((line) => line.slice(2) === title)?.slice(0, 1) ?? "";
    const [one, inside, deep, later, two] = ["One", "Inside", "Deep", "Later", "Two"].map(
      (title) => `${title} ${pageOfLine(title)}`,
    );
    assert.deepStrictEqual(outline, [[one, [inside, [deep]], [later]], [two]]);
    assert.notStrictEqual(pageOfLine("Later"), "1");
    const entries = [one, inside, later, two].map((entry) => entry?.slice(-1) ?? "");
    assert.deepStrictEqual(
      links,
      entries.map((page) => `1 → ${page}`),
    );
    assert.deepStrictEqual(
      lines.filter((line) => /^1 \d$/.test(line)).map((line) => line.slice(2)),
      entries,
    );
    assert.isAbove(lines.filter((line) => /^1 [. ]{20,}$/.test(line)).length, 3);
  });

  it("links to web pages, data and anchors, and prints the pages of anchors", async () => {
    const rich = { richText: true, overflow: "expand" };
    const layout = layoutOf([
      text("See page {pageOf.terms}.", 10, { link: "#terms" }),
      text("Rich [terms](#terms) on page {pageOf.terms}", 16, rich),
      text("Site", 24, { link: "https://example.com/{site}" }),
      text("Nowhere", 30, { link: "#hidden" }),
      text("Hidden {pageOf.hidden}.", 36),
      text("Hidden", 42, { anchor: "hidden", when: "draft" }),
      text("Terms", 50, { anchor: "terms", pageBreakBefore: true }),
    ]);
    const bytes = await draw(layout, { site: "a b/é" });
    const lines = await linesOf(bytes);
    assert.include(lines, "1 See page 2.");
    assert.include(lines.join(""), " on page 2");
    assert.include(lines, "1 Hidden .");
    const { links, outline } = await navigationOf(bytes);
    assert.deepStrictEqual(links, ["1 → 2", "1 → 2", "1 → https://example.com/a%20b%2F%C3%A9"]);
    assert.deepStrictEqual(outline, []);
  });

  it("shows fields of every page on some pages, and watermarks by condition", async () => {
    const pages = ["first", "notFirst", "last", "notLast", "odd", "even"];
    const layout = layoutOf(
      [
        text("a", 20),
        text("b", 30, { pageBreakBefore: true }),
        text("c", 40, { pageBreakBefore: true }),
      ],
      [
        ...pages.map((onPages, index) =>
          text(onPages, 10 + index, { onPages, height: 1, fontSize: 2 }),
        ),
        text("DRAFT", 60, { when: "draft", rotate: 30, opacity: 0.2 }),
      ],
    );
    const bytes = await draw(layout, { draft: "yes" });
    const shown = (await textsOf(bytes)).map(({ page, text }) => `${page} ${text}`);
    const on = (page: number) =>
      pages.filter((name) => shown.includes(`${page} ${name}`)).join(" ");
    assert.strictEqual(on(1), "first notLast odd");
    assert.strictEqual(on(2), "notFirst notLast even");
    assert.strictEqual(on(3), "notFirst last odd");
    assert.strictEqual(shown.filter((line) => line.endsWith("DRAFT")).length, 3);
    const final = await draw(layout);
    assert.notInclude((await textsOf(final)).map(({ text }) => text).join(" "), "DRAFT");
  });

  it("has bookmarks of rich text only if the layout says so", async () => {
    const fields = [text("# Title\n\ntext", 10, { richText: true, overflow: "expand" })];
    assert.deepStrictEqual((await navigationOf(await draw(layoutOf(fields)))).outline, []);
    const bookmarked = await draw(layoutOf(fields, [], { bookmarks: true }));
    assert.deepStrictEqual((await navigationOf(bookmarked)).outline, [["Title 1"]]);
  });

  it("prints the pages of anchors with hyphens and digits, and of the rows of a section", async () => {
    const layout = layoutOf([
      text("Parts from {pageOf.part-2}", 10),
      {
        name: "parts",
        type: "section",
        position: { x: 0, y: 20 },
        width: 100,
        height: 20,
        pageBreakBetween: true,
        fields: [
          text("{parts.name} on {pageOf.part-{parts.name}}", 0, { anchor: "part-{parts.name}" }),
          text("**Bold**, {pageOf.part-{parts.name}}", 8, { richText: true }),
        ],
      },
      text("End of {pageOf.2-end}", 50, { anchor: "2-end" }),
    ]);
    const bytes = await draw(layout, { parts: [{ name: "1" }, { name: "2" }] });
    const lines = (await linesOf(bytes)).join("\n");
    for (const line of ["1 Parts from 2", "1 1 on 1", "2 2 on 2", "2 End of 2"])
      assert.include(lines.split("\n"), line);
    assert.match(lines, /^2 , 2$/m);
  });

  it.each([
    [
      text("x", 10, { link: "#trems" }),
      'link: No field has the anchor "trems". Did you mean "terms"?',
    ],
    [
      text("x", 10, { link: "javascript:alert(1)" }),
      'link: "javascript:alert(1)" cannot be a link: use http, https, mailto, tel or #anchor',
    ],
    [text("{pageOf.term}", 10), 'content: No field has the anchor "term". Did you mean "terms"?'],
    [
      text("{pageOf.te-rms}", 10),
      'content: No field has the anchor "te-rms". Did you mean "terms"?',
    ],
    [text("{pageOf.t-{titel}}", 10), 'content: The manifest has no "titel". Did you mean "title"?'],
    [
      text("{pageOf.{= upper(title) }}", 10),
      "content: A page reference is {pageOf.name}: letters, digits, _ and -, and placeholders such as {pageOf.order-{order.number}}",
    ],
    [text("x", 10, { anchor: "a b" }), "anchor: Expected a name of letters, digits, _ and -"],
    [text("x", 10, { anchor: "terms" }), 'anchor: Another field has the anchor "terms"'],
    [
      text("x", 10, { anchor: "{titel}" }),
      'anchor: The manifest has no "titel". Did you mean "title"?',
    ],
    [
      text("x", 10, { onPages: "first" }),
      "onPages: Only fields of staticSchema are on several pages",
    ],
    [
      { ...text("", 10), type: "list", contents: {} },
      "contents: The layout has no headings: give text fields a heading",
    ],
    [
      { ...text("{pageOf.terms}", 10), type: "qrcode", width: 20, height: 20 },
      "content: Only the text of text fields can refer to pages",
    ],
    [text("[x](#nowhere)", 10, { richText: true }), ': No field has the anchor "nowhere"'],
  ])("is refused with mistakes: %#", (field, problem) => {
    const layout = layoutOf([text("Terms", 50, { anchor: "terms" }), field]);
    const problems = problemsOf(layout);
    assert.isTrue(
      problems.some((each) => each.endsWith(problem)),
      problems.join("\n"),
    );
  });
});
