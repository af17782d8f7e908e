import { bundledFace } from "./bundled_faces.ts";

/** A form of the Han characters: of Japan, of simplified and traditional Chinese, and of Korea. */
export type CjkForm = "JP" | "SC" | "TC" | "KR";

export const CJK_FORMS: ReadonlyArray<CjkForm> = ["JP", "SC", "TC", "KR"];

/** Han, kana, bopomofo, Hangul, and the characters that are as wide as theirs. */
export const CJK =
  /[\u1100-\u11ff\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{16fe0}-\u{18cff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3ffff}]/u;

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

const cachedForms = new Map<string, CjkForm | undefined>();

/** The form that a language uses, undefined for languages without Han characters. */
function formOfLanguage(tag: string): CjkForm | undefined {
  if (cachedForms.has(tag)) return cachedForms.get(tag);
  const { language, script } = new Intl.Locale(tag).maximize();
  const form =
    script === "Hant"
      ? "TC"
      : script === "Hans"
        ? "SC"
        : language === "ja"
          ? "JP"
          : language === "ko"
            ? "KR"
            : undefined;
  if (cachedForms.size >= CACHE_LIMIT) cachedForms.clear();
  cachedForms.set(tag, form);
  return form;
}

const CACHE_LIMIT = 1000;

/**
 * The form of a text's Han characters: that of the language, or of its kana, Hangul or bopomofo, or the first
 * one whose font has all its Han characters. Undefined for a text without CJK characters in another language.
 *
 * @param language A BCP 47 tag.
 */
export function cjkFormOf(text: string, language: string): CjkForm | undefined {
  const form = formOfLanguage(language);
  if (form !== undefined || !CJK.test(text)) return form;
  if (KANA.test(text)) return "JP";
  if (/\p{Script=Hangul}/u.test(text)) return "KR";
  if (/\p{Script=Bopomofo}/u.test(text)) return "TC";
  const characters = text.match(/\p{Script=Han}/gu) ?? [];
  const hasAll = (name: CjkForm) => {
    const { font } = bundledFace(name);
    return characters.every((character) => font.glyphOf(character.codePointAt(0) ?? 0) !== 0);
  };
  return CJK_FORMS.find(hasAll) ?? "JP";
}
