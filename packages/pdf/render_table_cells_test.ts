import { assert, describe, it } from "@effect/vitest";
import { checkLayout, fixedParts, type Layout } from "@paraph/core/layouts";
import { checkInputData, type Manifest } from "@paraph/core/manifests";
import { Result } from "effect";
import { getDocument, OPS } from "pdfjs-dist/legacy/build/pdf.mjs";

import { compileLayout } from "./compile/compile_layout.ts";
import { partProblems } from "./compile/part_problems.ts";
import { renderDocument } from "./render_document.ts";
import { dataUri, PICTURE } from "./testing/fixtures.ts";
import { assertNoOverlap, linesOfPages, textsOf } from "./testing/printed_texts.ts";
import { brokenUaRules } from "./testing/standards/ua_rules.ts";

const item = (key: string, dataType: Manifest["variables"][number]["dataType"] = "text") =>
  ({ key, label: key, dataType, required: false }) as const;
const MANIFEST: Manifest = {
  variables: [],
  loops: [
    {
      key: "rows",
      label: "Rows",
      itemFields: [
        item("name"),
        item("photo", "image"),
        item("ean"),
        item("note", "longtext"),
        item("amount", "number"),
      ],
    },
  ],
};
const layoutOf = (more: object = {}, height = 200, settings: object = {}): Layout => ({
  basePdf: { width: 150, height, padding: [10, 10, 10, 10] },
  ...settings,
  schemas: [
    [
      {
        name: "rows",
        type: "table",
        position: { x: 10, y: 10 },
        width: 130,
        height: 10,
        columns: ["photo", "name", "ean", "note"],
        head: ["Photo", "Name", "EAN", "Note"],
        headStyles: { fontSize: 8 },
        bodyStyles: { fontSize: 8, padding: { top: 1, bottom: 1, left: 1, right: 1 } },
        cells: {
          photo: { type: "image", height: 12, alt: "Photo of {= row.name }" },
          ean: { type: "ean13", height: 10, alt: "EAN {= row.ean }" },
          note: { type: "text", richText: true },
        },
        ...more,
      },
    ],
  ],
});
const ROW = {
  name: "Pot",
  photo: dataUri(PICTURE),
  ean: "4006381333931",
  note: "**Best** of all:\n\n- one [link](https://example.com/a)\n- two",
};

const rowsOf = (count: number) => Array.from({ length: count }, () => ROW);

const draw = async (layout: Layout, rows: ReadonlyArray<object>) => {
  assert.deepStrictEqual(checkLayout(layout, MANIFEST), []);
  const template = await compileLayout({ layout, manifest: MANIFEST, title: "Title" });
  const data = Result.getOrThrow(checkInputData(MANIFEST, { rows }));
  return (await renderDocument(template, data, new Map())).bytes;
};
const problems = (more: object, settings: object = {}) =>
  checkLayout(layoutOf(more, 200, settings), MANIFEST).map(
    ({ path, message }) => `${path.replace("layout.schemas.0.0.", "")}: ${message}`,
  );
const failureOf = (more: object, row: object) =>
  draw(layoutOf(more), [ROW, { ...ROW, ...row }]).then(
    () => "",
    (error: unknown) => String(error),
  );

