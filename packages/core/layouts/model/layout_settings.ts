import { Schema } from "effect";

import { setting } from "./fields/field_style.ts";

/** A BCP 47 tag. */
const Language = Schema.String.check(
  Schema.makeFilter(
    (tag) => isLanguageTag(tag) || "Expected a language tag such as de or de-CH (BCP 47)",
  ),
);

function isLanguageTag(tag: string): boolean {
  try {
    return new Intl.Locale(tag).language !== "";
  } catch {
    return false;
  }
}

/** The settings of a layout as a whole. Fields can override those of text. */
export const LayoutSettings = Schema.Struct({
  /** The language of the documents: for screen readers and for hyphenation. */
  language: setting(Language),
  /** Whether pairs of letters are kerned and joined to ligatures. The default is true. */
  kerning: setting(Schema.Boolean),
  /** Whether words are hyphenated. By default, justified text in a declared language is. */
  hyphenate: setting(Schema.Boolean),
  /** What happens to characters that no font has. The default is a box. */
  missingGlyph: setting(Schema.Literals(["box", "fail"])),
});
export type LayoutSettings = typeof LayoutSettings.Type;
