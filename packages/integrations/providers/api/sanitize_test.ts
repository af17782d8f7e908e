import { assert, describe, it } from "@effect/vitest";
import { unstorableParts } from "@paraph/core/values";
import { Schema } from "effect";

import { withoutSecrets } from "./sanitize.ts";

describe("withoutSecrets()", () => {
  it("removes credentials and links of any type at any depth", () => {
    assert.deepEqual(
      withoutSecrets({
        id: 1,
        token: "abc",
        urls: null,
        people: [{ name: "Ada", signing_link: { href: "x" }, signingUrl: ["y"] }],
      }),
      {
        id: 1,
        token: "…",
        urls: null,
        people: [{ name: "Ada", signing_link: "…", signingUrl: "…" }],
      },
    );
  });

  it.prop("returns only values that PostgreSQL can store", [Schema.Json], ([callback]) => {
    assert.deepEqual(unstorableParts(withoutSecrets(callback)), []);
  });

  it("cuts off deeply nested values", () => {
    const deep = JSON.parse(`${'{"a":'.repeat(200)}"\\u0000\\ud800"${"}".repeat(200)}`);
    assert.deepEqual(unstorableParts(withoutSecrets(deep)), []);
    assert.deepEqual(unstorableParts(withoutSecrets({ "\0": "\ud800" })), []);
  });
});
