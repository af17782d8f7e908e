import { assert, describe, it } from "@effect/vitest";

import { fixedTexts } from "./fixed_texts.ts";

const MANIFEST = { variables: [], loops: [] };

describe("fixedTexts()", () => {
  it("finds the label of totals", () => {
    const table = { name: "a", type: "table", totals: { label: "Sum {x}", columns: {} } };
    assert.deepInclude(fixedTexts({ schemas: [[table]] }, MANIFEST), {
      path: "layout.schemas.0.0.totals.label",
      text: "Sum ",
    });
  });

  it("decodes the JSON escapes of cells and items", () => {
    for (const type of ["table", "list"]) {
      const field = { name: "a", type, content: String.raw`[["\u0e01"]]` };
      const [fixedText] = fixedTexts({ schemas: [[field]] }, MANIFEST);
      assert.include(fixedText?.text, "\u0e01");
    }
    const [fixedText] = fixedTexts(
      { schemas: [[{ name: "a", type: "list", content: "[1" }]] },
      MANIFEST,
    );
    assert.strictEqual(fixedText?.text, "[1");
  });
});
