import { assert, describe, it } from "@effect/vitest";
import { checkLayout, type Layout } from "@paraph/core/layouts";
import { checkInputData, type LoopDefinition, type Manifest } from "@paraph/core/manifests";
import { Result } from "effect";

import { compileLayout } from "./compile/compile_layout.ts";
import { PermanentRenderError } from "./permanent_render_error.ts";
import { renderDocument } from "./render_document.ts";
import {
  assertNoOverlap,
  type PrintedText,
  type Random,
  randomOf,
  textsOf,
} from "./testing/printed_texts.ts";

type Row = Readonly<Record<string, unknown>>;

const item = (key: string, dataType: "text" | "number" = "text") =>
  ({ key, label: key, dataType, required: false }) as const;
const loopOf = (key: string, ...loops: ReadonlyArray<LoopDefinition>): LoopDefinition => ({
  key,
  label: key,
  itemFields: [item("name"), item("amount", "number")],
  ...(loops.length === 0 ? {} : { loops }),
});
const MANIFEST: Manifest = {
  variables: [item("title")],
  loops: [loopOf("a", loopOf("b", loopOf("c")))],
};
const text = (content: string, y: number, more: object = {}) => ({
  name: `Text ${content.replaceAll(/[.#]/g, " ")}`,
  type: "text",
  position: { x: 0, y },
  width: 60,
  height: 5,
  fontSize: 9,
  content,
  ...more,
});
const section = (
  name: string,
  y: number,
  height: number,
  fields: ReadonlyArray<object>,
  more = {},
) => ({ name, type: "section", position: { x: 0, y }, width: 80, height, fields, ...more });
const table = (name: string, y: number, more: object = {}) => ({
  name,
  type: "table",
  position: { x: 0, y },
  width: 80,
  height: 10,
  columns: ["name", "amount"],
  bodyStyles: { fontSize: 9 },
  headStyles: { fontSize: 9 },
  ...more,
});
const layoutOf = (...fields: ReadonlyArray<object>) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fields are written as objects for short
  ({
    basePdf: { width: 100, height: 120, padding: [10, 10, 10, 10] },
    schemas: [fields],
  }) as unknown as Layout;

const draw = async (layout: Layout, data: Row, manifest = MANIFEST) => {
  const input = Result.getOrThrow(checkInputData(manifest, data));
  const template = await compileLayout({ layout, manifest, title: "Title" });
  return renderDocument(template, input, new Map());
};
const failureOf = (drawing: Promise<unknown>) =>
  drawing.then(
    () => undefined,
    (error) => (error instanceof PermanentRenderError ? error.message : error),
  );

const linesOf = async (layout: Layout, data: Row) =>
  (await textsOf((await draw(layout, data)).bytes)).map(({ page, text }) => `${page} ${text}`);
/** The distance of a text from the top of its page, in millimetres. */
const topOf = ({ y }: PrintedText) => Math.round((120 - (y / 72) * 25.4) * 10) / 10;

const rows = (count: number, more: (index: number) => Row = () => ({})) =>
  Array.from({ length: count }, (_, index) => ({ name: `n${index}`, amount: "1", ...more(index) }));

