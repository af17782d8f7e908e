import { assert, describe, it } from "@effect/vitest";
import { checkLayout, type Layout } from "@paraph/core/layouts";
import { checkInputData, type InputData, type Manifest } from "@paraph/core/manifests";
import { Result } from "effect";

import { compileLayout } from "./compile/compile_layout.ts";
import { renderDocument } from "./render_document.ts";
import {
  assertNoOverlap,
  linesOfPages,
  type Random,
  randomOf,
  textsOf,
} from "./testing/printed_texts.ts";

const item = (key: string, dataType: "text" | "number" | "currency" = "text") =>
  ({ key, label: key, dataType, required: false }) as const;
const MANIFEST: Manifest = {
  variables: [item("title")],
  loops: [
    {
      key: "rows",
      label: "Rows",
      itemFields: [item("name"), item("amount", "number"), item("g"), item("h", "number")],
    },
  ],
};
const table = (more: object = {}) => ({
  name: "rows",
  type: "table",
  position: { x: 10, y: 10 },
  width: 80,
  height: 10,
  columns: ["name", "amount", "{= running(row.amount) }"],
  head: ["Name", "Amount", "Running"],
  bodyStyles: {
    fontSize: 8,
    verticalAlignment: "top",
    padding: { top: 0.5, bottom: 0.5, left: 1, right: 1 },
  },
  headStyles: { fontSize: 8 },
  ...more,
});
const layoutOf = (height: number, ...fields: ReadonlyArray<object>) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fields are written as objects for short
  ({
    basePdf: { width: 100, height, padding: [10, 10, 10, 10] },
    schemas: [fields],
  }) as unknown as Layout;

const drawInput = async (layout: Layout, input: InputData, manifest = MANIFEST) => {
  const template = await compileLayout({ layout, manifest, title: "Title" });
  return renderDocument(template, input, new Map());
};
const draw = (layout: Layout, data: object, manifest = MANIFEST) =>
  drawInput(layout, Result.getOrThrow(checkInputData(manifest, { ...data })), manifest);

