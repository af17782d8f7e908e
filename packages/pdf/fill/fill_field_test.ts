import { assert, describe, it } from "@effect/vitest";

import { compileLayout } from "../compile/compile_layout.ts";
import { dataOf, field, layoutOf, manifestOf } from "../testing/fixtures.ts";
import { DataScope } from "./data_scope.ts";
import { fillField } from "./fill_field.ts";

const manifest = manifestOf([
  { key: "amount", label: "Amount", dataType: "currency", required: false, format: "currency:EUR" },
  { key: "paid", label: "Paid", dataType: "boolean", required: false },
]);
const fill = async (more: object, data = dataOf()) => {
  const source = { layout: layoutOf(field(more)), manifest, title: "Title" };
  const [compiledField] = (await compileLayout(source)).pages.flat();
  assert(compiledField !== undefined && "filler" in compiledField);
  return fillField(compiledField, new DataScope(data), undefined);
};
const textOf = async (more: object, data = dataOf()) => {
  const { filling } = await fill(more, data);
  return filling.kind === "text"
    ? filling.parts
        .map((part) => ("page" in part ? `<${part.page}>` : "text" in part && part.text))
        .join("")
    : filling;
};

describe("fillField()", () => {
  it("prints a bound value in its format, in several fields", async () => {
    assert.strictEqual(await textOf({ name: "amount" }, dataOf({ amount: "1234.5" })), "€1,234.50");
    assert.strictEqual(
      await textOf({ name: "amount#2", content: "sample" }, dataOf({ amount: "1" })),
      "€1.00",
    );
    assert.strictEqual(await textOf({ name: "amount" }), "");
  });

  it("leaves page numbers unresolved", async () => {
    assert.strictEqual(
      await textOf({ name: "x", content: "{currentPage}/{totalPages}" }),
      "<currentPage>/<totalPages>",
    );
  });

  it("computes columns and totals", async () => {
    const table = {
      name: "rows",
      type: "table",
      columns: [
        "name",
        "price",
        "{= row.price * 2 |number:1}",
        "{= row.price / sum(rows.price) |percent}",
      ],
      head: ["a", "b", "c", "d"],
      totals: { columns: { name: "count", price: "avg", "2": "sum", "3": "max" } },
    };
    const rows = [
      { name: "A", price: "2" },
      { name: "B", price: "6" },
      { name: null, price: null },
    ];
    const { filling } = await fill(table, dataOf({}, rows));
    assert.deepNestedInclude(filling, {
      rows: [
        ["A", "€2.00", "4.0", "25%"],
        ["B", "€6.00", "12.0", "75%"],
        ["", "", "", ""],
      ],
      "totals.cells": ["2", "€4.00", "16.0", "75%"],
    });
    const { filling: empty } = await fill(table, dataOf());
    assert.deepNestedInclude(empty, { rows: [], "totals.cells": ["0", "", "0.0", ""] });
  });

  it("evaluates expressions, in text, links and conditions", async () => {
    const data = dataOf({ amount: "1234.5" });
    const content = "{= amount * 2 } {= amount |number:0} {= paid ? 'paid' : 'open' }";
    assert.strictEqual(await textOf({ name: "x", content }, data), "€2,469.00 1,235 open");
    const link = {
      name: "x",
      textFormat: "inline-markdown",
      content: "**{= 1 + 1 }** [a](https://b.c/{=amount})",
    };
    const { filling } = await fill(link, data);
    assert.deepStrictEqual(filling.kind === "text" ? filling.parts : [], [
      { text: "2", emphasis: { bold: true, italic: false } },
      { text: " ", emphasis: { bold: false, italic: false } },
      {
        text: "a",
        emphasis: { bold: false, italic: false, mark: { link: "https://b.c/%E2%82%AC1%2C234.50" } },
      },
    ]);
    const shown = async (more: object) =>
      (await fill({ name: "x", content: "x", ...more }, data)).isShown;
    assert.isTrue(await shown({ when: "amount > 1000" }));
    assert.isFalse(await shown({ when: "amount > 2000" }));
    assert.isFalse(await shown({ unless: "{= amount > 1000 }" }));
    assert.isTrue(await shown({ unless: "paid", when: "!paid" }));
  });

  it("names the field whose expression exceeds a limit", async () => {
    const data = dataOf({ text: "a".repeat(60_000) });
    const error = await textOf({ name: "x", content: "{= text + text }" }, data).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    assert.propertyVal(error, "code", "render_failed");
    assert.match(String(error), /layout\.schemas\.0\.0: A text has more than 100,000 characters/);
  });

  it("does not parse values", async () => {
    const hostile = "{amount} **x** {1+1}";
    assert.strictEqual(
      await textOf({ name: "text", textFormat: "inline-markdown" }, dataOf({ text: hostile })),
      hostile,
    );
    assert.strictEqual(
      await textOf(
        { name: "x", content: "{text}", textFormat: "inline-markdown" },
        dataOf({ text: hostile }),
      ),
      hostile,
    );
  });

  it("fills the selected columns of tables", async () => {
    const rows = [
      { name: "A", price: "2" },
      { name: null, price: null },
    ];
    const { filling } = await fill(
      { name: "rows", type: "table", columns: ["price", "name"] },
      dataOf({}, rows),
    );
    assert.deepInclude(filling, {
      kind: "table",
      head: ["Price", "Name"],
      rows: [
        ["€2.00", "A"],
        ["", ""],
      ],
      columns: [
        { share: 0.5, alignment: "right" },
        { share: 0.5, alignment: undefined },
      ],
    });
  });

  it("prints a column in its format, with an exact sum", async () => {
    const table = {
      name: "rows",
      type: "table",
      columnStyles: { format: { 1: "currency:EUR@de-DE" }, alignment: { 0: "center" } },
      totals: { label: "Sum for {text}", columns: { price: "sum" } },
    };
    const rows = ["0.1", "0.2", null, "90071992547409931"].map((price) => ({ name: "A", price }));
    const { filling } = await fill(table, dataOf({ text: "Ada" }, rows));
    assert.deepInclude(filling, {
      totals: {
        columns: [
          { share: 0.5, alignment: undefined },
          { share: 0.5, alignment: "right" },
        ],
        cells: ["Sum for Ada", "90.071.992.547.409.931,30\u00a0€"],
      },
    });
    assert.deepNestedInclude(filling, { "rows[0][1]": "0,10\u00a0€" });
    const empty = await fill(table);
    assert.deepNestedInclude(empty.filling, { "totals.cells[1]": "0,00\u00a0€" });
  });

  it("merges the columns in front of the first sum for the label, or uses the first without a sum", async () => {
    const totals = { label: "Sum", columns: { price: "sum" } };
    const cellsOf = async (columns: ReadonlyArray<string>) => {
      const { filling } = await fill({ name: "rows", type: "table", columns, totals });
      return filling.kind === "table" && filling.totals;
    };
    const right = { share: 1 / 3, alignment: "right" } as const;
    assert.deepStrictEqual(await cellsOf(["name", "name", "price"]), {
      columns: [{ share: 2 / 3, alignment: undefined }, right],
      cells: ["Sum", "€0.00"],
    });
    assert.deepNestedInclude(await cellsOf(["price", "name", "name"]), {
      cells: ["€0.00", "Sum", ""],
    });
  });

  it.each([
    [{}, "", true],
    [{}, " \n ", true],
    [{}, "x", false],
    [{ backgroundColor: "#eee" }, "", false],
    [{ name: "logo", type: "image" }, "", true],
    [{ name: "rows", type: "list" }, "", true],
    [{ name: "rows", type: "table", showHead: false }, "", true],
    [{ name: "rows", type: "table" }, "", false],
    [{ type: "qrcode" }, "", true],
    [{ name: "rule", type: "line" }, "", false],
  ])("decides whether %j is blank with %j", async (more, text, isBlank) => {
    assert.strictEqual((await fill(more, dataOf({ text }))).isBlank, isBlank);
  });

  it.each([
    [null, false],
    ["", false],
    ["0", false],
    ["x", true],
  ])("decides whether the text %j counts as empty", async (text, isShown) => {
    assert.strictEqual((await fill({ when: "text" }, dataOf({ text }))).isShown, isShown);
    assert.strictEqual((await fill({ unless: "text" }, dataOf({ text }))).isShown, !isShown);
  });

  it.each([
    ["amount", "0.00", false],
    ["amount", "-0.01", true],
    ["paid", false, false],
    ["paid", true, true],
  ] as const)("applies the condition %s to %s: %s", async (key, value, isShown) => {
    assert.strictEqual((await fill({ when: key }, dataOf({ [key]: value }))).isShown, isShown);
  });
});
