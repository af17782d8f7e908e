import { assert, describe, it } from "@effect/vitest";

import { openObjects } from "./openapi.ts";

describe("openObjects()", () => {
  it("opens objects without properties at any depth", () => {
    const text = { type: "string" };
    const record = { type: "object", additionalProperties: text };
    const input = { record, many: [text, { type: "object" }], data: { type: "object" } };
    assert.deepStrictEqual(openObjects(input), {
      record,
      many: [text, { type: "object", additionalProperties: true }],
      data: { type: "object", additionalProperties: true },
    });
  });

  it("removes additionalProperties: false", () => {
    const open = { type: "object", properties: { text: { type: "string" } } };
    const closed = { ...open, additionalProperties: false };
    assert.deepStrictEqual(openObjects({ closed, many: [closed] }), { closed: open, many: [open] });
  });
});