const pagesOf = async (layout: Layout, data: object) => {
  const texts = await textsOf((await draw(layout, data)).bytes);
  assertNoOverlap(texts);
  return linesOfPages(texts);
};
describe("tables", () => {
  it("group rows by values and expressions, with headers, subtotals and running totals", async () => {
    const layout = layoutOf(
      200,
      table({
        groupBy: [
          {
            by: "g",
            header: "{= row.g } of {title}: {= count(group.name) }",
            totals: { label: "Sum {= row.g }", columns: { amount: "sum" } },
            restartRunning: true,
          },
          { by: "{= row.h }", totals: { label: "h {= row.h }", columns: { "1": "avg" } } },
        ],
        totals: { label: "All", columns: { amount: "sum" } },
      }),
    );
    const rows = [
      { name: "a", amount: "0.1", g: "X", h: "1.0" },
      { name: "b", amount: "5", g: "Y", h: "2" },
      { name: "c", amount: "0.2", g: "X", h: "1" },
      { name: "d", amount: "7", g: "X", h: null },
    ];
    assert.deepStrictEqual(checkLayout(layout, MANIFEST), []);
    const [lines] = await pagesOf(layout, { title: "T", rows });
    assert.deepStrictEqual(lines, [
      "Name|Amount|Running",
      "X of T: 3",
      "a|0.1|0.1",
      "c|0.2|0.3",
      "h 1.0|0.15",
      "d|7|7.3",
      "h|7",
      "Sum X|7.3",
      "Y of T: 1",
      "b|5|5",
      "h 2|5",
      "Sum Y|5",
      "All|12.3",
    ]);
  });

  it("begin at the right if their direction says so, with spans and merged cells", async () => {
    const grown = { columns: ["g", "name", "amount"], head: ["G", "Name", "Amount"] };
    const layout = layoutOf(
      200,
      table({
        ...grown,
        direction: "rtl",
        headRows: [[{ text: "Both", columns: 2 }, { text: "Third" }]],
        rowSpans: [{ column: "g" }],
        columnWidths: [20, 25, 35],
        columnStyles: { alignment: { "2": "left" } },
        bodyStyles: { fontSize: 8, alignment: "left", padding: { left: 1, right: 1 } },
        headStyles: { fontSize: 8, alignment: "left", padding: { left: 1, right: 1 } },
      }),
    );
    const rows = [
      { name: "a", amount: "1", g: "X" },
      { name: "b", amount: "2", g: "X" },
    ];
    assert.deepStrictEqual(checkLayout(layout, MANIFEST), []);
    const texts = await textsOf((await draw(layout, { rows })).bytes);
    assertNoOverlap(texts);
    const left = (text: string) => texts.find(({ text: own }) => own === text)?.x ?? 0;
    const millimetre = 72 / 25.4;
    const starts = { Both: 46, Third: 11, G: 71, Name: 46, Amount: 11, X: 71, a: 46, b: 46 };
    for (const [text, expected] of Object.entries(starts))
      assert.approximately(left(text) / millimetre, expected, 0.3, text);
  });

  it("style rows and cells by conditions, and stripe groups", async () => {
    const bodyStyles = { fontSize: 8, alternateBackgroundColor: "#00ff00" };
    const conditionalStyles = [
      { when: "row.amount < 0", styles: { fontColor: "#ff0000" } },
      { when: "{= row.amount < 0 }", columns: ["amount"], styles: { backgroundColor: "#0000ff" } },
      { columns: ["2"], styles: { fontName: "Roboto-Bold", fontSize: 12 } },
    ];
    const contentOf = async (more: object) => {
      const layout = layoutOf(100, table({ bodyStyles, showHead: false, ...more }));
      assert.deepStrictEqual(checkLayout(layout, MANIFEST), []);
      const rows = [1, 2, -3].map((amount) => ({ name: "n", amount, g: amount < 2 ? "x" : "y" }));
      const { bytes } = await draw(layout, { rows });
      const { PDFDocument, decodePDFRawStream, PDFRawStream } = await import("pdf-lib");
      const doc = await PDFDocument.load(bytes);
      const content = doc.context
        .enumerateIndirectObjects()
        .flatMap(([, object]) =>
          object instanceof PDFRawStream
            ? [Buffer.from(decodePDFRawStream(object).decode()).toString("latin1")]
            : [],
        )
        .find((text) => text.includes(" re f"));
      return content ?? "";
    };
    const count = (content: string, part: string) => content.split(part).length - 1;
    const byRow = await contentOf({ conditionalStyles });
    // The first and the third row.
    assert.strictEqual(count(byRow, "0 1 0 rg"), 2);
    assert.strictEqual(count(byRow, "0 0 1 rg"), 1);
    assert.isAbove(count(byRow, "1 0 0 rg"), 0);
    assert.strictEqual(count(byRow, " 12 Tf"), 3);
    const byGroup = await contentOf({ groupBy: [{ by: "g", header: "h" }], alternateBy: "group" });
    assert.strictEqual(count(byGroup, "0 1 0 rg"), 2);
    // The text of a head without a background is not white.
    assert.strictEqual(count(await contentOf({ showHead: true }), "1 1 1 rg"), 0);
    const headStyles = { backgroundColor: "#112233" };
    assert.isAbove(count(await contentOf({ showHead: true, headStyles }), "1 1 1 rg"), 0);
  });

  it("have titles above several columns, and columns as wide as their content", async () => {
    const rows = [
      { name: "A name that is much longer than the amounts of its row", amount: "1", g: "x" },
      { name: "b", amount: "123456.789", g: "x" },
    ];
    const more = {
      headRows: [[{ text: "Who" }, { text: "How much of {title}", columns: 2 }]],
      columnWidths: ["auto", "auto", 20],
      groupBy: [{ by: "g", totals: { label: "Sum", columns: { amount: "sum" } } }],
    };
    const layout = layoutOf(100, table(more));
    assert.deepStrictEqual(checkLayout(layout, MANIFEST), []);
    const texts = await textsOf((await draw(layout, { title: "T", rows })).bytes);
    assertNoOverlap(texts);
    const [lines = []] = linesOfPages(texts);
    assert.strictEqual(lines[0], "Who|How much of T");
    // The name needs more space than the table has; the amounts do not break.
    assert.include(lines.join(), "b|123456.789|123457.789");
    const place = (text: string) => texts.find((each) => each.text === text);
    const [amount, running] = [place("Amount"), place("Running")];
    assert.closeTo(((running?.x ?? 0) - (amount?.x ?? 0)) / 2.835, 20, 8);
    assert.isAbove(amount?.x ?? 0, 40 * 2.835);
    const twice = layoutOf(
      100,
      table({ headRows: [[{ text: "a", columns: 2 }], [{ text: "b" }]] }),
    );
    assert.deepStrictEqual(
      checkLayout(twice, MANIFEST).map(({ message }) => message),
      ["Spans 2 columns; the table has 3", "Spans 1 columns; the table has 3"],
    );
    const wide = layoutOf(100, table({ columnWidths: [50, "auto", 40] }));
    assert.deepStrictEqual(
      checkLayout(wide, MANIFEST).map(({ message }) => message),
      ["The columns are wider than the table of 80 mm"],
    );
  });

  it("keep amounts whole next to a word that is wider than the table", async () => {
    const rows = [{ name: "W".repeat(300), amount: "123456.789", g: "x" }];
    const layout = layoutOf(200, table({ columnWidths: ["auto", "auto", 20] }));
    const texts = await textsOf((await draw(layout, { title: "T", rows })).bytes);
    assertNoOverlap(texts);
    const printed = texts.map(({ text }) => text);
    assert.includeMembers(printed, ["Amount", "123456.789"]);
    assert.strictEqual(printed.filter((text) => /^W+$/u.test(text)).join("").length, 300);
  });

  it("carry exact sums over page breaks, keep lines with their rows, and lose no row", async () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = randomOf(seed * 6007);
      const { layout, rows, groups } = randomTable(random);
      assert.deepStrictEqual(checkLayout(layout, MANIFEST), [], `seed ${seed}`);
      const pages = await pagesOf(layout, { rows });
      assertTotals(pages, rows, groups, `seed ${seed}`);
    }
  });

  it("paint their rows in the same way, whether all stay measured or none", async () => {
    const firstPage = async (count: number) => {
      const rows = Array.from({ length: count }, (_, index) => ({
        name: `Row ${index + 1}`,
        amount: `${(index * 7919) % 1_000}.25`,
      }));
      const { bytes } = await draw(layoutOf(140, table()), { rows });
      return (await textsOf(bytes)).filter(({ page }) => page === 1);
    };
    const [short, long] = [await firstPage(250), await firstPage(251)];
    assert.isAbove(short.length, 50);
    assert.deepStrictEqual(short, long);
  });

  it("carry exact sums over hundreds of pages, whose rows are not all kept in memory", async () => {
    const random = randomOf(77);
    const rows = Array.from({ length: 6_000 }, (_, index): TableRow => ({
      name: `r${index}x`,
      amount: `${random(3) === 0 ? "-" : ""}${random(10_000_000)}.${random(1_000)}`,
      g: `g${Math.floor(index / 700)}`,
      h: String(Math.floor(index / 50)),
    }));
    const sum = { columns: { amount: "sum" } };
    const groups = GROUPS.map((group) => ({ ...group, continued: "H {= row.g }" }));
    const layout = layoutOf(
      297,
      table({
        groupBy: groups,
        pageTotals: { label: "P", ...sum },
        carryOver: { columns: ["1"], broughtForward: "B", carriedForward: "C" },
        totals: { label: "All", ...sum },
      }),
      { ...TEXT, name: "Below", content: "Below", position: { x: 10, y: 32 } },
    );
    assert.deepStrictEqual(checkLayout(layout, MANIFEST), []);
    const texts = await textsOf((await draw(layout, { rows })).bytes);
    const pages = linesOfPages(texts);
    assert.isAbove(pages.length, 80);
    assertTotals(pages, rows, groups.length, "long table");
  }, 20_000);

  it("end with a clear error when a line at a page break leaves no space for a row", async () => {
    const label = "word ".repeat(500);
    const layout = layoutOf(
      60,
      table({ carryOver: { columns: ["amount"], broughtForward: label } }),
    );
    const rows = [{ name: "a", amount: "1" }];
    const failure = await draw(layout, { rows }).catch((error: unknown) => error);
    assert.include(String(failure), "The lines at page breaks are so high that no row fits");
  });
});

