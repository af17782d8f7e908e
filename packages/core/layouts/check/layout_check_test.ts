import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import type { Manifest } from "../../manifests/mod.ts";
import type { Layout } from "../model/layout.ts";
import { checkLayout } from "./layout_check.ts";

const manifest: Manifest = {
  variables: [
    { key: "customer.name", label: "Customer", dataType: "text", required: true },
    { key: "total", label: "Total", dataType: "currency", required: true },
    { key: "logo", label: "Logo", dataType: "image", required: false },
    { key: "paid", label: "Paid", dataType: "boolean", required: false },
  ],
  loops: [
    {
      key: "items",
      label: "Items",
      itemFields: [
        { key: "name", label: "Name", dataType: "text", required: true },
        { key: "price", label: "Price", dataType: "currency", required: true },
      ],
    },
  ],
};

const A4 = { width: 210, height: 297, padding: [20, 20, 20, 20] };
const PDF = "data:application/pdf;base64,JVBERi0xLjc=";
const PIXEL = "data:image/png;base64,iVBORw0KGgo=";
const field = (more: object) => ({
  name: "customer.name",
  type: "text",
  position: { x: 20, y: 20 },
  width: 50,
  height: 10,
  ...more,
});
const table = (more: object) => field({ name: "items", type: "table", ...more });
const layoutOf = (...fields: ReadonlyArray<object>) => ({ basePdf: A4, schemas: [fields] });
/** Allows invalid layouts, which the type excludes. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const asLayout = (layout: object) => layout as Layout;
const paths = (layout: object, ...rest: [ReadonlyArray<{ width: number; height: number }>?]) => [
  ...new Set(checkLayout(asLayout(layout), manifest, ...rest).map(({ path }) => path)),
];

const sign = (more: object) => field({ name: "sign", type: "signature", role: "client", ...more });

describe("checkLayout()", () => {
  it("checks signing fields", () => {
    const types = ["signature", "initials", "signingDate", "signingText", "signingCheckbox"];
    const fields = types.map((type) => sign({ type }));
    assert.deepEqual(paths(layoutOf(...fields, sign({ name: "a.b", required: false }))), []);
    assert.deepEqual(paths(layoutOf(field({ type: "signature", name: "logo" }))), []);
    const settings = [
      { type: "signingChoice", options: ["A", "B"], display: "radio", content: "" },
      { type: "signingText", content: "{customer.name}", placeholder: "?", validation: "email" },
      { type: "signingDate", format: "DD.MM.YYYY" },
    ];
    assert.deepEqual(paths(layoutOf(...settings.map(sign))), []);
    for (const [more, path] of [
      [{ role: "" }, "role"],
      [{ role: "x".repeat(61) }, "role"],
      [{ role: null }, "role"],
      [{ type: "initials", role: undefined }, "role"],
      [{ required: "yes" }, "required"],
      [{ label: "x".repeat(161) }, "label"],
      [{ width: 0 }, "width"],
      [{ height: 0 }, "height"],
      [{ rotate: 90 }, "rotate"],
      [{ opacity: 0.5 }, "opacity"],
      [{ position: { x: 200, y: 20 } }, "width"],
      [{ when: "unknown" }, "when"],
      [{ type: "signingChoice" }, "options"],
      [{ type: "signingChoice", options: ["A", "A"] }, "options"],
      [{ type: "signingChoice", options: [] }, "options"],
      [{ type: "signingChoice", options: ["A", "\u200b"] }, "options.1"],
      [{ options: ["A"] }, "options"],
      [{ type: "signingDate", content: "today" }, "content"],
      [{ type: "signingText", content: "{unknown}" }, "content"],
      [{ type: "signingText", validation: "^a$" }, "validation"],
      [{ type: "signingDate", format: "D/M/YY" }, "format"],
    ] as const)
      assert.deepEqual(paths(layoutOf(sign(more))), [`layout.schemas.0.0.${path}`]);
  });

  it.each([
    field({}),
    field({ name: "customer.name#again" }),
    field({
      name: "Greeting",
      content: "Dear {customer.name}, {total|currency:EUR} { see below }",
      readOnly: true,
    }),
    field({ name: "Greeting", content: "Dear {customer.name}" }),
    field({ richText: true, columns: { count: 2, gap: 5 } }),
    field({
      name: "Sum",
      content:
        "{= upper(customer.name) + ': ' + string(sum(items.price)) } {= total / 2 |number:1}",
      when: "total > 100 && has(items)",
      unless: "{= paid }",
    }),
    field({
      name: "t",
      content:
        "[a](https://b.c/{customer.name}) [d]({customer.name}) [e]{color=#c00} [f]{lang=zh-Hans}",
      richText: true,
    }),
    field({ name: "t", type: "multiVariableText", text: "{customer.name}" }),
    field({
      name: "items",
      type: "table",
      columns: ["price"],
      head: ["Price {total}"],
      headWidthPercentages: [100],
    }),
    field({ name: "items", type: "list" }),
    field({ name: "static", type: "table", content: '[["a","b"]]', head: ["A", "B"] }),
    field({ name: "logo", type: "image" }),
    field({ name: "seal", type: "image", content: PIXEL }),
    field({ name: "logo", type: "image", fit: "cover", focalPoint: { x: 50, y: 20 } }),
    field({ name: "rule", type: "line", color: "#000" }),
    field({ name: "paid", type: "checkbox" }),
    field({ name: "code", type: "qrcode", content: "https://example.com/{customer.name}" }),
    field({ when: "items", unless: "total" }),
    field({
      fontName: "Roboto-Bold",
      fontColor: "#1a2b3c",
      fontSize: 9,
      dynamicFontSize: { min: 4, max: 9 },
    }),
    field({ fontName: null, backgroundColor: "", opacity: 1, rotate: 90 }),
    field({ pageBreakBefore: true, keepWithNext: true, keepTogether: true }),
    field({ kerning: false, hyphenate: true, fontFeatures: ["tnum", "-liga", "ss01"] }),
    field({ numCells: 12, alignment: "right" }),
    field({ alignment: "justify", wordSpacing: { min: 80, max: 133 }, firstLineIndent: 5 }),
    table({
      columnStyles: { alignment: { 0: "center" }, format: { 1: "currency:EUR@de-DE" } },
      totals: {
        label: "Total of {customer.name}",
        columns: { price: "sum" },
        styles: { fontSize: 9 },
      },
    }),
    table({ columns: ["price"], totals: { columns: { price: "sum" } } }),
    table({
      columns: ["name", "price", "{= row.price * 1.19 |currency:EUR}"],
      head: ["a", "b", "c"],
      totals: { columns: { name: "count", price: "avg", "2": "max" } },
    }),
  ])("accepts field %#", (good) => assert.deepStrictEqual(paths(layoutOf(good)), []));

  it.each([
    [field({ type: "hologram" }), ["type"]],
    [field({ type: undefined }), ["type"]],
    [
      field({ position: undefined, width: "wide", fontSize: -1 }),
      ["position", "width", "fontSize"],
    ],
    [field({ width: Number.NaN }), ["width"]],
    [field({ height: Number.POSITIVE_INFINITY }), ["height"]],
    [field({ position: { x: -1, y: 0 } }), ["position.x"]],
    [field({ width: 250 }), ["width"]],
    [field({ position: { x: 20, y: 290 } }), ["height"]],
    [field({ fontColor: "red" }), ["fontColor"]],
    [field({ fontName: 1 }), ["fontName"]],
    [field({ name: "unknown.key" }), ["name"]],
    [field({ name: "unknown" }), ["name"]],
    [field({ name: "unknown#2", content: "x" }), ["name"]],
    [field({ name: "items" }), ["name"]],
    [field({ name: "logo" }), ["name"]],
    [field({ name: "total", type: "image" }), ["name"]],
    [field({ name: "total", type: "table" }), ["name"]],
    [field({ name: "x", content: "{unknown.key}" }), ["content"]],
    [field({ name: "x", content: "{items}" }), ["content"]],
    [
      field({ name: "x", content: "{items.reduce((sum, row) => sum + row.price, 0)}" }),
      ["content"],
    ],
    [field({ name: "x", content: "Due {total + 1}, {6*7}" }), ["content"]],
    [field({ name: "total", type: "multiVariableText", text: "Due {total}" }), ["text"]],
    [field({ name: "x", content: "{total|date:long}" }), ["content"]],
    [field({ name: "x", content: "{customer.name|currency:EUR}" }), ["content"]],
    [table({ columnStyles: { format: { 0: "bogus" } } }), ["columnStyles.format.0"]],
    [field({ when: "unknown", unless: "neither" }), ["when", "unless"]],
    [field({ name: "items", type: "table", columns: ["price", "colour"] }), ["columns.1"]],
    [field({ name: "items", type: "table", head: ["One"] }), ["head"]],
    [
      field({ name: "items", type: "table", headWidthPercentages: [50, 0] }),
      ["headWidthPercentages.1"],
    ],
    [field({ name: "x", type: "table", content: "[[1]]" }), ["content"]],
    [field({ name: "x", type: "image", content: "https://example.com/a.png" }), ["content"]],
    [field({ name: "x", type: "image", content: "data:image/webp;base64,AAAA" }), ["content"]],
    [
      field({ name: "logo", type: "image", fit: "crop", focalPoint: { x: 101, y: -1 } }),
      ["fit", "focalPoint.x", "focalPoint.y"],
    ],
    [field({ name: "x", type: "svg", content: "<svg" }), ["content"]],
    [field({ name: "x", type: "ean13", content: "123" }), ["content"]],
    [field({ dynamicFontSize: { min: 9, max: 4 } }), ["dynamicFontSize"]],
    [field({ name: "total", richText: true }), ["richText"]],
    [field({ name: "x", richText: true, content: "[a](javascript:b)" }), ["content"]],
    [field({ name: "x", textFormat: "inline-markdown", content: "[a](ftp://b)" }), ["content"]],
    [
      field({ name: "x", type: "multiVariableText", richText: true, text: "[a]{color=red}" }),
      ["text"],
    ],
    [field({ columns: { count: 2, gap: 5 } }), ["columns"]],
    [field({ richText: true, columns: { count: 3, gap: 25 } }), ["columns.gap"]],
    [field({ richText: true, columns: { count: 1.5, gap: 5 } }), ["columns.count"]],
    [field({ fontFeatures: ["tnum", "tnun"] }), ["fontFeatures.1"]],
    [field({ fontFeatures: "tnum", kerning: 1 }), ["fontFeatures", "kerning"]],
    [field({ numCells: 0 }), ["numCells"]],
    [field({ numCells: 9, overflow: "expand" }), ["overflow"]],
    [
      field({ wordSpacing: { min: 120 }, firstLineIndent: -1 }),
      ["wordSpacing.min", "firstLineIndent"],
    ],
    [table({ bodyStyles: { fontFeatures: ["small-caps"] } }), ["bodyStyles.fontFeatures.0"]],
    [field({ pageBreakBefore: "yes", keepWithNext: 1 }), ["pageBreakBefore", "keepWithNext"]],
    [table({ columnStyles: { format: { 1: "date:long" } } }), ["columnStyles.format.1"]],
    [
      table({ columnStyles: { format: { 2: "percent", x: "percent" } } }),
      ["columnStyles.format.2", "columnStyles.format.x"],
    ],
    [table({ totals: { columns: {} } }), ["totals.columns"]],
    [table({ totals: { columns: { price: "mean" } } }), ["totals.columns.price"]],
    [
      table({ totals: { columns: { name: "sum", tax: "sum" } } }),
      ["totals.columns.name", "totals.columns.tax"],
    ],
    [table({ columns: ["name"], totals: { columns: { price: "sum" } } }), ["totals.columns.price"]],
    [table({ totals: { columns: { name: "max" } } }), ["totals.columns.name"]],
    [table({ totals: { columns: { "2": "sum" } } }), ["totals.columns.2"]],
    [table({ columns: ["{= row.price * 2 }"] }), ["head"]],
    [table({ columns: ["{= row.prize * 2 }"], head: ["a"] }), ["columns.0"]],
    [table({ columns: ["{= price }"], head: ["a"] }), ["columns.0"]],
    [table({ columns: ["{= row.price } EUR"], head: ["a"] }), ["columns.0"]],
    [
      table({
        columns: ["{= row.price }"],
        head: ["a"],
        columnStyles: { format: { "0": "number" } },
      }),
      ["columnStyles.format.0"],
    ],
    [
      table({
        columns: ["{= upper(row.name) }", "price"],
        head: ["a", "b"],
        totals: { columns: { "0": "sum" } },
      }),
      ["totals.columns.0"],
    ],
    [
      table({ columns: ["price"], totals: { label: "Total", columns: { price: "sum" } } }),
      ["totals.label"],
    ],
    [table({ totals: { label: "{unknown}", columns: { price: "sum" } } }), ["totals.label"]],
    [
      field({ name: "x", type: "table", content: '[["1"]]', totals: { columns: { a: "sum" } } }),
      ["totals"],
    ],
  ])("rejects field %#, with its path", (bad, expected) => {
    assert.sameMembers(
      paths(layoutOf(bad)),
      expected.map((path) => `layout.schemas.0.0.${path}`),
    );
  });

  it("checks the settings of a layout", () => {
    const settings = { language: "de-CH", kerning: false, hyphenate: true, missingGlyph: "fail" };
    assert.deepStrictEqual(paths({ ...layoutOf(field({})), ...settings }), []);
    const wrong = { language: "not a tag", kerning: 1, hyphenate: "yes", missingGlyph: "skip" };
    assert.sameMembers(
      paths({ ...layoutOf(field({})), ...wrong }),
      Object.keys(wrong).map((key) => `layout.${key}`),
    );
  });

  it("checks the language of a field", () => {
    assert.deepStrictEqual(paths(layoutOf(field({ language: "fr-CA" }))), []);
    assert.deepStrictEqual(paths(layoutOf(field({ language: "french text" }))), [
      "layout.schemas.0.0.language",
    ]);
  });

  it("checks the standard of a layout", () => {
    const problems = (standard: string | ReadonlyArray<string>) =>
      checkLayout(asLayout({ ...layoutOf(field({})), standard }), manifest);
    assert.deepStrictEqual(problems("pdf/a-2u"), []);
    for (const wrong of ["pdf/a-1b", [], ["pdf/a-2u", "pdf/a-3u"], ["pdf/ua-1", "pdf/ua-1"]])
      assert.include(problems(wrong)[0]?.path, "layout.standard");
  });

  it.each([
    ["tnun", "tnum"],
    ["small-caps", "smcp"],
  ])("suggests a feature for %s", (feature, suggestion) => {
    const [issue] = checkLayout(asLayout(layoutOf(field({ fontFeatures: [feature] }))), manifest);
    assert.include(issue?.message, `Did you mean "${suggestion}"?`);
  });

  it.each([
    [{ schemas: [[]] }, "layout.basePdf"],
    [{ basePdf: "https://example.com/a.pdf", schemas: [[]] }, "layout.basePdf"],
    [{ basePdf: { ...A4, width: "wide" }, schemas: [[]] }, "layout.basePdf.width"],
    [{ basePdf: { ...A4, padding: [150, 0, 150, 0] }, schemas: [[]] }, "layout.basePdf"],
    [{ basePdf: A4 }, "layout.schemas"],
    [{ basePdf: A4, schemas: [] }, "layout.schemas"],
    [{ basePdf: A4, schemas: [{}] }, "layout.schemas.0"],
    [{ basePdf: A4, schemas: [[null]] }, "layout.schemas.0.0"],
    [{ basePdf: A4, schemas: Array.from({ length: 201 }, () => []) }, "layout.schemas"],
    [{ basePdf: A4, schemas: [Array.from({ length: 2001 }, () => ({}))] }, "layout.schemas"],
    [
      {
        basePdf: { ...A4, staticSchema: [field({ name: "items", type: "table" })] },
        schemas: [[]],
      },
      "layout.basePdf.staticSchema.0.type",
    ],
    [
      { basePdf: PDF, schemas: [[field({ name: "items", type: "table" })]] },
      "layout.schemas.0.0.type",
    ],
    [{ basePdf: PDF, schemas: [[field({ overflow: "expand" })]] }, "layout.schemas.0.0.overflow"],
    [
      { basePdf: { ...A4, width: -1 }, schemas: [[table({})]], pages: [{}] },
      "layout.basePdf.width",
    ],
    [
      { basePdf: PDF, schemas: [[field({ pageBreakBefore: true })]] },
      "layout.schemas.0.0.pageBreakBefore",
    ],
  ])("rejects layout %#", (bad, expected) => assert.deepStrictEqual(paths(bad), [expected]));

  it.each([
    [
      { content: "a {= totel * 2 }" },
      'content: The manifest has no "totel". Did you mean "total"? (column 1 of {= totel * 2 })',
    ],
    [
      { content: "{= total |date:long}" },
      'content: A currency cannot print as "date:long" (column 1 of {= total })',
    ],
    [
      { content: "{= items }" },
      "content: Text cannot show a list of rows: use join(), count() or sum() (column 1 of {= items })",
    ],
    [{ content: "{= 1 + }" }, "content: Expected a value after + (column 4 of {= 1 + })"],
    [
      { content: "{= 'a }" },
      "content: {= 'a } is not an expression: it has no end, or has braces, a quote or a single | outside of quotes",
    ],
    [
      { content: `{= ${"1+".repeat(500)}1 }` },
      `content: {= ${"1+".repeat(58)}1… is longer than 1,000 characters: divide it`,
    ],
    [
      { content: "{total + 1}" },
      "content: {total + 1} is an expression, which Paraph evaluates only as {= … }. To print these braces, send the whole text as a variable",
    ],
    [{ when: "payd" }, 'when: The manifest has no "payd". Did you mean "paid"?'],
    [
      { when: "total + 1" },
      "when: Expected true or false, not a number: compare it, as in total > 0 (column 1 of {= total + 1 })",
    ],
    [
      { unless: "total > customer.nam" },
      'unless: The manifest has no "customer.nam". Did you mean "customer.name"? (column 9 of {= total > customer.nam })',
    ],
  ])("says where the problem of an expression is: %j", (more, expected) => {
    const problems = checkLayout(
      asLayout(layoutOf(field({ name: "a", content: "a", ...more }))),
      manifest,
    );
    assert.deepStrictEqual(
      problems.map(({ path, message }) => `${path}: ${message}`),
      [`layout.schemas.0.0.${expected}`],
    );
  });

  it("compares an overlay with the displayed pages of its base PDF", () => {
    const layout = { basePdf: PDF, schemas: [[field({ width: 120 })], [field({})]] };
    assert.deepStrictEqual(paths(layout), []);
    assert.deepStrictEqual(paths(layout, [{ width: 100, height: 100 }]), [
      "layout.schemas.0.0.width",
      "layout.schemas.1",
    ]);
  });

  it("reports every problem", () => {
    const layout = { basePdf: {}, schemas: [[field({ type: "x" }), field({ fontColor: "x" })]] };
    assert.isAbove(checkLayout(asLayout(layout), manifest).length, 3);
  });

  it("handles names of inherited properties like any others", () => {
    const names = ["__proto__", "constructor", "toString", "hasOwnProperty"];
    for (const name of names) {
      assert.deepStrictEqual(paths(layoutOf(field({ name, type: name }))), [
        "layout.schemas.0.0.type",
      ]);
      assert.deepStrictEqual(paths(layoutOf(field({ name }))), ["layout.schemas.0.0.name"]);
      assert.deepStrictEqual(paths(layoutOf(field({ when: name }))), ["layout.schemas.0.0.when"]);
    }
  });

  it("handles deeply nested layouts", () => {
    let deep: unknown = [];
    for (let depth = 0; depth < 50_000; depth++) deep = [deep];
    assert.isNotEmpty(paths({ basePdf: deep, schemas: deep }));
    assert.isNotEmpty(paths(layoutOf(field({ position: deep, content: deep }))));
  });

  it.prop("never throws", [Schema.Json, Schema.Json], ([base, page]) =>
    Array.isArray(checkLayout({ basePdf: base, schemas: [[page]] }, manifest)),
  );
});
