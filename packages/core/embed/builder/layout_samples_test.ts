import { assert, describe, it } from "@effect/vitest";

import { barcodeProblem, BarcodeType, svgRoot } from "../../layouts/mod.ts";
import { layoutSamples } from "./layout_samples.ts";

const samples = (type: string, previewData?: string) => {
  const variable = { key: "code", label: "Code é", dataType: "text", required: false } as const;
  const definition = previewData === undefined ? variable : { ...variable, previewData };
  const layout = { schemas: [[{ name: "code#2", type }]] };
  return String(layoutSamples(layout, { variables: [definition], loops: [] })["code"]);
};

describe("layoutSamples()", () => {
  it.each(BarcodeType.literals)("has a valid value for a %s", (type) =>
    assert.isUndefined(barcodeProblem(type, samples(type))),
  );

  it("has a drawing for an SVG field, and uses preview data that can be rendered", () => {
    assert.isDefined(svgRoot(samples("svg")));
    assert.strictEqual(samples("text"), "Code é");
    assert.strictEqual(samples("ean8", "12345670"), "12345670");
    assert.notStrictEqual(samples("ean8", "no digits"), "no digits");
  });
});
