import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { fontChain, leadFace } from "../fonts/font_chain.ts";
import { dividedAt, fontFeatures, inLanguage, STANDARD_FEATURES } from "../fonts/font_features.ts";
import { shapeComplex } from "../fonts/harfbuzz.ts";
import { loadHyphenator } from "./hyphenation.ts";
import { plainRun, visualText } from "./run.ts";
import { shape } from "./shaping.ts";

const FACES = ["Roboto", "Roboto-Bold", "Roboto-Italic"] as const;
/** Kerned by `GPOS` in several ways: pairs of classes and of glyphs, extensions. */
const KERNED_FACES = () => [
  ...FACES.map(leadFace),
  fontChain("Roboto").faceFor(0x2713),
  fontChain("Roboto-Bold").faceFor(0x2713),
  fontChain("Roboto").faceFor(0x4f60),
  fontChain("Roboto").faceFor(0xac00),
];

describe("plainRun()", () => {
  const Letters = Schema.String.check(
    Schema.isPattern(/^[ -~¡-¬®-ɏΆ-ϿЀ-҂Ҋ-ԯ“”„…–—€₴№™]*$/u),
    Schema.isMinLength(1),
  );
  const UNKERNED = fontFeatures({ kerning: false, ligatures: false, tags: [] });
  it.prop("has the same widths as HarfBuzz without kerning", [Letters], ([text]) => {
    for (const name of FACES) {
      const face = leadFace(name);
      const run = plainRun(face, text, 0, text.length, UNKERNED);
      if (run === undefined) continue;
      const shapedGlyphs = shapeComplex(face, text, false, UNKERNED);
      assert.deepStrictEqual(
        shapedGlyphs.map(({ id }) => id),
        Array.from(text, (char) => face.plainGlyph(char.codePointAt(0) ?? 0)),
      );
      const advance = shapedGlyphs.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      assert.closeTo(run.width, advance * face.scale, 1e-6);
    }
  });

  /** Words of one script, because HarfBuzz chooses the ligatures by script. */
  const Word = Schema.Union(
    [/^[ -~]+$/, /^[!-~¡-¬®-ɏ]+$/, /^[fijltTVAW“”„.,-]+$/, /^[Ά-Ͽ]+$/, /^[Ѐ-҂Ҋ-ԯ]+$/].map(
      (pattern) => Schema.String.check(Schema.isPattern(pattern)),
    ),
  );
  it.prop("has the kerning and the ligatures of HarfBuzz", [Word], ([word]) => {
    const text = word.replaceAll(" ", "");
    for (const face of KERNED_FACES()) {
      const run = plainRun(face, text, 0, text.length);
      if (run === undefined) continue;
      const shapedGlyphs = shapeComplex(face, text, false, STANDARD_FEATURES);
      assert.strictEqual(run.glyphCount, shapedGlyphs.length, text);
      const advance = shapedGlyphs.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      // Each distance is rounded to a thousandth of the font size.
      assert.closeTo(run.width, advance * face.scale, 0.5 * text.length, text);
    }
  });

  const FEATURES = [["tnum"], ["onum", "pnum"], ["smcp"], ["-liga"], ["-kern"], ["ss01", "frac"]];
  it.prop("has the features of HarfBuzz", [Word], ([word]) => {
    const text = word.replaceAll(" ", "");
    const face = leadFace("Roboto");
    for (const tags of FEATURES) {
      const features = fontFeatures({ kerning: true, ligatures: true, tags });
      const run = shape(face, text, false, features);
      if (text.length === 0 || run.face !== face) continue;
      const shapedGlyphs = shapeComplex(face, text, false, features);
      const advance = shapedGlyphs.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      assert.closeTo(run.width, advance * face.scale, 0.5 * text.length, `${text} ${tags.join()}`);
    }
  });

  it("kerns pairs and joins ligatures", () => {
    const face = leadFace("Roboto");
    const width = (text: string) => plainRun(face, text, 0, text.length)?.width ?? 0;
    for (const [left = "", right = ""] of ["AV", "To", "Wo", "Ty", "P,", "ГА", "ΑΥ"].map((pair) =>
      Array.from(pair),
    ))
      assert.isBelow(width(left + right), width(left) + width(right) - 10, left + right);
    for (const [text, glyphs] of [
      ["fi", 1],
      ["ffi", 1],
      ["fl", 1],
      ["office", 4],
    ] as const)
      assert.strictEqual(plainRun(face, text, 0, text.length)?.glyphCount, glyphs);
  });

  it("refuses text that needs shaping or has no glyph", () => {
    const face = leadFace("Roboto");
    for (const text of ["x\u0302", "שלום", "हिन्दी"])
      assert.isTrue(plainRun(face, text, 0, text.length) === undefined);
  });
});

