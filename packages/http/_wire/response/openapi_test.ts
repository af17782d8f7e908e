import { assert, describe, it } from "@effect/vitest";

import { openObjects } from "./openapi.ts";

describe("openObjects()", () => {
  it("speaks for objects of which nothing is said, wherever they are", () => {
    const text = { type: "string" };
    const record = { type: "object", additionalProperties: text };
    const said = { record, many: [text, { type: "object" }], data: { type: "object" } };
    assert.deepStrictEqual(openObjects(said), {
      record,
      many: [text, { type: "object", additionalProperties: true }],
      data: { type: "object", additionalProperties: true },
    });
  });

  it("says of none that it holds nothing but what is said of it", () => {
    const open = { type: "object", properties: { text: { type: "string" } } };
    const closed = { ...open, additionalProperties: false };
    assert.deepStrictEqual(openObjects({ closed, many: [closed] }), { closed: open, many: [open] });
  });
});
