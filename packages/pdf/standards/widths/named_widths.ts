import type { GlyphNames } from "./glyph_names.ts";

/** The widths of a font whose glyphs have names. */
export interface NamedWidths {
  /** In thousandths of the font size; undefined for a glyph that the font does not have. */
  readonly widthOf: (name: string) => number | undefined;
  /** The encoding of the font itself, by code. */
  readonly encoding: GlyphNames;
}
