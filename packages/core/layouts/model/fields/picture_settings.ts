import { Schema } from "effect";

import { maxCharacters } from "../../../values/mod.ts";
import { MaybeColour, setting } from "./field_style.ts";

/** How screen readers describe a picture. */
export const described = {
  alt: setting(
    Schema.String.check(maxCharacters(2_000)),
    "The alternative text for screen readers, with placeholders: what the picture shows or means.",
  ),
  decorative: setting(
    Schema.Boolean,
    "Whether the picture means nothing, so that screen readers skip it.",
  ),
} as const;

/** The look of a barcode. */
export const barcodeSettings = {
  backgroundColor: setting(MaybeColour, "The colour behind the code."),
  barColor: setting(MaybeColour, "The colour of bars and modules."),
  textColor: setting(MaybeColour, "The colour of the text below the bars."),
  includetext: setting(Schema.Boolean, "Whether the text is below the bars."),
} as const;
