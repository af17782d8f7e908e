import { assert, describe, it } from "@effect/vitest";

import { plainJson, plainLine, plainText } from "./plain_text.ts";
import { truncate, tableLines } from "./table.ts";

describe("tableLines()", () => {
  const headings = [
    { title: "id", canShrink: false },
    { title: "name", canShrink: true },
    { title: "note", canShrink: true },
  ];
  const rows = [
    ["0198c0de", "日本語の名前です", "short"],
    ["0198c0df", "Ada", "a note that is longer than the space that is left"],
  ];

  it("aligns columns by their width on the screen", () => {
    assert.deepStrictEqual(tableLines(headings, rows, Number.POSITIVE_INFINITY), [
      "id        name              note",
      "0198c0de  日本語の名前です  short",
      "0198c0df  Ada               a note that is longer than the space that is left",
    ]);
  });

  it("cuts columns that can shrink, the widest first", () => {
    assert.deepStrictEqual(tableLines(headings, rows, 40), [
      "id        name            note",
      "0198c0de  日本語の名前…   short",
      "0198c0df  Ada             a note that i…",
    ]);
    const narrow = tableLines(headings, rows, 28);
    assert.isTrue(narrow.every((line) => line.length <= 28));
    assert.match(narrow[1]!, /^0198c0de {2}/);
    assert.deepStrictEqual(tableLines(headings, rows, 10), narrow);
  });
});

describe("truncate()", () => {
  it("cuts between graphemes", () => {
    assert.strictEqual(truncate("👩‍👩‍👧 family", 4), "👩‍👩‍👧…");
    assert.strictEqual(truncate("whole", 5), "whole");
  });
});

describe("plainText()", () => {
  it("removes characters that control the terminal", () => {
    assert.strictEqual(plainText("a\u001b[2J\u009b1m\u202eb\nc"), "a\ufffd[2J\ufffd1m\ufffdb\nc");
    assert.strictEqual(plainLine(" a\tb\r\nc "), "a b c");
    const json = plainJson({ name: "\u001b[2J\u009b\u202e\u{e0001}é" });
    assert.strictEqual(json, '{"name":"\\u001b[2J\\u009b\\u202e\\udb40\\udc01é"}');
    assert.deepStrictEqual(JSON.parse(json), { name: "\u001b[2J\u009b\u202e\u{e0001}é" });
  });
});
