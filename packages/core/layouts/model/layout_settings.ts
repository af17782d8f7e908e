import { Schema } from "effect";

import { AddedPdfSettings } from "./added_pdf.ts";
import { AttachmentSettings } from "./attachment.ts";
import { DocumentInformation } from "./document_information.ts";
import { setting } from "./fields/field_style.ts";
import { LanguageTag } from "./language_tag.ts";
import { PageSettings } from "./page_settings.ts";
import { StandardSetting } from "./standard.ts";

/** The settings of a layout as a whole. Fields can override those of text. */
export const LayoutSettings = Schema.Struct({
  ...DocumentInformation.fields,
  ...AddedPdfSettings.fields,
  ...AttachmentSettings.fields,
  ...PageSettings.fields,
  language: setting(
    LanguageTag,
    "The language of the documents, such as de-CH: for screen readers, hyphenation, and fonts of Chinese, Japanese and Korean. By default, that of the formats or of the project.",
  ),
  kerning: setting(
    Schema.Boolean,
    "Whether pairs of letters are kerned and joined to ligatures. The default is true.",
  ),
  hyphenate: setting(
    Schema.Boolean,
    "Whether words are hyphenated. By default, justified text in a declared language is.",
  ),
  smartQuotes: setting(
    Schema.Boolean,
    "Whether straight quotation marks and apostrophes become those of the language. The default is false.",
  ),
  cjkSpacing: setting(
    Schema.Boolean,
    "Whether Chinese and Japanese characters have a distance to letters and digits, and adjacent full-width punctuation is closer. The default is false.",
  ),
  opticalMargins: setting(
    Schema.Boolean,
    "Whether punctuation and hyphens at the ends of lines extend into the margins. The default is false.",
  ),
  missingGlyph: setting(
    Schema.Literals(["box", "fail"]),
    "What happens to characters that no font has: they print as a box (default), or the render fails.",
  ),
  bookmarks: setting(
    Schema.Boolean,
    "Whether headings are bookmarks in the outline of the PDF. By default they are, if a text field has a heading or a list is a table of contents.",
  ),
  tagged: setting(
    Schema.Boolean,
    "Whether the documents have tags for screen readers. The default is true, except with a base PDF.",
  ),
  standard: setting(
    StandardSetting,
    "The standard that every document conforms to, or a PDF/A and pdf/ua-1. The default is none, or pdf/a-3u with an electronic invoice.",
  ),
});
export type LayoutSettings = typeof LayoutSettings.Type;
