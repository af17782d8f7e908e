import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { hasMaxCharacters, maxCharacters, visibleName } from "./text.ts";

const isName = Schema.is(visibleName(3));
const isShort = Schema.is(Schema.String.check(maxCharacters(3)));

describe("visibleName()", () => {
  it.each(["a", "🎉🎉🎉", " a ", "李", "٣", "&"])("accepts %j", (name) =>
    assert.isTrue(isName(name)),
  );

  it.each([
    "",
    " ",
    "\u00a0\u2003",
    "\u200b",
    "\u2060\ufeff",
    "\u3164",
    "\t\n",
    "\u2800",
    "🎉🎉🎉🎉",
  ])("refuses %j", (name) => assert.isFalse(isName(name)));

  it("reports one problem for an empty name", () => {
    const result = Schema.decodeUnknownResult(visibleName(3))("", { errors: "all" });
    assert.include(String(result), "Expected 1 to 3 characters");
    assert.notInclude(String(result), "visible");
  });
});

describe("hasMaxCharacters()", () => {
  it.prop("counts like JSON Schema and PostgreSQL", [Schema.String], ([text]) => {
    assert.strictEqual(hasMaxCharacters(text, 3), Array.from(text).length <= 3);
    assert.strictEqual(isShort(text), hasMaxCharacters(text, 3));
  });
});
