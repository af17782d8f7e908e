import { assert, describe, it } from "@effect/vitest";
import type { Manifest } from "@paraph/core/manifests";
import { threadMillisSince } from "@paraph/testing/cpu_time";

import { PermanentRenderError } from "./permanent_render_error.ts";
import {
  A4,
  dataOf,
  dataUri,
  type Design,
  designOf,
  field,
  layoutOf,
  manifestOf,
  PICTURE,
  readPages,
  rowsOf,
  sourceOf,
} from "./testing/fixtures.ts";

const { compileLayout } = await import("./compile/compile_layout.ts");
const { renderDocument } = await import("./render_document.ts");
const draw = async (drawing: Design) =>
  renderDocument(await compileLayout(sourceOf(drawing)), drawing.data, new Map());
const textOf = async (drawing: Design) => (await readPages((await draw(drawing)).bytes)).join("\f");
const failureOf = async (drawing: Design) => {
  try {
    await draw(drawing);
    return undefined;
  } catch (error) {
    return error instanceof PermanentRenderError
      ? { code: error.code, message: error.message }
      : error;
  }
};
const table = (more: object = {}) =>
  field({ name: "rows", type: "table", width: 170, height: 20, ...more });

describe("renderDocument()", () => {
  it.each([
    "Ærø, naïve, ąęł, ſtraße, office",
    "Ελληνικά πολυτονικά ᾧ",
    "Кириллица, Ўзбек, Ђорђе",
    "中文简体 中文繁體 日本語かなカナ 한국어 조선말",
    "مرحبا بالعالم",
    "ثلاثة لا إله",
    "שלום עולם",
    "€ £ ¥ ₪ ₹ § © ™ … – — • → ✓ ☐ ½ ∑ ≤",
    "{6*7} {text} {currentPage}",
    "{constructor} {__proto__} {toString}",
    "{/(a+)+$/.test(x)}",
    "{/^(a+)+$/.test('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!')}",
    "**not bold** <b>nor this</b>",
  ])("prints %s so that text extraction returns it", async (text) =>
    assert.strictEqual(await textOf(designOf(text)), text),
  );

  it("keeps the order of digits and Latin words inside right-to-left text", async () => {
    const read = await textOf(designOf("סכום 1250.50 USD לתשלום"));
    assert.match(read, /^סכום ?1250\.50 ?USD ?לתשלום$/);
  });

  it("replaces unpaired surrogates and omits invisible characters", async () => {
    assert.strictEqual(await textOf(designOf("a\ud800b\u0007c\u200bd\u202ee")), "a\ufffdbcde");
  });

  it("leaves two lines of a paragraph on each page", async () => {
    const lines = (count: number) => Array(count).fill("word").join(" ");
    const text = `${lines(40)}\n${lines(9)}`;
    const pagesFor = async (above: number) => {
      const { bytes } = await draw({
        layout: layoutOf(
          field({ name: "a", readOnly: true, content: "x\n".repeat(above), overflow: "expand" }),
          field({ position: { x: 20, y: 31 }, width: 11, overflow: "expand" }),
        ),
        manifest: manifestOf(),
        data: dataOf({ text }),
      });
      const pages = await readPages(bytes);
      return pages.map((page) => page.match(/word/g)?.length ?? 0);
    };
    const splits = await Promise.all([...Array(20).keys()].map((above) => pagesFor(above)));
    for (const counts of splits) {
      let printed = 0;
      for (const count of counts.slice(0, -1)) {
        printed += count;
        for (const alone of [1, 39, 41, 48]) assert.notStrictEqual(printed, alone);
      }
    }
  });

  it("extracts hyphenated and kerned text", async () => {
    const content = "Die Vertragspartner verpflichten sich zur Geheimhaltung, auch AVATAR.";
    const { bytes } = await draw({
      layout: {
        ...layoutOf(field({ name: "a", content, width: 35, alignment: "justify", height: 60 })),
        language: "de",
      },
      manifest: manifestOf(),
      data: dataOf({}),
    });
    const [page = ""] = await readPages(bytes);
    assert.match(page, /\p{L}-\n/u);
    assert.strictEqual(page.replaceAll("-\n", "").replaceAll(/\s+/g, " "), content);
    assert.include(Buffer.from(bytes).toString("latin1"), "/Lang <feff00640065>");
  });

  it("shows a box for a character that no font has, or fails if the layout says so", async () => {
    const design = designOf("Hello \u{10400}");
    const { bytes, warnings } = await draw(design);
    assert.deepStrictEqual(await readPages(bytes), ["Hello \u{10400}"]);
    const message = 'No font has the character "\u{10400}" (U+10400)';
    assert.deepStrictEqual(warnings, [
      { path: "layout.schemas.0.0", message: `${message}; the document shows a box` },
    ]);
    const strict = { ...design, layout: { ...design.layout, missingGlyph: "fail" } };
    assert.deepStrictEqual(await failureOf(strict), { code: "glyph_missing", message });
  });

  it("warns of text that does not fit its box, once for each field", async () => {
    const overflowOf = async (more: object, text = "one\ntwo\nthree") => {
      const layout = layoutOf(field({ name: "text#a", ...more }));
      return (await draw({ layout, manifest: manifestOf(), data: dataOf({ text }) })).warnings;
    };
    const path = "layout.schemas.0.0";
    const message = 'The text of "text#a" has 3 lines, but its box has space for 2';
    assert.deepStrictEqual(await overflowOf({ height: 9 }), [{ path, message }]);
    assert.lengthOf(await overflowOf({ height: 9, padding: { top: 5 } }), 1);
    assert.lengthOf(await overflowOf({ height: 9, dynamicFontSize: { min: 12, max: 14 } }), 1);
    // Only a part of a line is outside.
    assert.lengthOf(await overflowOf({ height: 11 }), 0);
    assert.lengthOf(await overflowOf({ height: 9, overflow: "expand" }), 0);
    assert.lengthOf(await overflowOf({ height: 9, dynamicFontSize: { min: 4, max: 12 } }), 0);
    assert.lengthOf(await overflowOf({ height: 1, padding: { top: 9 } }, ""), 0);
  });

  it("warns of fields on every page, once, and of fixed tables that extend beyond the page", async () => {
    const content = JSON.stringify(Array.from({ length: 60 }, () => ["cell"]));
    const rows = { ...table({ name: "t", content, head: ["Head"] }), position: { x: 20, y: 20 } };
    const footer = field({ name: "f", content: "a\nb {currentPage}\nc\u{10400}", readOnly: true });
    const layout = {
      ...layoutOf(field({}), field({ name: "b", content: "x", pageBreakBefore: true })),
      basePdf: { ...A4, staticSchema: [rows, footer] },
    };
    const { warnings } = await draw({ layout, manifest: manifestOf(), data: dataOf() });
    assert.deepStrictEqual(
      warnings.map(({ path, message }) => [path, message.slice(0, 18)]),
      [
        ["layout.basePdf.staticSchema.0", '"t" extends beyond'],
        ["layout.basePdf.staticSchema.1", "No font has the ch"],
        ["layout.basePdf.staticSchema.1", 'The text of "f" ha'],
      ],
    );
  });

  it("sets characters that no font has from others", async () => {
    const { bytes, warnings } = await draw(designOf("₿ 5, カ・ナ"));
    assert.deepStrictEqual(await readPages(bytes), ["₿ 5, カ・ナ"]);
    assert.lengthOf(warnings, 0);
  });

  it("returns the same bytes for the same input, regardless of earlier documents", async () => {
    const drawing = designOf("Office\u00a0space مرحبا 你好");
    const first = await draw(drawing);
    await draw(designOf("Other space, ﬁne ي ى 好你"));
    assert.deepStrictEqual(await draw(drawing), first);
  });

  it("fills placeholders in the text of a template, but not in values", async () => {
    const layout = layoutOf(
      field({
        name: "Hello",
        content: "Dear {text}, {total|currency:EUR@de-DE} {1+1} {unknown()}",
        readOnly: true,
      }),
      field({
        name: "Bold",
        content: "**{text}** *x*",
        textFormat: "inline-markdown",
        position: { x: 20, y: 40 },
      }),
    );
    const manifest = manifestOf([
      { key: "total", label: "Total", dataType: "currency", required: true },
    ]);
    const read = await textOf({
      layout,
      manifest,
      data: dataOf({ text: "{total} **A**", total: "12.5" }),
    });
    assert.include(read, "Dear {total} **A**, 12,50 € {1+1} {unknown()}");
    assert.include(read, "{total} **A** x");
  });

  it("repeats the head of a table on every page, and numbers the pages", async () => {
    const layout = {
      ...layoutOf(
        table(),
        field({ name: "After", content: "After the table", position: { x: 20, y: 45 } }),
      ),
      basePdf: {
        ...A4,
        staticSchema: [
          field({
            name: "No",
            content: "{currentPage} of {totalPages}",
            position: { x: 20, y: 285 },
          }),
        ],
      },
    } as ReturnType<typeof layoutOf>;
    const pages = await readPages(
      (await draw({ layout, manifest: manifestOf(), data: dataOf({}, rowsOf(100)) })).bytes,
    );
    assert.isAbove(pages.length, 3);
    pages.forEach((page, index) => {
      assert.include(page, "Name");
      assert.include(page, `${index + 1} of ${pages.length}`);
    });
    assert.include(pages.at(-1), "Row 100");
    assert.include(pages.at(-1), "After the table");
    assert.include(pages[0], "€0.50");
  });

  it("renders five thousand rows in a few seconds", async () => {
    const before = process.threadCpuUsage();
    const { pageCount } = await draw({
      layout: layoutOf(table()),
      manifest: manifestOf(),
      data: dataOf({}, rowsOf(5_000)),
    });
    assert.isAbove(pageCount, 100);
    assert.isBelow(threadMillisSince(before), 8_000);
  });

  it("divides a row that is higher than a page", async () => {
    const name = Array.from({ length: 300 }, (_, index) => `line ${index}`).join("\n");
    const pages = await readPages(
      (
        await draw({
          layout: layoutOf(table()),
          manifest: manifestOf(),
          data: dataOf({}, [{ name, price: "1" }]),
        })
      ).bytes,
    );
    assert.isAbove(pages.length, 4);
    assert.include(pages.at(-1), "line 299");
  });

  it("prints totals beneath the last row of a table, on the same page", async () => {
    const totals = { label: "Total", columns: { price: "sum" } };
    for (const count of [1, 26, 27, 28, 29, 30, 55, 56, 57, 58, 59, 60]) {
      const pages = await readPages(
        (
          await draw({
            layout: layoutOf(table({ totals, repeatHead: count % 2 === 0 })),
            manifest: manifestOf(),
            data: dataOf({}, rowsOf(count)),
          })
        ).bytes,
      );
      const total = `€${((count * count) / 2).toLocaleString("en-US", { minimumFractionDigits: 2 })}`;
      assert.include(pages.at(-1), `Row ${count}`);
      assert.match(pages.at(-1) ?? "", /Total/);
      assert.include(pages.at(-1), total);
      pages.slice(0, -1).forEach((page) => assert.notInclude(page, "Total"));
    }
  });

  it("omits blank pages", async () => {
    const blank = field({ name: "text", position: { x: 20, y: 60 } });
    const layout = {
      basePdf: A4,
      schemas: [
        [table(), blank, { ...blank, name: "text#2", pageBreakBefore: true }],
        [field({ content: "Only if", name: "If", when: "text" })],
        [],
        [field({ content: "The end", name: "End" })],
      ],
    } as Design["layout"];
    const drawing = (text: string | null, count: number) => ({
      layout,
      manifest: manifestOf(),
      data: dataOf({ text }, rowsOf(count)),
    });
    // Rows up to the end of the page: the empty text below would start another page.
    for (const count of [1, 25, 26, 27, 28]) {
      const pages = await readPages((await draw(drawing(null, count))).bytes);
      assert.deepStrictEqual(
        pages.slice(-2).map((page) => page.trim()),
        ["", "The end"],
      );
      pages.slice(0, -2).forEach((page) => assert.include(page, "Row"));
    }
    assert.strictEqual((await draw(drawing("x", 1))).pageCount, 5);
  });

  it("picks columns and prints a loop as a list", async () => {
    const layout = layoutOf(
      table({ columns: ["price"], head: ["Cost"] }),
      field({
        name: "rows#list",
        type: "list",
        listStyle: "ordered",
        height: 20,
        position: { x: 20, y: 60 },
      }),
    );
    const read = await textOf({ layout, manifest: manifestOf(), data: dataOf({}, rowsOf(2)) });
    assert.match(read, /Cost\s*€0\.50\s*€1\.50/);
    assert.match(read, /1\.\s*Row 1\s*2\.\s*Row 2/);
  });

  it("applies conditions and closes the gaps", async () => {
    const layout = layoutOf(
      field({ name: "A", content: "when filled", when: "text", position: { x: 20, y: 20 } }),
      field({ name: "B", content: "unless filled", unless: "text", position: { x: 20, y: 40 } }),
      field({ name: "C", content: "no rows", unless: "rows", position: { x: 20, y: 60 } }),
    );
    const read = (text: string | null) =>
      textOf({ layout, manifest: manifestOf(), data: dataOf({ text }) });
    assert.strictEqual((await read("x")).replace(/\s+/g, " "), "when filled no rows");
    assert.strictEqual((await read(null)).replace(/\s+/g, " "), "unless filled no rows");
  });

  it("draws images, shapes, marks and barcodes", async () => {
    const extra: Manifest["variables"] = [
      { key: "logo", label: "Logo", dataType: "image", required: false },
    ];
    const layout = layoutOf(
      field({ name: "logo", type: "image" }),
      field({
        name: "Seal",
        type: "signature",
        content: dataUri(PICTURE),
        rotate: 30,
        opacity: 0.5,
      }),
      ...["line", "rectangle", "ellipse"].map((type) =>
        field({ name: type, type, color: "#123", borderColor: "#456" }),
      ),
      field({ name: "box", type: "checkbox", content: "true", height: 8, width: 8 }),
      field({
        name: "svg",
        type: "svg",
        content: '<svg viewBox="0 0 1 1"><rect width="1" height="1"/></svg>',
      }),
      field({ name: "qr", type: "qrcode", content: "https://example.com/{text}" }),
      field({ name: "ean", type: "ean13", content: "4006381333931" }),
    );
    const data = dataOf({ text: "{1+1}", logo: dataUri(PICTURE) });
    assert.strictEqual((await draw({ layout, manifest: manifestOf(extra), data })).pageCount, 1);
  });

  it("reports the unreadable image", async () => {
    const extra: Manifest["variables"] = [
      { key: "logo", label: "Logo", dataType: "image", required: false },
    ];
    const drawing = {
      layout: layoutOf(field({ name: "logo", type: "image" })),
      manifest: manifestOf(extra),
      data: dataOf({ logo: dataUri(PICTURE.subarray(0, 50)) }),
    };
    assert.deepStrictEqual(await failureOf(drawing), {
      code: "image_unreadable",
      message: 'The image "logo" cannot be read. The PNG is cut short',
    });
  });

  it.each([
    ["ean13", "400638133393X"],
    ["qrcode", "x".repeat(600)],
    ["svg", "no drawing"],
  ])("reports the invalid %s", async (type, text) => {
    const failure = await failureOf({
      layout: layoutOf(field({ type })),
      manifest: manifestOf(),
      data: dataOf({ text }),
    });
    assert.deepInclude(failure, { code: "render_failed" });
  });

  it("fits text with a dynamic font size", async () => {
    const text = "A sentence that is too long for its box at its usual size. ".repeat(5);
    const layout = layoutOf(
      field({ height: 12, dynamicFontSize: { min: 2, max: 20, fit: "vertical" } }),
    );
    assert.include(
      (await textOf({ layout, manifest: manifestOf(), data: dataOf({ text }) })).replace(
        /\s+/g,
        " ",
      ),
      "usual size.",
    );
  });

  it("tolerates boxes without space", async () => {
    const drawing = {
      layout: layoutOf(field({ width: 0, height: 0, overflow: "expand" })),
      manifest: manifestOf(),
      data: dataOf({ text: "abc" }),
    };
    assert.strictEqual((await draw(drawing)).pageCount, 1);
  });
});
