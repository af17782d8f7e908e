import { assert, describe, it } from "@effect/vitest";
import type { Layout } from "@paraph/core/layouts";
import { PDFDocument } from "pdf-lib";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

import { compileLayout } from "./compile/compile_layout.ts";
import { renderDocument } from "./render_document.ts";
import { A4, dataOf, dataUri, field, manifestOf, readPages, rowsOf } from "./testing/fixtures.ts";

const at = (y: number, more: object) => field({ position: { x: 20, y }, ...more });
const fixed = (name: string, content: string, more: object = {}) =>
  at(20, { name, content, readOnly: true, ...more });
const everywhere = [
  at(280, { name: "Number", content: "p{currentPage}/{totalPages}", readOnly: true }),
  at(285, {
    name: "All",
    content: "d{document.currentPage}/{document.totalPages}",
    readOnly: true,
    position: { x: 120, y: 285 },
  }),
];
const asLayout = (layout: object) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fields are written as objects for short
  ({ basePdf: { ...A4, staticSchema: everywhere }, ...layout }) as Layout;
const draw = async (layout: Layout, rows = 0) => {
  const source = { layout, manifest: manifestOf(), title: "Title" };
  return (await renderDocument(await compileLayout(source), dataOf({}, rowsOf(rows)), new Map()))
    .bytes;
};
const labelsOf = async (bytes: Uint8Array) => {
  const task = getDocument({ data: Uint8Array.from(bytes) });
  const labels: unknown = await (await task.promise).getPageLabels();
  await task.destroy();
  return labels;
};
const numbersOf = async (bytes: Uint8Array) =>
  (await readPages(bytes)).map((text) =>
    /p(\S+) d(\S+)/.exec(text.replaceAll(/\s+/g, " "))?.slice(1),
  );

/** A section for each row: a letter of two pages. */
const letters = (more: object = {}) => ({
  name: "rows",
  type: "section",
  position: { x: 20, y: 20 },
  width: 170,
  height: 60,
  pageBreakBefore: true,
  pageBreakBetween: true,
  restartPageNumbers: true,
  fields: [
    { ...fixed("Letter", "Dear {rows.name}"), position: { x: 0, y: 0 } },
    { ...fixed("Second", "More", { pageBreakBefore: true }), position: { x: 0, y: 30 } },
  ],
  ...more,
});

describe("page numbers", () => {
  it("restart with each row of a section, and count within it", async () => {
    const bytes = await draw(asLayout({ schemas: [[letters()]] }), 3);
    assert.deepStrictEqual(await numbersOf(bytes), [
      ["1/2", "1/6"],
      ["2/2", "2/6"],
      ["1/2", "3/6"],
      ["2/2", "4/6"],
      ["1/2", "5/6"],
      ["2/2", "6/6"],
    ]);
    assert.deepStrictEqual(await labelsOf(bytes), ["1", "2", "1", "2", "1", "2"]);
  });

  it("are Roman in the front matter; contents, references and labels show what is printed", async () => {
    const part = (name: string, more: object, ...fields: ReadonlyArray<object>) => ({
      name,
      type: "section",
      position: { x: 20, y: 20 },
      width: 170,
      height: 200,
      pageBreakBefore: true,
      readOnly: true,
      restartPageNumbers: true,
      ...more,
      fields,
    });
    const inside = (name: string, content: string, more: object = {}) =>
      fixed(name, content, { position: { x: 0, y: 0 }, ...more });
    const bytes = await draw(
      asLayout({
        schemas: [
          [
            part(
              "Front",
              { pageNumberFormat: "lower-roman" },
              { ...inside("Contents", ""), type: "list", contents: {} },
              inside("See", "see {pageOf.terms} and {pageOf.preface}.", {
                position: { x: 0, y: 30 },
              }),
              inside("Preface", "Preface", {
                position: { x: 0, y: 60 },
                heading: 1,
                anchor: "preface",
                pageBreakBefore: true,
              }),
            ),
          ],
          [
            part(
              "Body",
              {},
              inside("Intro", "Introduction", { heading: 1 }),
              inside("Terms", "Terms", {
                position: { x: 0, y: 60 },
                heading: 1,
                anchor: "terms",
                pageBreakBefore: true,
              }),
            ),
          ],
        ],
      }),
    );
    const [first = ""] = await readPages(bytes);
    assert.include(first, "see 2 and ii.");
    assert.match(
      first.replaceAll(/\s+/g, " "),
      /Preface[ .]*ii\b.*Introduction[ .]*1\b.*Terms[ .]*2\b/,
    );
    assert.deepStrictEqual(await numbersOf(bytes), [
      ["i/ii", "1/4"],
      ["ii/ii", "2/4"],
      ["1/2", "3/4"],
      ["2/2", "4/4"],
    ]);
    assert.deepStrictEqual(await labelsOf(bytes), ["i", "ii", "1", "2"]);
  });

  it("follow the pages of added PDFs only in front of a restart", async () => {
    const other = await PDFDocument.create();
    other.addPage();
    const pdf = dataUri(await other.save(), "application/pdf");
    const schemas = [[fixed("Cover", "Cover")], [letters()]];
    const counted = await draw(asLayout({ schemas, prepend: [{ pdf }] }), 1);
    assert.deepStrictEqual(await labelsOf(counted), ["1", "2", "1", "2"]);
    assert.deepStrictEqual((await numbersOf(counted)).slice(1), [
      ["2/2", "2/4"],
      ["1/2", "3/4"],
      ["2/2", "4/4"],
    ]);
    const drawn = await draw(asLayout({ schemas, prepend: [{ pdf }], pageNumbers: "drawn" }), 1);
    assert.deepStrictEqual(await labelsOf(drawn), ["", "1", "1", "2"]);
  });

  it("decide which page of a section is the first and the last", async () => {
    const staticSchema = [
      at(10, { name: "First", content: "first", readOnly: true, onPages: "first" }),
      at(10, { name: "Last", content: "last", readOnly: true, onPages: "last" }),
    ];
    const layout = asLayout({ basePdf: { ...A4, staticSchema }, schemas: [[letters()]] });
    const pages = await readPages(await draw(layout, 2));
    assert.deepStrictEqual(
      pages.map((text) => [text.includes("first"), text.includes("last")]),
      [
        [true, false],
        [false, true],
        [true, false],
        [false, true],
      ],
    );
  });
});
