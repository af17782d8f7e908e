import { assert, describe, it } from "@effect/vitest";
import { threadMillisSince } from "@paraph/testing/cpu_time";
import { Schema } from "effect";

import { MissingGlyph } from "../fonts/faces.ts";
import { fontFeatures } from "../fonts/font_features.ts";
import { breakLines } from "./break_lines.ts";
import { loadHyphenator } from "./hyphenation.ts";
import type { Line } from "./line.ts";
import { shapeText } from "./paragraph.ts";
import { visualText } from "./run.ts";
import { STANDARD_TEXT, type TextOptions } from "./text_options.ts";

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

  it("sets letters apart, but needs no space behind the last letter of a line", () => {
    const spacing = 500;
    for (const text of ["12345", "שלום"]) {
      const [whole] = lines(text, undefined, spacing);
      const width = whole?.width ?? 0;
      assert.deepStrictEqual(lines(text, width, spacing).map(logical), [text]);
      assert.isAbove(lines(text, width - 2, spacing).length, 1);
      const both = lines(`${text} ${text}`, width, spacing);
      assert.deepStrictEqual(both.map(logical), [text, text]);
    }
  });

  it("breaks Chinese and Japanese between characters, but never before a full stop", () => {
    const brokenLines = lines("你好世界。".repeat(20), 5_000);
    assert.isAbove(brokenLines.length, 10);
    for (const line of brokenLines) assert.notStrictEqual(logical(line)[0], "。");
  });

  it("removes the empty halves between punctuation of Chinese and Japanese", () => {
    const widthOf = (text: string, language: string) => {
      const options = { ...STANDARD_TEXT, language, hasCjkGaps: true };
      return breakLines(shapeText([{ text, fontName: "Roboto" }], options), Infinity, 0)[0]?.width;
    };
    assert.strictEqual(widthOf("値は、「一（二）」（三）。", "ja"), 11_000);
    assert.strictEqual(widthOf("は、一「二」三・四", "ja"), 9_000);
    // In traditional Chinese, commas are in the middle of their cells.
    assert.strictEqual(widthOf("一」，二", "zh-Hans"), 3_500);
    assert.strictEqual(widthOf("一，」二", "zh-Hant"), 4_000);
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

  it("sets a line without letters in the direction of the text", () => {
    const directions = (text: string) => lines(text).map(({ rightToLeft }) => rightToLeft);
    assert.deepStrictEqual(directions("תהראן\n1100\n۱۱۰۰\nHaifa"), [true, true, true, false]);
    assert.deepStrictEqual(directions("12\nחיפה\n"), [true, true, false]);
    assert.deepStrictEqual(directions("Haifa\n1100\nחיפה"), [false, false, true]);
    assert.strictEqual(inVisualOrder(lines("חיפה\n+12 34")[1]!), "+12 34");
  });

  it("adds spacing between characters", () => {
    const [plain] = lines("abcd");
    const [spacedLine] = lines("abcd", Number.POSITIVE_INFINITY, 100);
    assert.closeTo((spacedLine?.width ?? 0) - (plain?.width ?? 0), 300, 1);
  });

  it("hyphenates at soft hyphens, and drops the others", () => {
    const text = "Donau\u00addampf\u00adschiff Donau\u00addampf\u00adschiff";
    assert.deepStrictEqual(lines(text, 6_500).map(logical), [
      "Donaudampf-",
      "schiff Donau-",
      "dampfschiff",
    ]);
    assert.deepStrictEqual(lines(text).map(logical), ["Donaudampfschiff Donaudampfschiff"]);
  });

  it("keeps the hyphens of a text whose features replace them", async () => {
    const hyphenator = await loadHyphenator("en");
    const fonts = [
      ["SourceSans", "c2sc"],
      ["SourceSerif", "case"],
    ] as const;
    for (const [fontName, tag] of fonts) {
      const features = fontFeatures({ kerning: true, ligatures: true, tags: [tag] });
      const options = { ...STANDARD_TEXT, features, hyphenator };
      const text = shapeText([{ text: "international representation", fontName }], options);
      const brokenLines = breakLines(text, 6_000, 0).map(logical);
      assert.match(brokenLines.join("|"), /representa-\|tion|repre-\|sentation/, fontName);
    }
  });

  it("divides long words at soft hyphens, too", () => {
    const brokenLines = lines("Straßen\u00adbahn\u00ad".repeat(20), 8_000).map(logical);
    assert.deepStrictEqual(brokenLines.slice(0, 2), ["Straßenbahn-", "Straßenbahn-"]);
    assert.strictEqual(brokenLines.join("").replaceAll("-", ""), "Straßenbahn".repeat(20));
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

  it("breaks a long word with many soft hyphens quickly", () => {
    const before = process.threadCpuUsage();
    assert.isAbove(lines("ש\u00ad".repeat(50_000), 10_000).length, 1_000);
    assert.isBelow(threadMillisSince(before), 10_000);
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

  describe("of justified text", () => {
    const spacing = { min: 0.75, max: 1.5 };
    const justify = (text: string, width: number, options: Partial<TextOptions> = {}) =>
      breakLines(
        shapeText([{ text, fontName: "Roboto" }], { ...STANDARD_TEXT, ...options }),
        width,
        0,
        { justified: spacing },
      );
    const space = lines("a b")[0]!.width - lines("a")[0]!.width - lines("b")[0]!.width;
    /** The widths of the spaces, relative to their natural width. */
    const spacesOf = (brokenLines: ReadonlyArray<Line>, width: number) =>
      brokenLines.slice(0, -1).map((line) => 1 + (width - line.width) / line.gaps / space);

    it("chooses more even lines than the first fit", async () => {
      const hyphenator = await loadHyphenator("en");
      const text = `${"The parties acknowledge that this agreement constitutes their entire understanding. ".repeat(8)}End.`;
      for (const width of [18_000, 24_000, 32_000]) {
        const brokenLines = justify(text, width, { hyphenator });
        const spaces = spacesOf(brokenLines, width);
        const widest = Math.max(...spaces);
        assert.isAtLeast(Math.min(...spaces), 0.7);
        assert.isBelow(widest, Math.max(...spacesOf(lines(text, width), width)));
        assert.strictEqual(
          brokenLines.map(logical).join(" ").replaceAll("- ", ""),
          text,
          `at ${width}`,
        );
        const ladder = brokenLines
          .map((line) => (logical(line).endsWith("-") ? "-" : " "))
          .join("");
        assert.notInclude(ladder, "----");
      }
    });

    it("brings letters closer around apostrophes and no-break spaces, but never joined letters", () => {
      const linesOf = (text: string) => {
        const shaped = shapeText([{ text, fontName: "SourceSerif" }]);
        const [whole] = breakLines(shaped, Infinity, 0);
        assert.isDefined(whole);
        const count = whole.pieces.reduce((sum, { run }) => sum + run.glyphCount, 0);
        const letters = { min: -10, max: 0 };
        const limits = { justified: { min: 1, max: 1.5, letters } };
        return breakLines(shaped, whole.width - count * 9, 0, limits).length;
      };
      for (const text of [
        "the offer of the tenants",
        "the tenants’ offer",
        "Article\u00a04 of the offer",
      ])
        assert.strictEqual(linesOf(text), 1, text);
      assert.isAbove(linesOf("مرحبا بالعالم"), 1);
    });

    it("hyphenates text in several fonts", async () => {
      const hyphenator = await loadHyphenator("de");
      const spans = [
        { text: "Die Zahlungs", fontName: "Roboto" },
        { text: "bedingungen gelten auch für die Geheimhaltung.", fontName: "Roboto-Bold" },
      ] as const;
      const brokenLines = breakLines(shapeText(spans, { ...STANDARD_TEXT, hyphenator }), 7_500, 0, {
        justified: spacing,
      });
      assert.isAbove(brokenLines.length, 2);
      assert.include(brokenLines.map(logical).join("|"), "-|");
    });

    it("widens lines of Japanese between characters, but not before punctuation", () => {
      const text =
        "エレベーターのサイズ、階段の幅員（2026年10月版）によって作業内容が変わる場合は、御相談いたします。";
      const width = 12_500;
      const brokenLines = justify(text, width, { isJustified: true });
      assert.strictEqual(brokenLines.map(logical).join(""), text);
      for (const line of brokenLines.slice(0, -1)) {
        // Each character but the last can be set apart, except at punctuation.
        assert.isBelow((width - line.width) / line.gaps, 200, logical(line));
      }
      const [line] = justify("あい「う」、", 10_000, { isJustified: true });
      assert.strictEqual(line?.gaps, 2);
    });

    it("narrows the punctuation of Japanese to fit more into a line", () => {
      const options = { isJustified: true, hasCjkGaps: true };
      const text = "値は、一（二）三、四です。五";
      const [whole, ...rest] = justify(text, 13_000, options);
      assert.lengthOf(rest, 0);
      assert.strictEqual(whole && logical(whole), text);
      assert.isAtMost(whole?.width ?? 0, 13_001);
      // The marks are at least three quarters of their cells.
      assert.isAbove(justify(text, 12_600, options).length, 1);
    });

    const Words = Schema.String.check(Schema.isPattern(/^[a-zA-Z ,.\u00ad-]*$/));
    it.prop("loses only spaces and soft hyphens", [Words], ([text]) => {
      const brokenText = justify(text, 4_000).map(logical).join("");
      const plain = (content: string) => content.replace(/[- \u00ad]/g, "");
      return plain(brokenText) === plain(text);
    });

    it("breaks a long text quickly", async () => {
      const before = process.threadCpuUsage();
      const text = "Vertragspartner und Zahlungsbedingungen ".repeat(2_500);
      justify(text, 40_000, { hyphenator: await loadHyphenator("de") });
      assert.isBelow(threadMillisSince(before), 10_000);
    });

    it("breaks text quickly that has many words in a line", () => {
      const before = process.threadCpuUsage();
      assert.lengthOf(justify("word ".repeat(20_000), 30_000_000), 2);
      assert.isBelow(threadMillisSince(before), 10_000);
    });
  });
});
