import { assert, describe, it } from "@effect/vitest";
import { indexManifest, type LayoutField } from "@paraph/core/layouts";

import { dataOf, field, manifestOf } from "../testing/fixtures.ts";
import { fillField } from "./fill_layout.ts";

const index = indexManifest(
  manifestOf([
    {
      key: "amount",
      label: "Amount",
      dataType: "currency",
      required: false,
      format: "currency:EUR",
    },
    { key: "paid", label: "Paid", dataType: "boolean", required: false },
  ]),
);
const fill = (more: object, data = dataOf()) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fields are written as objects for short
  fillField(field(more) as unknown as LayoutField, index, data);
const textOf = (more: object, data = dataOf()) => {
  const { filling } = fill(more, data);
  return filling.kind === "text"
    ? filling.parts.map((part) => ("text" in part ? part.text : `<${part.page}>`)).join("")
    : filling;
};

describe("fillField()", () => {
  it("prints a bound value in its format, again for a second field", () => {
    assert.strictEqual(textOf({ name: "amount" }, dataOf({ amount: "1234.5" })), "€1,234.50");
    assert.strictEqual(
      textOf({ name: "amount#2", content: "sample" }, dataOf({ amount: "1" })),
      "€1.00",
    );
    assert.strictEqual(textOf({ name: "amount" }), "");
  });

  it("leaves page numbers open", () => {
    assert.strictEqual(
      textOf({ name: "x", content: "{currentPage}/{totalPages}" }),
      "<currentPage>/<totalPages>",
    );
  });

  it("never looks into a value", () => {
    const hostile = "{amount} **x** {1+1}";
    assert.strictEqual(
      textOf({ name: "text", textFormat: "inline-markdown" }, dataOf({ text: hostile })),
      hostile,
    );
    assert.strictEqual(
      textOf(
        { name: "x", content: "{text}", textFormat: "inline-markdown" },
        dataOf({ text: hostile }),
      ),
      hostile,
    );
  });

  it("fills tables by the columns they choose", () => {
    const rows = [
      { name: "A", price: "2" },
      { name: null, price: null },
    ];
    const { filling } = fill(
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
  ])("takes the text %j for empty or not", (text, isShown) => {
    assert.strictEqual(fill({ when: "text" }, dataOf({ text })).isShown, isShown);
    assert.strictEqual(fill({ unless: "text" }, dataOf({ text })).isShown, !isShown);
  });

  it.each([
    ["amount", "0.00", false],
    ["amount", "-0.01", true],
    ["paid", false, false],
    ["paid", true, true],
  ] as const)("draws by %s when it is %s: %s", (key, value, isShown) => {
    assert.strictEqual(fill({ when: key }, dataOf({ [key]: value })).isShown, isShown);
  });
});
