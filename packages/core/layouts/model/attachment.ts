import { Schema } from "effect";

import { characters, maxCharacters } from "../../values/mod.ts";
import { setting } from "./fields/field_style.ts";

/** The maximum number of attachments in a layout. */
const MAX_ATTACHMENTS = 20;

const MediaType = Schema.String.check(
  Schema.isPattern(/^[a-z]+\/[a-zA-Z0-9][a-zA-Z0-9.+-]{0,99}$/, {
    message: "Expected a media type such as text/csv",
  }),
);

/** A file in the documents of a layout, with a text that has placeholders. */
export const Attachment = Schema.Struct({
  name: Schema.String.check(characters(1, 200)).annotateKey({
    description: "The name of the file, such as entries-{number}.csv.",
  }),
  content: Schema.String.check(maxCharacters(20_000)).annotateKey({
    description: "The text of the file. Without text, a document does not have the file.",
  }),
  mediaType: setting(
    MediaType,
    "The type of the file, such as text/csv. The default is text/plain.",
  ),
  description: setting(
    Schema.String.check(maxCharacters(1_000)),
    "What the file is, as PDF readers show it.",
  ),
  relationship: setting(
    Schema.Literals(["source", "data", "alternative", "supplement", "unspecified"]),
    "How the file relates to the document: its source, its data, the same in another form, or a supplement. The default is unspecified.",
  ),
});
export type Attachment = typeof Attachment.Type;

/** The files in the documents of a layout. */
export const AttachmentSettings = Schema.Struct({
  attachments: setting(
    Schema.Array(Attachment).check(Schema.isMaxLength(MAX_ATTACHMENTS)),
    "Files in the documents, which PDF readers list as attachments.",
  ),
});