describe("sections", () => {
  it("repeat for their rows, nested, with tables and totals of each group", async () => {
    const layout = layoutOf(
      text("{title}", 10),
      section("a", 20, 40, [
        text("A {a.name}", 0),
        section("a.b", 6, 24, [
          text("B {a.name}/{a.b.name}", 0),
          table("a.b.c", 6, {
            columns: ["name", "{= row.amount * a.b.amount }"],
            head: ["c", "x"],
            totals: { label: "Sum {a.b.name}", columns: { "1": "sum" } },
          }),
        ]),
        text("{= a.name } has {= sum(a.b.c.amount) }", 32),
      ]),
      text("All {= sum(a.b.c.amount) }", 62),
    );
    const cs = (...amounts: ReadonlyArray<string>) =>
      amounts.map((amount) => ({ name: "c", amount }));
    const data = {
      title: "T",
      a: [
        {
          name: "a1",
          b: [
            { name: "b1", amount: "2", c: cs("0.1", "0.2") },
            { name: "b2", amount: "3", c: cs("5") },
          ],
        },
        { name: "a2", b: [{ name: "b3", amount: "10", c: cs("7") }] },
        { name: "a3" },
      ],
    };
    const printed = (await linesOf(layout, data)).map((line) => line.slice(2)).join(" ");
    assert.strictEqual(
      printed,
      "T A a1 B a1/b1 c x c 0.2 c 0.4 Sum b1 0.6 B a1/b2 c x c 15 Sum b2 15 a1 has 5.3 " +
        "A a2 B a2/b3 c x c 70 Sum b3 70 a2 has 7 A a3 a3 has 0 All 12.3",
    );
  });

  it("show rows by their condition, and take no space without rows", async () => {
    const layout = layoutOf(
      section("a", 10, 10, [text("{a.name}", 0)], { when: "a.amount > 1" }),
      section("Block", 22, 10, [text("Block {title}", 0)], { unless: "title" }),
      text("End", 34),
    );
    const a = rows(4, (index) => ({ amount: String(index) }));
    const shown = await textsOf((await draw(layout, { title: "x", a })).bytes);
    assert.deepStrictEqual(
      shown.map(({ text }) => text),
      ["n2", "n3", "End"],
    );
    const [first, second] = shown;
    assert.closeTo(topOf(second!) - topOf(first!), 10, 0.2);
    const [only] = await textsOf((await draw(layout, { title: "x" })).bytes);
    assert.deepInclude(only, { text: "End", y: first!.y });
    assert.deepStrictEqual(await linesOf(layout, {}), ["1 Block", "1 End"]);
  });

  it("keep rows together, and start pages with rows", async () => {
    const fields = [text("{a.name}", 2), text("end of {a.name}", 30)];
    const pagesOf = async (more: object, count = 5) => {
      const layout = layoutOf(section("a", 10, 38, fields, more), text("Last", 50));
      const printed = await textsOf((await draw(layout, { a: rows(count) })).bytes);
      return printed.map(({ page, text }) => `${text} ${page}`).join(", ");
    };
    const free = await pagesOf({});
    assert.strictEqual(
      free,
      "n0 1, end of n0 1, n1 1, end of n1 1, n2 1, end of n2 2, n3 2, end of n3 2, n4 2, end of n4 2, Last 2",
    );
    assert.strictEqual(
      await pagesOf({ keepTogether: true }),
      "n0 1, end of n0 1, n1 1, end of n1 1, n2 2, end of n2 2, n3 2, end of n3 2, n4 3, end of n4 3, Last 3",
    );
    assert.strictEqual(
      await pagesOf({ pageBreakBetween: true }, 3),
      "n0 1, end of n0 1, n1 2, end of n1 2, n2 3, end of n2 3, Last 3",
    );
    // A row of a section keeps its designed distance from the top of its page.
    const layout = layoutOf(section("a", 10, 38, fields, { pageBreakBetween: true }));
    const printed = await textsOf((await draw(layout, { a: rows(2) })).bytes);
    assert.strictEqual(printed[0]!.y, printed[2]!.y);
  });

  it("fill the cells of a grid, and pages with its rows", async () => {
    const layout = layoutOf(
      section("a", 10, 20, [text("{a.name}", 4, { width: 20 })], {
        width: 20,
        grid: { columns: 3, rows: 4, gapX: 5, gapY: 2 },
      }),
    );
    const printed = await textsOf((await draw(layout, { a: rows(14) })).bytes);
    const places = printed.map((each) => [
      each.page,
      Math.round((each.x / 72) * 25.4),
      topOf(each) - topOf(printed[0]!),
    ]);
    assert.deepStrictEqual(places[1], [1, 25, 0]);
    assert.deepStrictEqual(places[11]!.map(Math.round), [1, 50, 66]);
    assert.deepStrictEqual(places[12], [2, 0, 0]);
    assert.strictEqual(printed.length, 14);
  });

  it("keep a heading with the first row that follows it", async () => {
    const layout = layoutOf(
      text("x", 10, { height: 60 }),
      text("Heading", 72, { keepWithNext: true }),
      section("a", 78, 30, [text("{a.name}", 0), text("end of {a.name}", 25)], {
        keepTogether: true,
      }),
    );
    const high = await linesOf(layout, { a: rows(2) });
    assert.deepStrictEqual(high, [
      "1 x",
      "1 Heading",
      "1 n0",
      "1 end of n0",
      "2 n1",
      "2 end of n1",
    ]);
    const lower = layoutOf(
      text("x", 10, { height: 70 }),
      text("Heading", 82, { keepWithNext: true }),
      section("a", 88, 22, [text("{a.name}", 0), table("a.b", 6)], { keepTogether: true }),
    );
    const data = { a: [{ name: "n0", b: rows(4) }] };
    const [first, ...others] = await linesOf(lower, data);
    assert.strictEqual(first, "1 x");
    assert.isTrue(
      others.every((line) => line.startsWith("2 ")),
      others.join(),
    );
  });

  it("end with a clear error when they have too many fields or steps", async () => {
    const many = layoutOf(
      section(
        "a",
        10,
        10,
        Array.from({ length: 25 }, () => text("x", 0, { when: "title" })),
      ),
    );
    assert.strictEqual(
      await failureOf(draw(many, { a: rows(9_000) })),
      "The sections of the document have more than 200,000 fields",
    );
    const costly = layoutOf(
      section("a", 10, 10, [text("x", 0)], { when: "sum(a.b.map(i, i.amount * a.amount)) > 0" }),
    );
    const data = { a: rows(9, () => ({ b: rows(9_000) })) };
    assert.isUndefined(await failureOf(draw(costly, data)));
    const quadratic = layoutOf(
      section("a", 10, 10, [text("x", 0)], {
        when: "a.b.exists(i, sum(a.b.map(j, j.amount * i.amount)) < 0)",
      }),
    );
    assert.strictEqual(
      await failureOf(draw(quadratic, data)),
      "layout.schemas.0.0: The expressions of the document take more than 5,000,000 steps",
    );
  });

  it("print what publishing accepts: every row, exact totals, no text over another", async () => {
    let accepted = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const random = randomOf(seed * 7919);
      const { layout, expected } = randomDesign(random);
      const issues = checkLayout(layout, MANIFEST);
      for (const { path, message } of issues) {
        assert.match(path, /^layout\.schemas\.0\./);
        assert.notStrictEqual(message, "");
      }
      if (issues.length > 0) continue;
      accepted += 1;
      const data = randomData(random);
      const printed = await textsOf((await draw(layout, data)).bytes);
      const lines = printed.map((each) => withoutZeros(each.text)).join("\n");
      for (const line of expected(data)) assert.include(lines, line, `seed ${seed}`);
      assertNoOverlap(printed);
    }
    assert.isAbove(accepted, 30);
  });
});

