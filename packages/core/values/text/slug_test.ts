import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { Slug, slugFromName, suffixSlug, toSlug } from "./slug.ts";

const SHAPE = { maxLength: 60, fallback: "project" };

describe("slugFromName()", () => {
  it.prop("derives a slug from any name", [Schema.String], ([name]) => {
    const slug = slugFromName(name, SHAPE);
    assert.isTrue(Schema.is(Slug)(slug));
    assert.isAtMost(slug.length, 60);
  });

  it.each([
    ["Acme Ltd.", "acme-ltd"],
    ["Ünïcödé  Straße", "unicode-strasse"],
    ["Smørrebrød & Æbler", "smorrebrod-aebler"],
    ["Łódź", "lodz"],
    ["Đorđe Þór", "dorde-thor"],
    ["Москва, Чайка", "moskva-chayka"],
    ["Ελλάδα", "ellada"],
    ["東京", "dongjing"],
    // Symbols are folded to ASCII or become a dash.
    ["½ ﬁne №5", "1-2-fine-no5"],
    ["e\u0301", "e"],
    ["A–B © €", "a-b"],
    ["🚀", "project"],
    ["--", "project"],
    ["x".repeat(90), "x".repeat(60)],
    [`${"x".repeat(59)} y`, "x".repeat(59)],
  ])("%s becomes %s", (name, slug) => assert.strictEqual(slugFromName(name, SHAPE), slug));
});

describe("suffixSlug()", () => {
  it("stays within the length limit", () => {
    const slug = suffixSlug(slugFromName("x".repeat(60), SHAPE), "12", 60);
    assert.strictEqual(slug, `${"x".repeat(57)}-12`);
  });
});

describe("toSlug()", () => {
  it.each(["", "A", "a_b", "-a", "a-", "a--b", "a b", "é", "x".repeat(121)])("refuses %j", (text) =>
    assert.isUndefined(toSlug(text)),
  );
});
