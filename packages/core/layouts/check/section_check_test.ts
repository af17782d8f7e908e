import { assert, describe, it } from "@effect/vitest";

import type { Manifest } from "../../manifests/mod.ts";
import type { Layout } from "../model/layout.ts";
import { checkLayout } from "./layout_check.ts";

const PDF = "data:application/pdf;base64,JVBERi0xLjc=";
const A4 = { width: 210, height: 297, padding: [20, 20, 20, 20] };
const field = (more: object) => ({
  name: "customer.name",
  type: "text",
  position: { x: 20, y: 20 },
  width: 50,
  height: 10,
  ...more,
});
const layoutOf = (...fields: ReadonlyArray<object>) => ({ basePdf: A4, schemas: [fields] });
/** Allows invalid layouts, which the type excludes. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const asLayout = (layout: object) => layout as Layout;

describe("sections", () => {
  const text = (key: string, dataType: "text" | "currency" = "text") =>
    ({ key, label: key, dataType, required: false }) as const;
  const nested: Manifest = {
    variables: [text("title")],
    loops: [
      {
        key: "orders",
        label: "Orders",
        itemFields: [text("number"), text("total", "currency")],
        loops: [
          { key: "items", label: "Items", itemFields: [text("name"), text("price", "currency")] },
        ],
      },
    ],
  };
  const inside = (more: object) =>
    field({ position: { x: 0, y: 0 }, name: "orders.number", ...more });
  const section = (more: object, ...fields: ReadonlyArray<object>) => ({
    name: "orders",
    type: "section",
    position: { x: 20, y: 40 },
    width: 80,
    height: 40,
    fields: fields.length === 0 ? [inside({})] : fields,
    ...more,
  });
  const items = (more: object = {}, ...fields: ReadonlyArray<object>) =>
    section(
      { name: "orders.items", position: { x: 0, y: 10 }, height: 30, ...more },
      ...(fields.length === 0 ? [inside({ name: "orders.items.name" })] : fields),
    );
  const of = (...fields: ReadonlyArray<object>) =>
    checkLayout(asLayout(layoutOf(...fields)), nested).map(
      ({ path, message }) => `${path.replace("layout.schemas.0.0.", "")}: ${message}`,
    );

  it.each([
    section({}),
    section({ name: "orders#2", gap: 5, pageBreakBetween: true, keepTogether: true }),
    section({ name: "Closing", when: "orders" }, inside({ name: "title" })),
    section({ when: "orders.total > 10 && count(orders.items) > 1", unless: "orders.number" }),
    section({ grid: { columns: 2, rows: 3, gapX: 5 } }),
    section({ pageBreakBefore: true, restartPageNumbers: true, pageNumberFormat: "upper-roman" }),
    section({}, inside({}), items({ keepWithNext: true })),
    section(
      {},
      inside({
        name: "orders.items",
        type: "table",
        columns: ["name", "{= row.price * 2 + orders.total }"],
        head: ["a", "b"],
        totals: { label: "{orders.number}", columns: { "1": "sum" } },
      }),
    ),
    section(
      {},
      inside({
        name: "Sum",
        content: "{orders.total|currency:EUR} {= sum(orders.items.price) / orders.total }",
      }),
    ),
  ])("accepts %#", (good) => assert.deepStrictEqual(of(good), []));

  it.each([
    [section({ fields: undefined }), "fields: Expected array"],
    [
      section({}, inside({ name: "orders.numbr" })),
      'fields.0.name: The manifest has no "orders.numbr". Did you mean "orders.number"?',
    ],
    [
      section({}, inside({ width: 90 })),
      "fields.0.width: Reaches out of the section of 80 × 40 mm, whose top left is 0, 0",
    ],
    [
      section({}, inside({ name: "x", content: "{= orders.totl }" })),
      'fields.0.content: "orders" has no item field "totl". Did you mean "total"? (column 1 of {= orders.totl })',
    ],
    [
      section({}, inside({ name: "x", content: "{orders}" })),
      'fields.0.content: "orders" is one row here: choose a value of it, such as orders.number',
    ],
    [section({ position: { x: 140, y: 40 } }), "width: Reaches off the page of 210 × 297 mm"],
    [section({ when: "orders.total", unless: "totl" }), 'unless: The manifest has no "totl"'],
    [
      section({ name: "title" }, inside({ name: "title" })),
      'name: "title" is one value: a section repeats a list of rows',
    ],
    [
      section({ name: "orders.items" }, inside({ name: "title" })),
      'name: "orders.items" belongs to the rows of "orders": use it in a section named "orders"',
    ],
    [
      section({}, section({ position: { x: 0, y: 0 } })),
      'fields.0.name: "orders" is one row here: choose a value of it, such as orders.number',
    ],
    [
      section({ name: "Once", gap: 4 }, inside({ name: "title" })),
      "gap: Only a section with the name of a loop repeats",
    ],
    [
      section({ restartPageNumbers: true }),
      'restartPageNumbers: Needs a page of its own: add "pageBreakBefore": true',
    ],
    [
      section({ pageNumberFormat: "decimal" }),
      "pageNumberFormat: Only a section with restartPageNumbers has it",
    ],
    [section({ grid: { columns: 3 } }), "grid.columns: The columns reach off the page"],
    [section({ grid: { columns: 2, rows: 9 } }), "grid.rows: The rows reach off the page"],
    [section({ grid: { columns: 2 }, gap: 2 }), "gap: A grid has grid.gapX and grid.gapY"],
    [
      section({ grid: { columns: 2 } }, inside({ overflow: "expand" })),
      "fields.0.overflow: Grows with the data, which a cell of a grid cannot",
    ],
    [
      section({ grid: { columns: 2 } }, items()),
      "fields.0.type: Repeats with the data, which a cell of a grid cannot",
    ],
    [
      inside({ name: "orders.items", type: "table" }),
      'name: "orders.items" belongs to the rows of "orders": use it in a section named "orders"',
    ],
    [
      section({ height: 0 }, inside({ height: 0 })),
      "height: A section needs a width and a height above 0",
    ],
  ])("refuses %#", (bad, expected) => assert.include(of(bad), expected));

  it("refuses sections on overlays, in staticSchema and nested too deep", () => {
    const layout = { basePdf: PDF, schemas: [[section({})]] };
    assert.deepStrictEqual(
      checkLayout(asLayout(layout), nested).map(({ path }) => path),
      ["layout.schemas.0.0.type"],
    );
    const deep = (levels: number): object =>
      section(
        { name: `Level ${levels}`, position: { x: 0, y: 0 } },
        levels === 0 ? inside({ name: "title" }) : deep(levels - 1),
      );
    assert.deepStrictEqual(of(deep(4)), []);
    assert.deepStrictEqual(of(deep(5)).length, 1);
  });
});