/** Sums print with as many digits as their amounts. */
function withoutZeros(line: string): string {
  return line.replaceAll(/(\.\d*?)0+(?=\D|$)/g, "$1").replaceAll(/\.(?=\D|$)/g, "");
}

interface DataRow {
  readonly name: string;
  readonly amount: string;
  readonly [loop: string]: string | ReadonlyArray<DataRow>;
}

const LOOPS = ["a", "b", "c"];

/** Rows with unique names. */
function randomData(random: Random): { readonly a: ReadonlyArray<DataRow> } {
  let count = 0;
  const rowsOf = (level: number): ReadonlyArray<DataRow> =>
    Array.from({ length: random(5) }, () => {
      count += 1;
      const row = { name: `r${count}x`, amount: `${random(1_000_000)}.${random(1_000)}` };
      const inner = LOOPS[level + 1];
      return inner === undefined ? row : { ...row, [inner]: rowsOf(level + 1) };
    });
  return { a: rowsOf(0) };
}

function nestedIn(row: DataRow, loop: string): ReadonlyArray<DataRow> {
  const nested = row[loop];
  return Array.isArray(nested) ? nested : [];
}

/** Adds decimals with at most three places, in thousandths. */
function exactSum(rows: ReadonlyArray<DataRow>): string {
  const sum = rows.reduce((total, { amount }) => {
    const [whole = "0", fraction = ""] = amount.split(".");
    return total + BigInt(whole + fraction.padEnd(3, "0"));
  }, 0n);
  const digits = sum.toString().padStart(4, "0");
  const decimals = digits.slice(-3).replace(/0+$/, "");
  return digits.slice(0, -3) + (decimals === "" ? "" : `.${decimals}`);
}

