import { assert, describe, it } from "@effect/vitest";
import { Result } from "effect";

import { DataType } from "./data_type.ts";
import { checkInputData } from "./input_data.ts";
import { Manifest, type VariableDefinition } from "./manifest.ts";
import { sampleData } from "./sample_data.ts";

const variable = (more: Partial<VariableDefinition> = {}): VariableDefinition => ({
  key: "value",
  label: "Value",
  dataType: "text",
  required: true,
  ...more,
});
const sampleOf = (more: Partial<VariableDefinition>) =>
  sampleData({ variables: [variable(more)], loops: [] })["value"];

describe("sampleData()", () => {
  it.prop("matches its manifest", [Manifest], ([manifest]) => {
    const result = checkInputData(manifest, sampleData(manifest));
    assert.deepStrictEqual(Result.isFailure(result) ? result.failure : [], []);
  });

  it("has values for all variables and two rows for a loop", () => {
    const fields = DataType.literals.map((dataType) => variable({ key: dataType, dataType }));
    const rows = { key: "rows", label: "Rows", itemFields: fields };
    const data = checkInputData(
      { variables: fields, loops: [rows] },
      sampleData({ variables: fields, loops: [rows] }),
    );
    const { values, loops } = Result.getOrThrow(data);
    assert.strictEqual(loops["rows"]?.length, 2);
    for (const row of [values, ...(loops["rows"] ?? [])]) {
      for (const [key, value] of Object.entries(row)) assert.isNotNull(value, key);
    }
  });

  it("prefers valid preview data", () => {
    assert.strictEqual(sampleOf({ previewData: "Ada" }), "Ada");
    assert.strictEqual(sampleOf({ previewData: { no: "text" } }), "Value");
    assert.strictEqual(sampleOf({ previewData: null }), "Value");
    const itemFields = [variable({ key: "price", dataType: "currency" })];
    const loop = (previewData: ReadonlyArray<Readonly<Record<string, string>>>) =>
      sampleData({
        variables: [],
        loops: [{ key: "rows", label: "Rows", itemFields, previewData }],
      });
    assert.deepStrictEqual(loop([{ price: "3" }])["rows"], [{ price: "3" }]);
    assert.deepStrictEqual(loop([{ price: "much" }])["rows"], loop([])["rows"]);
  });

  it("is between 0 and 1 for percentages", () => {
    assert.strictEqual(sampleOf({ dataType: "number", format: "percent:1" }), "0.25");
    assert.strictEqual(sampleOf({ dataType: "number", format: "number:1" }), "12");
  });
});
