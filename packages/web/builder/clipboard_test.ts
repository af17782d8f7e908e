import { assert, describe, it } from "@effect/vitest";

import { definitionsFrom } from "./browser/data/definitions.ts";
import { fromClipboard, toClipboard } from "./browser/design/clipboard.ts";
import { parseLayout } from "./browser/design/saved_layout.ts";

const TEXT = { type: "text", position: { x: 20, y: 30 }, width: 60, height: 8 };
const DEFINITIONS = definitionsFrom(null, {
  variables: [
    { key: "customer.name", label: "Customer", dataType: "text", required: true },
    { key: "unused", label: "Unused", dataType: "text", required: false },
  ],
  loops: [],
});
const EMPTY = definitionsFrom(null);
const design = parseLayout(
  {
    basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] },
    schemas: [
      [
        { ...TEXT, name: "customer.name" },
        { ...TEXT, name: "Greeting", content: "Dear {customer.name}" },
      ],
    ],
  },
  DEFINITIONS,
);
const copied = toClipboard(design.schemas[0] ?? [], DEFINITIONS);

describe("copied fields", () => {
  it("bring the variables that they need to another template", () => {
    assert.notInclude(copied, "unused");
    const pasted = fromClipboard(copied, EMPTY);
    assert.deepEqual(pasted?.problems, []);
    assert.deepEqual(
      pasted?.fields.map(({ name }) => name),
      ["customer.name", "Greeting"],
    );
    assert.deepEqual(
      pasted?.custom.variables.map(({ key }) => key),
      ["customer.name"],
    );
  });

  it("bring none that the template has, or may not define", () => {
    assert.strictEqual(fromClipboard(copied, DEFINITIONS)?.custom.variables.length, 2);
    const catalog = { namespaces: [], loops: [], allowCustom: false };
    const strict = fromClipboard(copied, definitionsFrom(catalog));
    assert.deepEqual(strict?.custom.variables, []);
    assert.include(strict?.problems.join(), "customer.name");
  });

  it("are refused one by one where the rules of layouts refuse them", () => {
    const good = { ...TEXT, name: "Good", content: "Fine" };
    const bad = [
      { ...TEXT, name: "Colour", fontColor: "url(https://example.com)" },
      { ...TEXT, name: "Wide", width: 1e9 },
      { ...TEXT, name: "Type", type: "script" },
      { name: "Nowhere", type: "text" },
      "text",
      null,
    ];
    const text = JSON.stringify({ format: "paraph-fields/1", fields: [good, ...bad], manifest: 7 });
    const pasted = fromClipboard(text, EMPTY);
    assert.deepEqual(
      pasted?.fields.map(({ name }) => name),
      ["Good"],
    );
    assert.strictEqual(pasted?.problems.length, bad.length);
  });

  it("are only those of this format", () => {
    for (const text of ["", "Hello", "{}", "[]", '{"format":"paraph-fields/1"}', "paraph-fields/1"])
      assert.isUndefined(fromClipboard(text, EMPTY), text);
  });
});
