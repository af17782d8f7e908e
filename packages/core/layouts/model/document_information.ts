import { Schema } from "effect";

import { maxCharacters } from "../../values/mod.ts";
import { setting } from "./fields/field_style.ts";

/** A text with placeholders and expressions. */
const InformationText = Schema.String.check(maxCharacters(1_000));

/** The maximum number of keywords in a layout. */
const MAX_KEYWORDS = 50;

/** What a layout says about its documents, in texts with placeholders. Readers show it as their properties. */
export const DocumentInformation = Schema.Struct({
  title: setting(
    InformationText,
    "The title of the documents, which PDF viewers show. The default is the name of the template.",
  ),
  author: setting(InformationText, "The author of the documents, such as your company."),
  subject: setting(InformationText, "What the documents are about."),
  keywords: setting(
    Schema.Array(InformationText).check(Schema.isMaxLength(MAX_KEYWORDS)),
    "Words by which the documents are found.",
  ),
});
export type DocumentInformation = typeof DocumentInformation.Type;
