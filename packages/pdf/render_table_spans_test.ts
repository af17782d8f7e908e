import { assert, describe, it } from "@effect/vitest";
import { checkLayout, fixedParts, type Layout } from "@paraph/core/layouts";
import { checkInputData, type Manifest } from "@paraph/core/manifests";
import { Result } from "effect";

import { compileLayout } from "./compile/compile_layout.ts";
import { partProblems } from "./compile/part_problems.ts";
import { renderDocument } from "./render_document.ts";
import { dataUri, PICTURE } from "./testing/fixtures.ts";
import {
  assertNoOverlap,
  linesOfPages,
  type Random,
  randomOf,
  textsOf,
} from "./testing/printed_texts.ts";
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
        item("hall"),
        item("note", "longtext"),
        item("photo", "image"),
        item("code"),
        item("amount", "number"),
        item("kind"),
        item("day"),
      ],
    },
  ],
};
const layoutOf = (more: object, height = 200): Layout => ({
  basePdf: { width: 150, height, padding: [10, 10, 10, 10] },
  standard: "pdf/ua-1",
  language: "en",
  schemas: [
    [
      {
        name: "rows",
        type: "table",
        position: { x: 10, y: 10 },
        width: 130,
        height: 10,
        columns: ["name", "hall", "amount"],
        head: ["Name", "Hall", "Amount"],
        headStyles: { fontSize: 8 },
        bodyStyles: { fontSize: 8, padding: { top: 1, bottom: 1, left: 1, right: 1 } },
        ...more,
      },
    ],
  ],
});
const draw = async (layout: Layout, rows: ReadonlyArray<object>) => {
  const template = await compileLayout({ layout, manifest: MANIFEST, title: "Title" });
  const data = Result.getOrThrow(checkInputData(MANIFEST, { rows }));
  return (await renderDocument(template, data, new Map())).bytes;
};
const pagesOf = async (more: object, rows: ReadonlyArray<object>, height?: number) => {
  const layout = layoutOf(more, height);
  assert.deepStrictEqual(checkLayout(layout, MANIFEST), []);
  const bytes = await draw(layout, rows);
  assert.deepStrictEqual(await brokenUaRules(bytes), []);
  const texts = await textsOf(bytes);
  assertNoOverlap(texts);
  return { bytes, pages: linesOfPages(texts) };
};
const problems = (more: object) =>
  checkLayout(layoutOf(more), MANIFEST).map(({ path }) => path.replace("layout.schemas.0.0.", ""));