interface TableRow {
  readonly name: string;
  readonly amount: string;
  readonly g: string;
  readonly h: string;
}

const GROUPS = [
  {
    by: "g",
    header: "H0 {= row.g }",
    totals: { label: "T0 {= row.g }", columns: { amount: "sum" } },
  },
  {
    by: "{= row.h }",
    header: "H1 {= row.h }",
    totals: { label: "T1 {= row.h }", columns: { "1": "sum" } },
  },
];

function randomTable(random: Random) {
  const count = random(60);
  const rows = Array.from({ length: count }, (_, index): TableRow => ({
    name: `r${index}x${random(8) === 0 ? " long".repeat(random(60)) : ""}`,
    amount: `${random(3) === 0 ? "-" : ""}${random(10_000_000)}.${random(1_000)}`,
    g: `g${random(4)}`,
    h: String(random(3)),
  }));
  const groups = GROUPS.slice(0, random(3));
  const sum = { columns: { amount: "sum" } };
  const layout = layoutOf(
    70 + random(90),
    ...(random(2) === 0 ? [] : [{ ...table(), ...TEXT, name: "Above" }]),
    table({
      position: { x: 10, y: 20 },
      ...(groups.length === 0 ? {} : { groupBy: groups }),
      ...(random(2) === 0 ? { repeatHead: false } : {}),
      ...(random(3) === 0 ? { columnWidths: ["auto", "auto", "auto"] } : {}),
      ...(random(3) > 0 ? { pageTotals: { label: "P", ...sum } } : {}),
      ...(random(3) > 0
        ? { carryOver: { columns: ["1"], broughtForward: "B", carriedForward: "C" } }
        : {}),
      ...(random(3) > 0 ? { totals: { label: "All", ...sum } } : {}),
      ...(random(4) === 0 ? { keepTogether: true } : {}),
    }),
    { ...TEXT, name: "Below", content: "Below", position: { x: 10, y: 32 } },
  );
  return { layout, rows, groups: groups.length };
}