describe("shape()", () => {
  const read = (text: string, rightToLeft = false) =>
    visualText(shape(fontChain("Roboto").faceFor(text.codePointAt(0) ?? 0), text, rightToLeft));

  it("keeps the characters of every cluster", () => {
    for (const text of ["हिन्दी", "क्षत्रिय", "น้ำใหญ่", "x\u0302y", "a\u00a0b"])
      assert.strictEqual(read(text), text);
  });

  it("positions right-to-left text from its end, including marks and ligatures", () => {
    for (const text of ["שלום", "בְּרֵאשִׁית", "لا إله", "الْعَالَمِينَ"])
      assert.strictEqual(Array.from(read(text, true)).toReversed().join(""), text);
  });

  it("joins Arabic letters, except at a non-joiner", () => {
    const face = fontChain("Roboto").faceFor(0x645);
    const glyphs = (text: string) =>
      shapeComplex(face, text, true, STANDARD_FEATURES).map(({ id }) => id);
    assert.notDeepEqual(glyphs("مي"), [...glyphs("ي"), ...glyphs("م")]);
    assert.notDeepEqual(glyphs("می\u200cخ"), glyphs("میخ"));
    assert.strictEqual(read("می\u200cخ", true), "خ\u200cیم");
  });

  it("moves the vowel sign of a syllable before its letter", () => {
    const [first] = shapeComplex(
      fontChain("Roboto").faceFor(0x939),
      "हि",
      false,
      STANDARD_FEATURES,
    );
    const [letter] = shapeComplex(
      fontChain("Roboto").faceFor(0x939),
      "ह",
      false,
      STANDARD_FEATURES,
    );
    assert.notStrictEqual(first?.id, letter?.id);
  });
});

describe("dividedAt()", () => {
  it("leaves letters unjoined where German words are divided, also with HarfBuzz", async () => {
    const divide = await loadHyphenator("de");
    assert(divide !== undefined);
    const features = dividedAt(divide, STANDARD_FEATURES);
    const face = leadFace("SourceSerif");
    for (const [word, glyphCount] of [
      ["Auflage", 7],
      ["Kauflust", 8],
      ["Pflicht", 6],
      ["Flagge", 6],
      ["finden", 5],
      ["Rifflänge", 8],
    ] as const) {
      assert.strictEqual(plainRun(face, word, 0, word.length, features)?.glyphCount, glyphCount);
      assert.lengthOf(shapeComplex(face, word, false, features), glyphCount, word);
    }
    assert.strictEqual(plainRun(face, "Hoffläche", 0, 9, features)?.glyphCount, 8);
  });
});

describe("inLanguage()", () => {
  const glyphsOf = (
    language: string,
    text: string,
    name: "SourceSans" | "Roboto" = "SourceSans",
  ) => {
    const face = fontChain(name).faceFor(text.codePointAt(0) ?? 0);
    const run = shape(
      face,
      text,
      /\p{Script=Arabic}/u.test(text),
      inLanguage(language, STANDARD_FEATURES),
    );
    return run.kind === "plain"
      ? Array.from(text, (char) => face.plainGlyph(char.codePointAt(0) ?? 0))
      : run.clusters.flatMap(({ parts }) => parts.map(({ glyph }) => glyph));
  };

  it("has the letterforms of a language", () => {
    const cases = [
      ["bg-BG", "ru", "влади"],
      ["sr", "ru", "бг"],
      ["mr", "hi", "लश"],
      ["ur", "ar", "۴۶"],
    ] as const;
    for (const [language, other, text] of cases)
      assert.notDeepEqual(glyphsOf(language, text), glyphsOf(other, text), language);
    // Turkish tells i from ı, also behind f.
    assert.lengthOf(glyphsOf("tr", "fi", "Roboto"), 2);
    assert.deepStrictEqual(glyphsOf("bg", "house"), glyphsOf("en", "house"));
  });

  it("has the widths of HarfBuzz", () => {
    const words = ["Владимир", "filiș", "Дякую", "ıfilim", "Țară", "София", "„Липа“"];
    for (const language of ["bg", "mk", "nl", "ro", "sr", "tr"]) {
      const features = inLanguage(language, STANDARD_FEATURES);
      for (const name of ["SourceSans", "SourceSerif", "Roboto"] as const) {
        for (const word of words) {
          const face = leadFace(name);
          const advance = shapeComplex(face, word, false, features).reduce(
            (sum, { xAdvance }) => sum + xAdvance,
            0,
          );
          const { width } = shape(face, word, false, features);
          assert.closeTo(width, advance * face.scale, 0.5 * word.length, `${language} ${word}`);
        }
      }
    }
  });
});