describe("spans of tables", () => {
  it("join titles and foot cells over columns and rows", async () => {
    const { pages } = await pagesOf(
      {
        headRows: [
          [
            { text: "Who", rows: 2 },
            { text: "Where", columns: 2 },
          ],
        ],
        head: ["", "Hall", "Amount"],
        footRows: [
          [{ text: "Sums", rows: 2 }, { text: "All" }, { text: "{= sum(rows.amount) }" }],
          [{ text: "Most" }, { text: "{= max(rows.amount) }" }],
        ],
      },
      [
        { name: "a", hall: "h", amount: "0.1" },
        { name: "b", hall: "h", amount: "0.2" },
      ],
    );
    assert.deepStrictEqual(pages, [
      ["Where", "Who", "Hall|Amount", "a|h|0.1", "b|h|0.2", "All|0.3", "Sums", "Most|0.2"],
    ]);
  });

  it("join cells of rows: over columns by condition, over rows with the same value", async () => {
    const { pages } = await pagesOf(
      {
        columnSpans: [{ when: 'row.kind == "break"', column: "name", columns: 2 }],
        rowSpans: [{ column: "hall" }, { column: "amount", by: "{= row.day }" }],
      },
      [
        { name: "a", hall: "h", amount: "1", day: "x" },
        { name: "b", hall: "h", amount: "2", day: "x" },
        { name: "Pause", hall: "h", kind: "break", amount: "3" },
        { name: "c", hall: "h", amount: "4" },
      ],
    );
    assert.deepStrictEqual(pages, [["Name|Hall|Amount", "a", "h|1", "b", "Pause|3", "c|h|4"]]);
  });

  it("show a cell again on the next page, and keep the rows of a high cell together", async () => {
    const rows = Array.from({ length: 30 }, (_, index) => ({
      name: `r${index}`,
      hall: "Low",
      amount: index,
    }));
    const low = await pagesOf({ rowSpans: [{ column: "hall" }] }, rows, 80);
    assert.isAbove(low.pages.length, 2);
    for (const page of low.pages) assert.include(page.join("|"), "Low");
    const text = "word ".repeat(60).trim();
    const high = await pagesOf(
      { rowSpans: [{ column: "hall" }] },
      rows.map((row, index) => ({ ...row, hall: `${text} ${Math.trunc(index / 3)}` })),
      80,
    );
    const words = high.pages.flat().join("|").match(/word/g) ?? [];
    assert.strictEqual(words.length, 600);
  });

  it("show a text once that is higher than a page, in the first row of its span", async () => {
    const words = Array.from({ length: 400 }, (_, index) => `w${index}`);
    const rows = Array.from({ length: 5 }, (_, index) => ({
      name: `r${index}`,
      hall: index === 0 || index > 3 ? "short" : words.join(" "),
      amount: index,
      day: "d",
    }));
    const printed = async (more: object, own: ReadonlyArray<object>, height = 80) => {
      const { pages } = await pagesOf({ columnWidths: [60, 20, 20], ...more }, own, height);
      assert.isAbove(pages.length, 1);
      return pages.flat().join("|");
    };
    const linesOf = (text: string) => text.split("|").filter((part) => /^(r\d|short)$/.test(part));
    const counted = (text: string) =>
      words.map((word) => text.split(new RegExp(`\\b${word}\\b`)).length - 1);
    const once = words.map(() => 1);
    const spanned = await printed({ rowSpans: [{ column: "hall" }] }, rows);
    assert.deepStrictEqual(counted(spanned), once);
    assert.deepStrictEqual(linesOf(spanned), ["r0", "short", "r1", "r2", "r3", "r4", "short"]);
    // The cell of the first row stands for all rows of a span.
    const by = { rowSpans: [{ column: "hall", by: "day" }] };
    const byDay = await printed(by, rows.slice(1));
    assert.deepStrictEqual(counted(byDay), once);
    assert.deepStrictEqual(linesOf(byDay), ["r1", "r2", "r3", "r4"]);
    // The text has 425 mm, and fits on a page, but not on the one with the foot.
    const footRows = [[{ text: "Sum ".repeat(90), columns: 2 }, { text: "1" }]];
    const high = await printed({ ...by, footRows }, rows.slice(1, 4), 465);
    assert.deepStrictEqual(counted(high), once);
  });

  it("tell pages that continue a group, unless its header takes too much space", async () => {
    const rows = Array.from({ length: 40 }, (_, index) => ({
      name: `r${index}`,
      day: index < 25 ? "x" : "y",
      hall: index % 2 === 0 ? "p" : "q",
    }));
    const more = (continued: string) => ({
      groupBy: [
        { by: "day", header: "Day {= row.day }", continued },
        { by: "hall", header: "Hall {= row.hall }", continued: "Hall {= row.hall } (cont.)" },
      ],
    });
    const { pages } = await pagesOf(more("Day {= row.day } (cont.)"), rows, 80);
    assert.deepStrictEqual(
      pages.flatMap((page) => page.filter((line) => /Day|Hall [pq]/.test(line)).join(", ")),
      [
        "Day x, Hall p",
        "Day x (cont.), Hall p (cont.)",
        "Day x (cont.), Hall q",
        "Day x (cont.), Hall q (cont.)",
        "Day y, Hall q",
        "Day y (cont.), Hall q (cont.), Hall p",
        "Day y (cont.), Hall p (cont.)",
      ],
    );
    const long = await pagesOf(more("long ".repeat(200)), rows, 80);
    assert.notInclude(long.pages.flat().join(), "long");
  });

  it("keep the header of a group with its first row, and leave out headers that have no space", async () => {
    const rows = Array.from({ length: 6 }, (_, index) => ({
      name: `r${index}`,
      day: index < 3 ? "x" : "y",
      photo: dataUri(PICTURE),
    }));
    // With a picture of 39 mm, a page has no space for the long headers that continue a day.
    const more = (height: number) => ({
      columns: ["name", "photo"],
      head: ["Name", "Photo"],
      cells: { photo: { type: "image", height, alt: "{= row.name }" } },
      groupBy: [
        {
          by: "day",
          header: `Day {= row.day } ${"wide ".repeat(50)}`,
          continued: `More {= row.day } ${"wide ".repeat(65)}`,
        },
        { by: "name", header: "Name {= row.name }" },
      ],
    });
    const linesOf = async (height: number) => {
      const { pages } = await pagesOf(more(height), rows, 87);
      const isName = (line: string) => !line.startsWith("wide");
      return pages.map((page) =>
        page
          .filter(isName)
          .map((line) => line.split(" wide")[0])
          .join(", "),
      );
    };
    const pages = (continued: (day: string) => string) =>
      ["x", "x", "x", "y", "y", "y"].map((day, index) => {
        const isFirst = index % 3 === 0;
        const header = isFirst ? `Day ${day}, ` : continued(day);
        return `Name|Photo, ${header}Name r${index}, r${index}`;
      });
    assert.deepStrictEqual(
      await linesOf(39),
      pages(() => ""),
    );
    assert.deepStrictEqual(
      await linesOf(30),
      pages((day) => `More ${day}, `),
    );
  });

  it("are checked when publishing, with the path of each problem", () => {
    assert.deepStrictEqual(
      problems({
        headRows: [[{ text: "a", rows: 3 }, { text: "b" }], [{ text: "c", columns: 3 }]],
        footRows: [
          [{ text: "{x}", columns: 2, rows: 2 }, { text: "b" }],
          [{ text: "c", columns: 2 }],
        ],
      }),
      ["headRows.0", "headRows.1", "head.0", "footRows.1", "footRows.0.0.text"],
    );
    assert.deepStrictEqual(
      problems({
        columnSpans: [
          { when: "row.kind", column: "name" },
          { when: "row.amount > 1", column: "amount" },
          { when: "row.amount > 1", column: "nam" },
          { when: "row.amount > 2", column: "hall", columns: 3 },
          { when: "row.amount > 3", column: "name" },
          { when: "row.amount > 3", column: "hall" },
        ],
        rowSpans: [{ column: "x" }, { column: "hall", by: "haal" }, { column: "1" }],
        groupBy: [{ by: "day", totals: { columns: { amount: "sum" } }, continued: "c" }],
      }),
      [
        "groupBy.0.continued",
        "columnSpans.0.when",
        "columnSpans.1.column",
        "columnSpans.2.column",
        "columnSpans.3.columns",
        "columnSpans.5",
        "rowSpans.0.column",
        "rowSpans.1.by",
        "rowSpans.2.column",
      ],
    );
  });
});