describe("cells of tables", () => {
  it("show images, barcodes and rich text, and follow their rows over pages", async () => {
    const bytes = await draw(layoutOf({}, 80), rowsOf(9));
    const texts = await textsOf(bytes);
    assertNoOverlap(texts.filter(({ text }) => !/^\d+$/.test(text)));
    const pages = linesOfPages(texts);
    assert.isAbove(pages.length, 2);
    assert.strictEqual(pages.flat().filter((line) => line.includes("Best")).length, 9);
    const doc = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
    let images = 0;
    let links = 0;
    for (let number = 1; number <= doc.numPages; number++) {
      const page = await doc.getPage(number);
      const { fnArray } = await page.getOperatorList();
      images += fnArray.filter((operator) => operator === OPS.paintImageXObject).length;
      links += (await page.getAnnotations()).length;
    }
    await doc.loadingTask.destroy();
    assert.deepStrictEqual({ images, links }, { images: 9, links: 9 });
  });

  it("divide long rich text over pages without losing a line", async () => {
    const words = Array.from({ length: 600 }, (_, index) => `w${index}`);
    const bytes = await draw(layoutOf({}, 60), [
      {
        ...ROW,
        note: `# Long\n\n${words.slice(0, 300).join(" ")}\n\n- ${words.slice(300).join(" ")}`,
      },
      ROW,
    ]);
    const texts = await textsOf(bytes);
    assertNoOverlap(texts.filter(({ text }) => !/^\d+$/.test(text)));
    const printed = texts.flatMap(({ text }) => text.match(/\bw\d+\b/g) ?? []);
    assert.deepStrictEqual(printed, words);
    const lowest = Math.min(...texts.map(({ y }) => y));
    assert.isAtLeast(lowest, (10 / 25.4) * 72);
  });

  it("leave cells without a value empty, and make columns as wide as pictures and words", async () => {
    const columnWidths = ["auto", "auto", "auto", "auto"];
    const bytes = await draw(layoutOf({ columnWidths }), [
      { name: "None" },
      ROW,
      { ...ROW, note: null },
    ]);
    const [lines = []] = linesOfPages(await textsOf(bytes));
    assert.include(lines, "None");
    assert.isTrue(
      lines.some((line) => line.includes("of all:")),
      lines.join("\n"),
    );
  });

  it("are described for screen readers: a figure, links and lists in their cells", async () => {
    const layout = layoutOf({}, 80, { standard: "pdf/ua-1", language: "en" });
    const bytes = await draw(layout, rowsOf(5));
    assert.deepStrictEqual(await brokenUaRules(bytes), []);
    const doc = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
    const tree = JSON.stringify(await (await doc.getPage(1)).getStructTree());
    assert.include(tree, '"alt":"Photo of Pot"');
    assert.include(tree, '"alt":"EAN 4006381333931"');
    assert.match(tree, /"role":"TD","children":\[\{"role":"Figure"/);
    assert.include(tree, '"role":"Link"');
    assert.include(tree, '"role":"LBody"');
    await doc.loadingTask.destroy();
  });

  it("are refused where they cannot show their column, with the path", () => {
    const height = 10;
    assert.deepStrictEqual(
      problems({
        cells: {
          nam: { type: "qrcode", height },
          name: { type: "image", height },
          photo: { type: "qrcode", height },
          ean: { type: "text", richText: true },
          "2": { type: "qrcode", height, alt: "{= row.e }", decorative: true },
        },
        columns: ["photo", "name", "ean", "note", "{= row.amount }"],
        head: ["", "", "", "", ""],
      }),
      [
        'cells.2.alt: "rows" has no item field "e" (column 1 of {= row.e })',
        "cells.2.alt: A decorative picture has no alternative text",
        'cells.nam: The table of "rows" shows no "nam". Did you mean "name"?',
        'cells.name.type: "name" is text, not an image',
        'cells.photo.type: "photo" is an image: use the type image',
        "cells.ean: The column has these settings already: remove one of both",
      ],
    );
    const cells = { photo: { type: "image", height }, ean: { type: "qrcode", height } };
    assert.deepStrictEqual(problems({ cells }, { standard: "pdf/ua-1", language: "en" }), [
      'cells.photo.alt: PDF/UA-1 requires an alternative text, or "decorative": true',
      'cells.ean.alt: PDF/UA-1 requires an alternative text, or "decorative": true',
    ]);
    const decorative = { photo: { type: "image", height, decorative: true } };
    assert.deepStrictEqual(
      problems({ cells: decorative }, { standard: "pdf/ua-1", language: "en" }),
      [],
    );
    assert.match(
      problems({ name: "fixed", content: '[["a"]]', head: ["A"], columns: null }).join(),
      /^cells: Only the rows of a loop/,
    );
  });

  it("fail a render with the column when a value is no barcode or no image", async () => {
    assert.include(
      await failureOf({}, { ean: "4006381333930" }),
      "rows.ean: Not a ean13 barcode: expected 12 digits",
    );
    const broken = dataUri(PICTURE.subarray(0, 40));
    assert.include(await failureOf({}, { photo: broken }), 'The image "rows.photo" cannot be read');
  });

  it("are refused when they are higher than a page", async () => {
    const [part] = fixedParts(
      layoutOf({ cells: { photo: { type: "image", height: 250 } } }),
      MANIFEST,
    );
    assert(part !== undefined);
    assert.deepStrictEqual(await partProblems(part, MANIFEST, []), [
      { path: "cells", message: "A row is higher than a page" },
    ]);
  });
});
