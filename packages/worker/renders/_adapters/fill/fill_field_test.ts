import { assert, describe, it } from "@effect/vitest";

import { compileLayout } from "../compile/compile_layout.ts";
import { dataOf, field, layoutOf, manifestOf } from "../testing/fixtures.ts";
import { fillField } from "./fill_field.ts";

const manifest = manifestOf([
  {
    key: "amount",
    label: "Amount",
    dataType: "currency",
    required: false,
    format: "currency:EUR",
  },
  { key: "paid", label: "Paid", dataType: "boolean", required: false },
]);
const fill = async (more: object, data = dataOf()) => {
  const source = { layout: layoutOf(field(more)), manifest, title: "Title" };
  const [compiled] = (await compileLayout(source)).pages.flat();
  assert.isDefined(compiled);
  return fillField(compiled, data);
};
const textOf = async (more: object, data = dataOf()) => {
  const { filling } = await fill(more, data);
  return filling.kind === "text"
    ? filling.parts.map((part) => ("text" in part ? part.text : `<${part.page}>`)).join("")
    : filling;
};

describe("fillField()", () => {
  it("prints a bound value in its format, again for a second field", async () => {
    assert.strictEqual(await textOf({ name: "amount" }, dataOf({ amount: "1234.5" })), "€1,234.50");
    assert.strictEqual(
      await textOf({ name: "amount#2", content: "sample" }, dataOf({ amount: "1" })),
      "€1.00",
    );
    assert.strictEqual(await textOf({ name: "amount" }), "");
  });

  it("leaves page numbers open", async () => {
    assert.strictEqual(
      await textOf({ name: "x", content: "{currentPage}/{totalPages}" }),
      "<currentPage>/<totalPages>",
    );
  });

  it("never looks into a value", async () => {
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

  it("fills tables by the columns they choose", async () => {
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

  it.each([
    [null, false],
    ["", false],
    ["0", false],
    ["x", true],
  ])("takes the text %j for empty or not", async (text, isShown) => {
    assert.strictEqual((await fill({ when: "text" }, dataOf({ text }))).isShown, isShown);
    assert.strictEqual((await fill({ unless: "text" }, dataOf({ text }))).isShown, !isShown);
  });

  it.each([
    ["amount", "0.00", false],
    ["amount", "-0.01", true],
    ["paid", false, false],
    ["paid", true, true],
  ] as const)("draws by %s when it is %s: %s", async (key, value, isShown) => {
    assert.strictEqual((await fill({ when: key }, dataOf({ [key]: value }))).isShown, isShown);
  });
});
