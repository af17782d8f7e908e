import { Schema } from "effect";

import { BlobId } from "../blobs/mod.ts";
import { describeEncoded, FontId, Timestamp } from "../values/mod.ts";
import { FontName } from "./font_name.ts";

/** The maximum size of a font file, in bytes. */
export const MAX_FONT_BYTES = 20 * 1024 * 1024;

/** The maximum number of fonts in a project, and their maximum total size in bytes. */
export const MAX_FONTS = 100;
export const MAX_TOTAL_FONT_BYTES = 500 * 1024 * 1024;

const FontStyle = Schema.Literals(["normal", "italic"]);

/** A weight on the scale of CSS. */
const FontWeight = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 }));

/** A named instance of a variable font, which layouts can use like a font. */
export const FontInstance = Schema.Struct({
  name: Schema.String.annotateKey({
    description:
      "The `fontName` of the instance: the name of the font, a hyphen, and the style's name.",
  }),
  style: FontStyle.annotateKey({ description: "`normal` or `italic`." }),
  weight: FontWeight.annotateKey({ description: "The weight: 400 is regular, 700 is bold." }),
}).annotate({ identifier: "FontInstance", description: "A named instance of a variable font." });
export type FontInstance = typeof FontInstance.Type;

/** A font of a project (contract §11, Fonts). */
export const Font = Schema.Struct({
  id: FontId.annotateKey({ description: "ID of the font." }),
  name: Schema.String.annotateKey({ description: "The name that layouts use as `fontName`." }),
  family: Schema.String.annotateKey({ description: "The family, from the file." }),
  style: FontStyle.annotateKey({ description: "`normal` or `italic`, from the file." }),
  weight: FontWeight.annotateKey({
    description: "The weight, from the file: 400 is regular, 700 is bold.",
  }),
  scripts: Schema.Array(Schema.String).annotateKey({
    description: "The scripts that the font can write, as ISO 15924 codes such as `Latn`.",
  }),
  instances: Schema.Array(FontInstance).annotateKey({
    description: "The named instances of a variable font. Empty for other fonts.",
  }),
  byteSize: Schema.Int.annotateKey({ description: "Size of the file in bytes." }),
  sha256: BlobId.annotateKey({ description: "SHA-256 of the file, in hex." }),
  createdAt: Timestamp.pipe(describeEncoded("When the font was added.")),
}).annotate({ identifier: "Font", description: "A font of a project." });
export type Font = typeof Font.Type;

/** A font to add. */
export const AddFont = Schema.Struct({
  name: FontName.annotateKey({
    description:
      "The name for the `fontName` of layouts: 1 to 100 letters, digits, spaces, dots, hyphens and underscores.",
  }),
  data: Schema.String.annotateKey({
    description: "A TrueType or OpenType file of at most 20 MiB, in base64.",
  }),
}).annotate({ identifier: "AddFont", description: "A font to add to a project." });
export type AddFont = typeof AddFont.Type;

/** The response to a removal. */
export const RemovedFont = Schema.Struct({
  name: Schema.String.annotateKey({ description: "The name, which a new font can use." }),
  deletedAt: Timestamp.pipe(describeEncoded("When the font was deleted.")),
}).annotate({ identifier: "RemovedFont", description: "A deleted font." });
export type RemovedFont = typeof RemovedFont.Type;
