import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { AllowedOrigins, normaliseOrigins, originOf } from "./origin.ts";

const isAllowed = Schema.is(AllowedOrigins);

describe("originOf()", () => {
  it.each([
    ["https://example.com", "https://example.com"],
    ["https://example.com/", "https://example.com"],
    ["HTTP://EXAMPLE.com:80", "http://example.com"],
    ["https://example.com:8443", "https://example.com:8443"],
    ["http://[::1]:3000", "http://[::1]:3000"],
    ["http://127.1", "http://127.0.0.1"],
    ["https://bücher.example", "https://xn--bcher-kva.example"],
  ])("reads %s as %s", (text, origin) => assert.strictEqual(originOf(text), origin));

  it.each([
    "",
    "null",
    "*",
    "example.com",
    "//example.com",
    "https://",
    "https:example.com",
    "ftp://example.com",
    "file:///etc",
    "javascript:alert(1)",
    "data:,x",
    "ws://example.com",
    "https://example.com/a",
    "https://example.com//",
    "https://example.com?a",
    "https://a#b",
    "https://me@example.com",
    "https://me:pass@example.com",
    "https://example.com\\@evil.com",
    "https://*.example.com",
    "https://a;b",
    "https://a'b",
    "https://a,b",
    "https://a b",
    " https://example.com",
    "https://example.com\n",
    "https://example.com:99999",
    "https://a:b",
  ])("refuses %j", (text) => assert.isUndefined(originOf(text)));

  it.prop("is idempotent", [Schema.String], ([text]) => {
    const origin = originOf(`https://${text}`);
    if (origin !== undefined) assert.strictEqual(originOf(origin), origin);
  });
});

describe("AllowedOrigins", () => {
  it("has at most 50 origins", () => {
    const origins = Array.from({ length: 51 }, (_, index) => `https://${index}.example.com`);
    assert.isFalse(isAllowed(origins));
    assert.isTrue(isAllowed(origins.slice(1)));
  });
});

describe("normaliseOrigins()", () => {
  it("removes duplicates and preserves the order", () => {
    const origins = ["https://b.example", "https://a.example", "HTTPS://B.example:443/"];
    assert.deepStrictEqual(normaliseOrigins(origins), ["https://b.example", "https://a.example"]);
  });
});
