/** The part of fontkit that shaping and subsetting need. */
declare module "fontkit" {
  export interface Glyph {
    readonly id: number;
    readonly codePoints: ReadonlyArray<number>;
    readonly advanceWidth: number;
  }
  export interface GlyphPosition {
    readonly xAdvance: number;
    readonly xOffset: number;
    readonly yOffset: number;
  }
  export interface GlyphRun {
    readonly glyphs: ReadonlyArray<Glyph>;
    readonly positions: ReadonlyArray<GlyphPosition>;
  }
  export interface Subset {
    includeGlyph(id: number): number;
    encode(): Uint8Array;
  }
  export interface Font {
    readonly postscriptName: string;
    readonly unitsPerEm: number;
    readonly ascent: number;
    readonly descent: number;
    readonly capHeight: number;
    readonly italicAngle: number;
    readonly bbox: {
      readonly minX: number;
      readonly minY: number;
      readonly maxX: number;
      readonly maxY: number;
    };
    /** Glyphs met so far, each with the characters that asked for it first. */
    _glyphs: Record<number, Glyph>;
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): Glyph;
    layout(
      text: string,
      features?: ReadonlyArray<string>,
      script?: string,
      language?: string,
      direction?: "ltr" | "rtl",
    ): GlyphRun;
    createSubset(): Subset;
  }
  export function create(bytes: Buffer): Font;
}
