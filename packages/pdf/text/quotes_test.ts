import { assert, describe, it } from "@effect/vitest";

import { withQuotes } from "./quotes.ts";

const quoted = (text: string, language: string) =>
  withQuotes([{ text, fontName: "Roboto" }], language)
    .map((span) => span.text)
    .join("");

const SAID = `"He said 'yes'," it's told`;

describe("withQuotes()", () => {
  it.each([
    ["en", "“He said ‘yes’,” it’s told"],
    ["en-GB", "“He said ‘yes’,” it’s told"],
    ["de", "„He said ‚yes‘,“ it’s told"],
    ["de-AT", "„He said ‚yes‘,“ it’s told"],
    ["de-CH", "«He said ‹yes›,» it’s told"],
    ["fr", "«\u00a0He said “yes”,\u00a0» it’s told"],
    ["es-MX", "«He said “yes”,» it’s told"],
    ["pl", "„He said ‚yes’,” it’s told"],
    ["sv", "”He said ’yes’,” it’s told"],
    ["ru", "«He said „yes“,» it’s told"],
    ["ja", "「He said 『yes』,」 it’s told"],
    ["zh-TW", "「He said 『yes』,」 it’s told"],
    ["zh-CN", "“He said ‘yes’,” it’s told"],
    ["und", "“He said ‘yes’,” it’s told"],
  ])("has the marks of %s", (language, expected) =>
    assert.strictEqual(quoted(SAID, language), expected),
  );

  it.each([
    [`the '90s and rock 'n' roll`, "the ’90s and rock ‘n’ roll"],
    [`"'Yes,' she said"`, "“‘Yes,’ she said”"],
    [`("a") - "b"/"c"`, "(“a”) - “b”/“c”"],
    [`a 5" pipe, 6' long`, `a 5" pipe, 6' long`],
    [`a "5" pipe`, "a “5” pipe"],
    [`the authors' rights`, "the authors’ rights"],
    [`"one\ntwo" three`, "“one\ntwo” three"],
    [`'`, "’"],
    [`"`, `"`],
    ["l'été d'Anne", "l’été d’Anne"],
  ])("sets %s", (text, expected) => assert.strictEqual(quoted(text, "en"), expected));

  it("sees the text of all spans, each in its language", () => {
    const spans = [
      { text: 'He said "', fontName: "Roboto" as const },
      { text: "yes", fontName: "Roboto-Bold" as const },
      { text: '" and ', fontName: "Roboto" as const },
      { text: '"ja"', fontName: "Roboto" as const, mark: { language: "de" } },
    ];
    const texts = withQuotes(spans, "en").map(({ text }) => text);
    assert.deepEqual(texts, ["He said “", "yes", "” and ", "„ja“"]);
  });

  it("leaves text without straight marks as it is", () => {
    const spans = [{ text: "“Yes”, it’s", fontName: "Roboto" as const }];
    assert.strictEqual(withQuotes(spans, "de"), spans);
  });
});