const TEXT = {
  type: "text",
  content: "Above",
  position: { x: 10, y: 10 },
  width: 40,
  height: 5,
  fontSize: 8,
  columns: null,
  head: null,
};

/** An amount in thousandths. */
function thousandths(text: string): bigint {
  const [whole = "0", fraction = ""] = text.replace("-", "").split(".");
  const value = BigInt(whole + fraction.padEnd(3, "0"));
  return text.startsWith("-") ? -value : value;
}

function sumOf(rows: ReadonlyArray<TableRow>): bigint {
  return rows.reduce((sum, { amount }) => sum + thousandths(amount), 0n);
}

/** The lines of a table without page breaks: their beginning, and the amounts of the others. */
type Expected = readonly [string, ReadonlyArray<bigint>, TableRow?];

function expectedLines(rows: ReadonlyArray<TableRow>, groups: number): ReadonlyArray<Expected> {
  let running = 0n;
  const inGroup = (members: ReadonlyArray<TableRow>, level: number): ReadonlyArray<Expected> => {
    if (level === groups)
      return members.map((row): Expected => {
        running += thousandths(row.amount);
        return [row.name.split(" ")[0] ?? "", [thousandths(row.amount), running], row];
      });
    const key = level === 0 ? ("g" as const) : ("h" as const);
    return Array.from(new Set(members.map((row) => row[key]))).flatMap((value) => {
      const inside = members.filter((row) => row[key] === value);
      return [
        [`H${level} ${value}`, []] as Expected,
        ...inGroup(inside, level + 1),
        [`T${level} ${value}`, [sumOf(inside)]] as Expected,
      ];
    });
  };
  return inGroup(rows, 0);
}

function assertTotals(
  pages: ReadonlyArray<ReadonlyArray<string>>,
  rows: ReadonlyArray<TableRow>,
  groups: number,
  seed: string,
): void {
  const expected = [...expectedLines(rows, groups)];
  let carried = 0n;
  pages.forEach((lines, page) => {
    const start = carried;
    let previous = "";
    lines.forEach((line, index) => {
      const [begin = "", ...amounts] = line.split("|");
      const place = `${seed}, page ${page + 1}: ${line}`;
      const single = () => thousandths(amounts[0] ?? "");
      if (begin === "B") assert.strictEqual(single(), start, place);
      else if (begin === "P") assert.strictEqual(single(), carried - start, place);
      else if (begin === "C") {
        assert.strictEqual(single(), carried, place);
        assert.strictEqual(index, lines.length - 1, place);
      } else if (begin === "All") {
        assert.strictEqual(single(), sumOf(rows), place);
        assert.strictEqual(expected.length, 0, place);
      } else if (/^(?:r\d|[HT]\d)/.test(begin)) {
        const [name, values, row] = expected.shift() ?? ["", []];
        assert.isTrue(begin === name || begin.startsWith(`${name} `), `${place}, not ${name}`);
        assert.deepStrictEqual(amounts.map(thousandths), values, place);
        if (row !== undefined) carried += thousandths(row.amount);
      }
      // A header is not the last line of a page, totals not the first.
      if (/^[CP]\|/.test(line)) assert.notMatch(previous, /^H\d/, place);
      if (/^(?:B\||Name)/.test(previous)) assert.notMatch(begin, /^T\d/, place);
      previous = line;
    });
    assert.notMatch(previous, /^H\d/, `${seed}, page ${page + 1}`);
  });
  assert.deepStrictEqual(expected, [], seed);
  assert.include(pages.flat().join("\n"), "Below", seed);
}
