import { assert, describe, it } from "@effect/vitest";

import { isSameOrigin } from "./same_origin.ts";

const BASE = "https://sign.example/paraph";

describe("isSameOrigin()", () => {
  it("accepts requests of its own pages, at the public and the internal host", () => {
    assert.isTrue(isSameOrigin({ headers: {} }, BASE));
    assert.isTrue(isSameOrigin({ headers: { origin: "https://sign.example" } }, BASE));
    const inner = { host: "10.0.0.7:3000", origin: "http://10.0.0.7:3000" };
    assert.isTrue(isSameOrigin({ headers: { ...inner, "sec-fetch-site": "same-origin" } }, BASE));
    assert.isTrue(isSameOrigin({ headers: { "sec-fetch-site": "none" } }, BASE));
  });

  it("rejects requests from pages of other origins", () => {
    for (const headers of [
      { origin: "https://evil.example", host: "sign.example" },
      { origin: "https://sign.example.evil.example" },
      { origin: "http://sign.example:8080" },
      { origin: "null" },
      { origin: "https://sign.example", "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ]) {
      assert.isFalse(isSameOrigin({ headers }, BASE), JSON.stringify(headers));
    }
  });
});
