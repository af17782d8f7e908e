import { Schema } from "effect";

import { FontReference } from "../../../fonts/mod.ts";
import { characters } from "../../../values/mod.ts";
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

/**
 * An optional setting; designers may also write `null` to omit it.
 *
 * @param description For people who write layouts, as a sentence.
 */
export const setting = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.optionalKey(Schema.NullOr(schema)).annotateKey({ description });

export const Sides = Schema.Struct({
  top: setting(Length, "In millimetres."),
  right: setting(Length, "In millimetres."),
  bottom: setting(Length, "In millimetres."),
  left: setting(Length, "In millimetres."),
});
export type Sides = typeof Sides.Type;

/** The width of the spaces in justified text, in percent of their natural width. */
export const WordSpacing = Schema.Struct({
  min: setting(
    Schema.Finite.check(Schema.isBetween({ minimum: 20, maximum: 100 })),
    "The least width of a space, in percent of its natural width.",
  ),
  max: setting(
    Schema.Finite.check(Schema.isBetween({ minimum: 100, maximum: 1000 })),
    "The greatest width of a space, in percent of its natural width.",
  ),
});
export type WordSpacing = typeof WordSpacing.Type;

/** How much closer together or wider apart letters can be, in percent of the font size. */
const LetterSpacing = Schema.Struct({
  min: setting(
    Schema.Finite.check(Schema.isBetween({ minimum: -10, maximum: 0 })),
    "The most by which letters move together, in percent of the font size.",
  ),
  max: setting(
    Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 25 })),
    "The most by which letters move apart, in percent of the font size.",
  ),
});

/** A place on a line at which text continues after a tab. */
const TabStop = Schema.Struct({
  position: Length.annotateKey({
    description: "The distance from the start of the text, in millimetres.",
  }),
  alignment: setting(
    Schema.Literals(["left", "center", "right", "decimal"]),
    "What is at the position: the start (default), the middle or the end of the text, or the decimal separator of a number.",
  ),
  leader: setting(
    Schema.String.check(characters(0, 3)),
    "Characters that fill the space of the tab, such as a dot.",
  ),
});

/** The places that tabs in a text lead to, from left to right. */
export const TabStops = Schema.Array(TabStop).check(
  Schema.isBetweenLength(1, 20),
  Schema.makeFilter(
    (stops) =>
      stops.every(({ position }, index) => position > (stops[index - 1]?.position ?? -1)) ||
      "Expected positions from left to right, each once",
  ),
);
export type TabStops = typeof TabStops.Type;

const FontSize = Schema.Finite.check(Schema.isBetween({ minimum: 0.5, maximum: 1000 }));

/** The style of text, in text fields and in the cells of tables. */
export const TextStyleSettings = {
  fontName: setting(
    FontReference,
    "The font: a bundled one, or one of the project. Roboto by default.",
  ),
  fontSize: setting(FontSize, "In points."),
  lineHeight: setting(
    Schema.Finite.check(Schema.isBetween({ minimum: 0.1, maximum: 20 })),
    "The distance between lines, as a multiple of the font size.",
  ),
  characterSpacing: setting(
    Schema.Finite.check(Schema.isBetween({ minimum: -100, maximum: 500 })),
    "Additional space between characters, in points.",
  ),
  alignment: setting(Alignment, "Horizontal alignment."),
  verticalAlignment: setting(VerticalAlignment, "Alignment in the height of the box."),
  fontColor: setting(MaybeColour, "The colour of the text."),
  backgroundColor: setting(MaybeColour, "The colour behind the text."),
  borderColor: setting(MaybeColour, "The colour of the border."),
  borderWidth: setting(Sides, "The width of the border of each side, in millimetres."),
  padding: setting(Sides, "The distance between border and text of each side, in millimetres."),
  kerning: setting(
    Schema.Boolean,
    "Whether pairs of letters are kerned and joined to ligatures. By default as in the layout.",
  ),
  fontFeatures: setting(
    Schema.Array(FontFeature).check(Schema.isMaxLength(50)),
    "OpenType features, such as tnum for figures of equal width and smcp for small caps.",
  ),
  hyphenate: setting(Schema.Boolean, "Whether words are hyphenated. By default as in the layout."),
  wordSpacing: setting(WordSpacing, "Limits of the spaces in justified text."),
  letterSpacing: setting(
    LetterSpacing,
    "Limits of the space between letters in justified text. By default letters do not move.",
  ),
  smartQuotes: setting(
    Schema.Boolean,
    "Whether straight quotation marks and apostrophes become those of the language. By default as in the layout.",
  ),
  cjkSpacing: setting(
    Schema.Boolean,
    "Whether Chinese and Japanese characters have a distance to letters and digits, and adjacent full-width punctuation is closer. By default as in the layout.",
  ),
  opticalMargins: setting(
    Schema.Boolean,
    "Whether punctuation and hyphens at the ends of lines extend into the margins. By default as in the layout.",
  ),
} as const;

/** A font size that follows the text's length, between two bounds. */
export const DynamicFontSize = Schema.Struct({
  min: FontSize,
  max: FontSize,
  fit: setting(
    Schema.Literals(["vertical", "horizontal"]),
    "Whether the text is fitted to the height or to the width of the box.",
  ),
}).check(Schema.makeFilter(({ min, max }) => min <= max || "Expected `min` to be at most `max`"));
