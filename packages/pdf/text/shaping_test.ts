import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { faceFor, leadFace } from "../fonts/faces.ts";
import { shapeComplex } from "../fonts/harfbuzz.ts";
import { plainRun, visualText } from "./run.ts";
import { shape } from "./shaping.ts";

const FACES = ["Roboto", "Roboto-Bold", "Roboto-Italic"] as const;

describe("plainRun()", () => {
  const Letters = Schema.String.check(
    Schema.isPattern(/^[ -~¡-¬®-ɏΆ-ϿЀ-҂Ҋ-ԯ“”„…–—€₴№™]*$/u),
    Schema.isMinLength(1),
  );
  it.prop("has the same widths as HarfBuzz", [Letters], ([text]) => {
    for (const name of FACES) {
      const face = leadFace(name);
      const run = plainRun(face, text, 0, text.length);
      if (run === undefined) continue;
      const shapedGlyphs = shapeComplex(face, text, false);
      assert.deepStrictEqual(
        shapedGlyphs.map(({ id }) => id),
        Array.from(text, (char) => face.plainGlyph(char.codePointAt(0) ?? 0)),
      );
      const advance = shapedGlyphs.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      assert.closeTo(run.width, advance * face.scale, 1e-6);
    }
  });

  it("refuses text that needs shaping or has no glyph", () => {
    const face = leadFace("Roboto");
    for (const text of ["x\u0302", "שלום", "हिन्दी"])
      assert.isTrue(plainRun(face, text, 0, text.length) === undefined);
  });
});

describe("shape()", () => {
  const read = (text: string, rightToLeft = false) =>
    visualText(shape(faceFor("Roboto", text.codePointAt(0) ?? 0), text, rightToLeft));

  it("keeps the characters of every cluster", () => {
    for (const text of ["हिन्दी", "क्षत्रिय", "น้ำใหญ่", "x\u0302y", "a\u00a0b"])
      assert.strictEqual(read(text), text);
  });

  it("positions right-to-left text from its end, including marks and ligatures", () => {
    for (const text of ["שלום", "בְּרֵאשִׁית", "لا إله", "الْعَالَمِينَ"])
      assert.strictEqual(Array.from(read(text, true)).toReversed().join(""), text);
  });

  it("joins Arabic letters, except at a non-joiner", () => {
    const face = faceFor("Roboto", 0x645);
    const glyphs = (text: string) => shapeComplex(face, text, true).map(({ id }) => id);
    assert.notDeepEqual(glyphs("مي"), [...glyphs("ي"), ...glyphs("م")]);
    assert.notDeepEqual(glyphs("می\u200cخ"), glyphs("میخ"));
    assert.strictEqual(read("می\u200cخ", true), "خ\u200cیم");
  });

  it("moves the vowel sign of a syllable before its letter", () => {
    const [first] = shapeComplex(faceFor("Roboto", 0x939), "हि", false);
    const [letter] = shapeComplex(faceFor("Roboto", 0x939), "ह", false);
    assert.notStrictEqual(first?.id, letter?.id);
  });
});
