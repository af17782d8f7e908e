/**
 * Scripts by their ISO 15924 code, and letters that every font of the script has. Fonts cover scripts in
 * parts, so these are the letters of everyday text.
 */
const SCRIPTS: Readonly<Record<string, string>> = {
  Latn: "AZazéñü",
  Grek: "ΑΩαως",
  Cyrl: "АЯаяё",
  Armn: "ԱՖաֆ",
  Geor: "აჰ",
  Hebr: "את",
  Arab: "ابهي",
  Deva: "अकह",
  Beng: "অকহ",
  Guru: "ਅਕਹ",
  Gujr: "અકહ",
  Orya: "ଅକହ",
  Taml: "அகஹ",
  Telu: "అకహ",
  Knda: "ಅಕಹ",
  Mlym: "അകഹ",
  Sinh: "අකහ",
  Thai: "กฮ",
  Laoo: "ກຮ",
  Tibt: "ཀཧ",
  Mymr: "ကဟ",
  Khmr: "កហ",
  Ethi: "ሀፐ",
  Hang: "가힣",
  Hira: "あん",
  Kana: "アン",
  Hani: "一人大",
};

/**
 * The scripts that a font can write, by their ISO 15924 codes in a fixed order.
 *
 * @example A font with basic Latin letters and some accents
 * ```ts
 * import { scriptsOf } from "@paraph/core/fonts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(scriptsOf((codePoint) => codePoint < 0x250), ["Latn"]);
 * ```
 *
 * @param has Whether the font has a code point.
 */
export function scriptsOf(has: (codePoint: number) => boolean): ReadonlyArray<string> {
  return Object.entries(SCRIPTS)
    .filter(([, letters]) => Array.from(letters).every((char) => has(char.codePointAt(0) ?? 0)))
    .map(([code]) => code);
}
