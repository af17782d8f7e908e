import { assert, describe, it } from "@effect/vitest";
import { threadMillisSince } from "@paraph/testing/cpu_time";
import { Schema } from "effect";

import { MissingGlyph } from "../fonts/faces.ts";
import type { Line } from "./line.ts";
import { breakLines, shapeText } from "./paragraph.ts";
import { visualText } from "./run.ts";

const lines = (text: string, width = Number.POSITIVE_INFINITY, spacing = 0) =>
  breakLines(shapeText([{ text, fontName: "Roboto" }]), width, spacing);
const logical = ({ pieces }: Line) =>
  pieces
    .map(({ run, level }) =>
      level % 2 === 0 || run.kind === "plain"
        ? visualText(run)
        : run.clusters
            .toReversed()
            .map(({ text }) => text)
            .join(""),
    )
    .join("");
const inVisualOrder = ({ pieces, order }: Line) =>
  order
    .flatMap((offset) => pieces[offset] ?? [])
    .map(({ run }) => visualText(run))
    .join("");

describe("shapeText() and breakLines()", () => {
  it("breaks between words, and inside of words that are wider than a line", () => {
    const text = "The quick brown fox jumps over the lazy dog and " + "very".repeat(30);
    const brokenLines = lines(text, 10_000);
    assert.isAbove(brokenLines.length, 5);
    for (const line of brokenLines) assert.isBelow(line.width, 10_001);
    assert.strictEqual(
      brokenLines.map(logical).join("").replaceAll(" ", ""),
      text.replaceAll(" ", ""),
    );
  });

  it("breaks Chinese and Japanese between characters, but never before a full stop", () => {
    const brokenLines = lines("你好世界。".repeat(20), 5_000);
    assert.isAbove(brokenLines.length, 10);
    for (const line of brokenLines) assert.notStrictEqual(logical(line)[0], "。");
  });

  it("preserves paragraphs and empty lines", () => {
    assert.deepStrictEqual(lines("a\r\n\nb\u2028c").map(logical), ["a", "", "b", "c"]);
  });

  it("keeps text in reading order and positions it in its direction", () => {
    const [line] = lines("abc שלום (12) def");
    assert.strictEqual(line && logical(line), "abc שלום (12) def");
    // The brackets are drawn mirrored, and keep the original text.
    assert.strictEqual(line && inVisualOrder(line), "abc )12( םולש def");
    assert.strictEqual(lines("שלום")[0]?.rightToLeft, true);
  });

  it("adds spacing between characters", () => {
    const [plain] = lines("abcd");
    const [spacedLine] = lines("abcd", Number.POSITIVE_INFINITY, 100);
    assert.closeTo((spacedLine?.width ?? 0) - (plain?.width ?? 0), 300, 1);
  });

  it("sets a letter and its marks in one face if possible", () => {
    const runs = (text: string) =>
      lines(text).flatMap(({ pieces }) => pieces.map(({ run }) => run));
    const [circumflex, ...rest] = runs("x\u0302");
    assert.lengthOf(rest, 0);
    assert.strictEqual(circumflex?.glyphCount, 1);
    assert.lengthOf(runs("한\u0e31"), 2);
  });

  it("reports characters that no font has", () => {
    assert.throws(() => lines("\u{10400}"), MissingGlyph);
  });

  it("breaks a long text quickly", () => {
    const before = process.threadCpuUsage();
    assert.lengthOf(lines("x".repeat(100_000), 0), 100_000);
    assert.isBelow(threadMillisSince(before), 15_000);
  });

  it("positions a pile of marks quickly", () => {
    const before = process.threadCpuUsage();
    assert.lengthOf(lines("a" + "\u0301".repeat(99_999), 5_000), 1);
    assert.isBelow(threadMillisSince(before), 5_000);
  });

  const Latin = Schema.String.check(Schema.isPattern(/^[ -~]*$/));
  it.prop("loses only spaces at line ends", [Latin], ([text]) => {
    const brokenText = lines(text, 2_000).map(logical).join("");
    return brokenText.replaceAll(" ", "") === text.replaceAll(" ", "");
  });
});
