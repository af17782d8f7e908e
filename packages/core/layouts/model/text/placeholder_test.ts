import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { parseText } from "./placeholder.ts";

describe("parseText()", () => {
  it("finds keys, their formats and page numbers", () => {
    assert.deepStrictEqual(parseText("{a.b|date:DD/MM/YYYY} {currentPage}/{totalPages}"), [
      { kind: "value", key: "a.b", format: "date:DD/MM/YYYY" },
      { kind: "text", text: " " },
      { kind: "page", which: "currentPage" },
      { kind: "text", text: "/" },
      { kind: "page", which: "totalPages" },
    ]);
  });

  it.each(["terms", "note-2", "2026", "order-{orders.number}", "{a}-{b.c}"])(
    "finds a reference to the page of the anchor %s",
    (anchor) =>
      assert.deepStrictEqual(parseText(`{pageOf.${anchor}}`), [
        { kind: "page", which: "pageOf", anchor },
      ]),
  );

  it.each([
    "{pageOf.}",
    "{pageOf.a b}",
    "{pageOf.{6*7}}",
    "{6*7}",
    "{a.b()}",
    "{`x`}",
    "{}",
    "{a",
    "a}",
    "{a..b}",
    "{1a}",
    "{ a }",
    "{a|}",
    "{a|b|c}",
    "\\u007b",
  ])("treats %s as text", (text) =>
    assert.deepStrictEqual(parseText(text), [{ kind: "text", text }]),
  );

  it.each([
    ["{= a + 1 }", "a + 1", undefined],
    ["{=a|number:2}", "a", "number:2"],
    ["{= a || b | date:long }", "a || b", "date:long"],
    ["{= '}|' + \"{=\" }", "'}|' + \"{=\"", undefined],
    ["{= 'it\\'s' }", "'it\\'s'", undefined],
  ])("finds the expression %s", (text, source, format) =>
    assert.deepStrictEqual(parseText(text), [{ kind: "expression", source, format }]),
  );

  it("ends within a moment on expressions without an end", () => {
    const start = performance.now();
    for (const part of ["{=", `{=" `, `{=" ' `, `{='a' `, `{='{=`]) {
      const text = part.repeat(Math.floor(100_000 / part.length));
      assert.strictEqual(
        parseText(text).every(({ kind }) => kind !== "value"),
        true,
      );
    }
    assert.isBelow(performance.now() - start, 2_000);
  });

  it("parses the innermost braces", () => {
    assert.deepStrictEqual(parseText("{{a}}"), [
      { kind: "text", text: "{" },
      { kind: "value", key: "a", format: undefined },
      { kind: "text", text: "}" },
    ]);
  });

  it.prop("loses no character of text without braces", [Schema.String], ([text]) => {
    const plain = text.replaceAll("{", "");
    return (
      parseText(plain)
        .map((part) => (part.kind === "text" ? part.text : ""))
        .join("") === plain
    );
  });
});
