import { assert, describe, it } from "@effect/vitest";

import { isOwn } from "./same_origin.ts";

const BASE = "https://sign.example/paraph";

describe("isOwn()", () => {
  it("takes what its own pages send, under either name that they are reached by", () => {
    assert.isTrue(isOwn({ headers: {} }, BASE));
    assert.isTrue(isOwn({ headers: { origin: "https://sign.example" } }, BASE));
    const inner = { host: "10.0.0.7:3000", origin: "http://10.0.0.7:3000" };
    assert.isTrue(isOwn({ headers: { ...inner, "sec-fetch-site": "same-origin" } }, BASE));
    assert.isTrue(isOwn({ headers: { "sec-fetch-site": "none" } }, BASE));
  });

  it("refuses what pages of others make browsers send", () => {
    for (const headers of [
      { origin: "https://evil.example", host: "sign.example" },
      { origin: "https://sign.example.evil.example" },
      { origin: "http://sign.example:8080" },
      { origin: "null" },
      { origin: "https://sign.example", "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ]) {
      assert.isFalse(isOwn({ headers }, BASE), JSON.stringify(headers));
    }
  });
});
