import { assert, describe, it } from "@effect/vitest";

import { openObjects } from "./open_objects.ts";

describe("openObjects()", () => {
  it("speaks for objects of which nothing is said, wherever they are, and for nothing else", () => {
    const text = { type: "string" };
    const closed = { type: "object", properties: { text }, additionalProperties: false };
    const record = { type: "object", additionalProperties: text };
    const said = { closed, record, many: [text, { type: "object" }], data: { type: "object" } };
    assert.deepStrictEqual(openObjects(said), {
      ...{ closed, record },
      many: [text, { type: "object", additionalProperties: true }],
      data: { type: "object", additionalProperties: true },
    });
  });
});
