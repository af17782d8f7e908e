/**
 * Glyphs that are drawn and extracted as one: a letter with its marks, a syllable, a ligature. Lengths are in
 * font units.
 */
export interface Cluster {
  readonly parts: ReadonlyArray<Part>;
  readonly advance: number;
  /** The kerning after it, in thousandths of the font size. */
  readonly after: number;
  /** Whether justified text can widen the distance after it, although it is no space. */
  readonly canStretch?: boolean;
  /** Whether justified text can narrow the distance after it, which is half of a cell. */
  readonly canShrink?: boolean;
  /** The characters that it represents. */
  readonly text: string;
}

/** A glyph with its offset from the start of its cluster. */
export interface Part {
  readonly glyph: number;
  readonly x: number;
  readonly y: number;
}
