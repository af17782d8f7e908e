import { Schema } from "effect";

import { FontReference } from "../../../fonts/mod.ts";
import { FontFeature } from "./font_feature.ts";

/** A length in millimetres. No sheet is larger than five metres. */
export const Length = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 5000 }));

/** `#rgb`, `#rrggbb` or `#rrggbbaa`. */
export const Colour = Schema.String.check(
  Schema.isPattern(/^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/, {
    message: "Expected a colour such as #1a2b3c",
  }),
);

/** A colour, or none (pdfme writes the empty string). */
export const MaybeColour = Schema.Union([Schema.Literal(""), Colour]);

export const Alignment = Schema.Literals(["left", "center", "right", "justify"]);
export type Alignment = typeof Alignment.Type;

export const VerticalAlignment = Schema.Literals(["top", "middle", "bottom"]);
export type VerticalAlignment = typeof VerticalAlignment.Type;

/** An optional setting; designers may also write `null` to omit it. */
export const setting = <S extends Schema.Top>(schema: S) =>
  Schema.optionalKey(Schema.NullOr(schema));

export const Sides = Schema.Struct({
  top: setting(Length),
  right: setting(Length),
  bottom: setting(Length),
  left: setting(Length),
});
export type Sides = typeof Sides.Type;

/** The width of the spaces in justified text, in percent of their natural width. */
export const WordSpacing = Schema.Struct({
  min: setting(Schema.Finite.check(Schema.isBetween({ minimum: 20, maximum: 100 }))),
  max: setting(Schema.Finite.check(Schema.isBetween({ minimum: 100, maximum: 1000 }))),
});
export type WordSpacing = typeof WordSpacing.Type;

const FontSize = Schema.Finite.check(Schema.isBetween({ minimum: 0.5, maximum: 1000 }));

/** The style of text, in text fields and in the cells of tables. */
export const TextStyleSettings = {
  fontName: setting(FontReference),
  fontSize: setting(FontSize),
  lineHeight: setting(Schema.Finite.check(Schema.isBetween({ minimum: 0.1, maximum: 20 }))),
  characterSpacing: setting(Schema.Finite.check(Schema.isBetween({ minimum: -100, maximum: 500 }))),
  alignment: setting(Alignment),
  verticalAlignment: setting(VerticalAlignment),
  fontColor: setting(MaybeColour),
  backgroundColor: setting(MaybeColour),
  borderColor: setting(MaybeColour),
  borderWidth: setting(Sides),
  padding: setting(Sides),
  kerning: setting(Schema.Boolean),
  fontFeatures: setting(Schema.Array(FontFeature).check(Schema.isMaxLength(50))),
  hyphenate: setting(Schema.Boolean),
  wordSpacing: setting(WordSpacing),
} as const;

/** A font size that follows the text's length, between two bounds. */
export const DynamicFontSize = Schema.Struct({
  min: FontSize,
  max: FontSize,
  fit: setting(Schema.Literals(["vertical", "horizontal"])),
}).check(Schema.makeFilter(({ min, max }) => min <= max || "Expected `min` to be at most `max`"));
