import { assert, describe, it } from "@effect/vitest";

import { prettyJson } from "./pretty_json.ts";

describe("prettyJson()", () => {
  it("breaks only objects and lists that are too long for a line", () => {
    const long = "x".repeat(60);
    assert.strictEqual(
      prettyJson({ id: 1, none: {}, list: [1, { a: "b" }], long }),
      `{\n  "id": 1,\n  "none": {},\n  "list": [1, { "a": "b" }],\n  "long": "${long}"\n}`,
    );
  });
});
