import { assert, describe, it } from "@effect/vitest";

import { acceptedLanguage, acceptsType, languageOf } from "./language.ts";

describe("acceptedLanguage()", () => {
  it.each([
    ["fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5", "fr"],
    ["sv, ja;q=0.3, PT-br;q=0.4", "pt"],
    ["en;q=0.1, pl", "pl"],
    ["de;q=1.0, it;q=1", "de"],
    ["de;q=0, nl;q=0.001", "nl"],
    ["*, es;q=0.9", "en"],
    ["de;q=2, es;q=-1, it;q=nonsense", "en"],
    ["", "en"],
    [";;;,,,=", "en"],
    ["__proto__, constructor", "en"],
    [undefined, "en"],
  ])("%j is %s", (header, expected) => assert.strictEqual(acceptedLanguage(header), expected));

  it("reads huge headers in little time", () =>
    assert.strictEqual(acceptedLanguage(`${"x,".repeat(500_000)}de`), "en"));
});

describe("languageOf()", () => {
  it.each([
    ["de-CH-1996", "de"],
    [" JA ", "ja"],
    ["den", undefined],
    ["", undefined],
  ])("%j is %s", (tag, expected) => assert.strictEqual(languageOf(tag), expected));
});

describe("acceptsType()", () => {
  it.each([
    ["text/html", true],
    ["application/json;q=0.9, TEXT/HTML ; q=0.1", true],
    ["text/html;q=0", false],
    ["text/*, */*", false],
    ["application/xhtml+xml", false],
    [undefined, false],
  ])("%j: %s", (header, expected) =>
    assert.strictEqual(acceptsType(header, "text/html"), expected),
  );
});
