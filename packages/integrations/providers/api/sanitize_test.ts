import { assert, describe, it } from "@effect/vitest";
import { unstorableParts } from "@paraph/core/values";
import { Schema } from "effect";

import { withoutSecrets } from "./sanitize.ts";

describe("withoutSecrets()", () => {
  it("takes out what opens anything, however deep and whatever it is", () => {
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

  it.prop("leaves nothing that cannot be kept", [Schema.Json], ([received]) => {
    assert.deepEqual(unstorableParts(withoutSecrets(received)), []);
  });

  it("keeps no more of what is nested without end than can be kept", () => {
    const deep = JSON.parse(`${'{"a":'.repeat(200)}"\\u0000\\ud800"${"}".repeat(200)}`);
    assert.deepEqual(unstorableParts(withoutSecrets(deep)), []);
    assert.deepEqual(unstorableParts(withoutSecrets({ "\0": "\ud800" })), []);
  });
});