const SEEDS = Array.from({ length: 40 }, (_, index) => index + 1);

/** Random tables whose cells have pictures, rich text and spans. */
function randomCase(random: Random) {
  const count = random(40);
  const long = (prefix: string, most: number) =>
    Array.from({ length: 1 + random(most) }, (_, index) => `${prefix}w${index}`);
  const rows = Array.from({ length: count }, (_, index) => ({
    name: `r${index}x`,
    hall:
      random(5) === 0 ? "" : `hall${random(2)} ${"wide ".repeat(random(8) === 0 ? 20 : 0)}`.trim(),
    words: long(`n${index}`, random(6) === 0 ? 120 : 6),
    photo: random(3) === 0 ? null : dataUri(PICTURE),
    code: random(4) === 0 ? "" : `A${index}`,
    amount: `${random(3) === 0 ? "-" : ""}${random(1_000_000)}.${random(1_000)}`,
    kind: random(6) === 0 ? "break" : "talk",
    day: `d${random(3)}`,
  }));
  const maybe = <A extends object>(chance: number, setting: A): A | object =>
    random(100) < chance ? setting : {};
  const columns = ["name", "hall", "note", "photo", "code", "amount"];
  const more = {
    columns,
    head: columns.map((key) => `T ${key}`),
    cells: {
      note: { type: "text", richText: true },
      photo: { type: "image", height: 3 + random(12), alt: "{= row.name }" },
      code: { type: random(2) === 0 ? "qrcode" : "code128", height: 4 + random(8), alt: "Code" },
    },
    ...maybe(50, { columnWidths: columns.map(() => "auto") }),
    ...maybe(50, {
      columnSpans: [{ when: 'row.kind == "break"', column: "hall", columns: 2 + random(3) }],
    }),
    ...maybe(60, {
      rowSpans: [{ column: "hall" }, ...(random(2) === 0 ? [{ column: "code" }] : [])],
    }),
    ...maybe(60, {
      groupBy: [
        {
          by: "day",
          header: "G {= row.day }",
          continued: "GC {= row.day }",
          totals: { label: "GS {= row.day }", columns: { amount: "sum" } },
        },
      ],
    }),
    ...maybe(40, {
      carryOver: { columns: ["amount"], broughtForward: "BF", carriedForward: "CF" },
    }),
    ...maybe(60, { footRows: [[{ text: "FS", columns: 5 }, { text: "{= sum(rows.amount) }" }]] }),
    ...maybe(40, {
      headRows: [
        [
          { text: "HR", columns: 2 },
          { text: "HX", columns: 3 },
          { text: "HY", rows: 2 },
        ],
      ],
      head: [...columns.slice(0, 5), ""],
    }),
    ...maybe(20, { repeatHead: false }),
  };
  return { more, rows, height: 90 + random(120) };
}

