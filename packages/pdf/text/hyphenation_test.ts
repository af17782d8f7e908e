import { assert, describe, it } from "@effect/vitest";
import { Effect, Schema } from "effect";

import { loadHyphenator } from "./hyphenation.ts";

const hyphenated = async (language: string, word: string) => {
  const hyphenate = await loadHyphenator(language);
  let start = 0;
  const parts = [...(hyphenate?.(word) ?? []), word.length].map((end) => {
    const part = word.slice(start, end);
    start = end;
    return part;
  });
  return parts.join("-");
};

describe("loadHyphenator()", () => {
  it.each([
    ["de", "Vertragspartner", "Ver-trags-part-ner"],
    ["de-CH", "Datenschutzgrundverordnung,", "Da-ten-schutz-grund-ver-ord-nung,"],
    ["de", "(Zahlungsbedingungen)", "(Zah-lungs-be-din-gun-gen)"],
    ["en", "confidential", "con-fi-den-tial"],
    ["en-GB", "jurisdiction", "jur-is-dic-tion"],
    ["fr", "l’établissement", "l’éta-blis-se-ment"],
    ["es", "responsabilidad", "res-pon-sa-bi-li-dad"],
    ["nn-NO", "betalingsvilkår", "be-ta-lings-vil-kår"],
    ["ru", "ответственность", "от-вет-ствен-ность"],
    ["ja", "Vertragspartner", "Vertragspartner"],
  ])("in %s divides %s", async (language, word, expected) => {
    assert.strictEqual(await hyphenated(language, word), expected);
  });

  it.each([
    "BUNDESREPUBLIK",
    "office@example.com",
    "https://example.com/contract",
    "A4-Bogen12345",
  ])("does not divide %s", async (word) => assert.strictEqual(await hyphenated("de", word), word));

  it.effect.prop("divides any text at ascending offsets inside of it", [Schema.String], ([text]) =>
    Effect.promise(async () => {
      const offsets = (await loadHyphenator("de"))?.(text) ?? [];
      assert.deepStrictEqual(
        offsets,
        offsets.toSorted((a, b) => a - b),
      );
      for (const offset of offsets) assert.isTrue(offset > 1 && offset < text.length - 2);
    }),
  );
});