/** Sections inside each other, sometimes with a mistake, and the lines that they must print. */
function randomDesign(random: Random) {
  const isMistaken = random(6) === 0;
  const depth = 1 + random(3);
  const hasTable = depth < 3 && random(2) === 0;
  const build = (level: number): ReturnType<typeof section> => {
    const path = LOOPS.slice(0, level + 1).join(".");
    const below = LOOPS[level + 1];
    const fields: Array<object> = [
      text(`<{${path}.name}>`, 1, { overflow: random(2) === 0 ? "expand" : "visible" }),
    ];
    let y = 8;
    if (level + 1 < depth) {
      const inner = build(level + 1);
      fields.push({ ...inner, position: { x: 0, y } });
      y += inner.height;
    } else if (below !== undefined && hasTable) {
      const totals = { label: "sum", columns: { amount: "sum" } };
      const groupBy = [
        { by: "name", header: "<<{= row.name }>>", totals: { ...totals, label: "" } },
      ];
      const carryOver = { columns: ["amount"], broughtForward: "from", carriedForward: "to" };
      fields.push(
        table(`${path}.${below}`, y, {
          totals,
          ...(random(2) === 0 ? { groupBy } : {}),
          ...(random(2) === 0 ? { carryOver, pageTotals: { ...totals, label: "page" } } : {}),
        }),
      );
      y += 14;
    }
    if (below !== undefined)
      fields.push(text(`{${path}.name}={= sum(${path}.${below}.amount) };`, y + 1));
    if (isMistaken && random(3) === 0) fields.push(text(`{${path}.nme}`, y));
    const settings = {
      ...(random(2) === 0 ? { keepTogether: true } : {}),
      ...(random(4) === 0 ? { pageBreakBetween: true } : {}),
      ...(random(3) === 0 ? { gap: random(9) } : {}),
    };
    const height = y + 7 + random(5);
    return section(path, 0, isMistaken ? height - random(12) : height, fields, settings);
  };
  const top = build(0);
  const end = 22 + top.height + 3;
  const layout = {
    ...layoutOf(
      text("Title", 10),
      { ...top, position: { x: 10, y: 22 } },
      text("Total {= sum(a.b.c.amount) };", end),
    ),
    basePdf: { width: 100, height: Math.max(60, end + 16), padding: [10, 10, 10, 10] },
  };
  const linesFor = (level: number, rows: ReadonlyArray<DataRow>): ReadonlyArray<string> =>
    rows.flatMap((row) => {
      const below = LOOPS[level + 1];
      const nested = below === undefined ? [] : nestedIn(row, below);
      const own = below === undefined ? [] : [`${row.name}=${exactSum(nested)};`];
      const inside =
        level + 1 < depth
          ? linesFor(level + 1, nested)
          : hasTable
            ? [...nested.map(({ name }) => name), ...(nested.length > 0 ? [exactSum(nested)] : [])]
            : [];
      return [`<${row.name}>`, ...own, ...inside];
    });
  const expected = ({ a }: { readonly a: ReadonlyArray<DataRow> }) => {
    const all = a.flatMap((row) => nestedIn(row, "b")).flatMap((row) => nestedIn(row, "c"));
    return [...linesFor(0, a), `Total ${exactSum(all)};`];
  };
  return { layout, expected };
}