const thousandths = (text: string): bigint => {
  const [whole = "0", fraction = ""] = text.replace("-", "").split(".");
  const value = BigInt(whole + fraction.padEnd(3, "0"));
  return text.startsWith("-") ? -value : value;
};

describe("random tables with pictures, rich text and spans", () => {
  it("lose no text, overlap nowhere and have exact sums", { timeout: 120_000 }, async () => {
    for (const seed of SEEDS) {
      const { more, rows, height } = randomCase(randomOf(seed * 7_919));
      const layout = layoutOf(more, height);
      const place = `seed ${seed}`;
      assert.deepStrictEqual(checkLayout(layout, MANIFEST), [], place);
      for (const part of fixedParts(layout, MANIFEST))
        assert.deepStrictEqual(await partProblems(part, MANIFEST, []), [], place);
      const data = rows.map(({ words, ...row }) => ({ ...row, note: `**${words.join(" ")}**` }));
      const bytes = await draw(layout, data);
      const texts = await textsOf(bytes);
      assertNoOverlap(texts.filter(({ text }) => !/^[A\d ]+$/.test(text)));
      for (const { y } of texts) assert.isAtLeast(y, (10 / 25.4) * 72 - 1, place);
      const printed = texts.map(({ text }) => text).join(" ");
      const isCovered = ({ kind }: (typeof rows)[number]) =>
        "columnSpans" in more && kind === "break";
      for (const row of rows) {
        assert.strictEqual(printed.split(row.name).length, 2, `${place}: ${row.name}`);
        const words = isCovered(row) && row.hall !== undefined ? [] : row.words;
        for (const word of words)
          assert.match(printed, new RegExp(`\\b${word}\\b`), `${place}: ${word}`);
      }
      const lines = linesOfPages(texts).flat();
      const sums = (label: string) =>
        lines.flatMap((line) =>
          line.startsWith(label) ? [thousandths(line.split("|")[1] ?? "")] : [],
        );
      const sumOf = (members: typeof rows) =>
        members.reduce((sum, { amount }) => sum + thousandths(amount), 0n);
      if ("footRows" in more) assert.deepStrictEqual(sums("FS"), [sumOf(rows)], place);
      if ("groupBy" in more)
        for (const day of new Set(rows.map((row) => row.day)))
          assert.deepStrictEqual(
            sums(`GS ${day}`),
            [sumOf(rows.filter((row) => row.day === day))],
            place,
          );
      if (seed % 5 === 0) assert.deepStrictEqual(await brokenUaRules(bytes), [], place);
    }
  });
});
