import { Blob, Buffer, Direction, Face as HarfBuzzFace, Feature, Font, shape } from "harfbuzzjs";

import type { Face } from "./faces.ts";

/** A glyph as HarfBuzz placed it, in font units. */
export interface ShapedGlyph {
  readonly id: number;
  /** Where in the text the characters begin that the glyph belongs to, in UTF-16 units. */
  readonly cluster: number;
  readonly xAdvance: number;
  readonly xOffset: number;
  readonly yOffset: number;
}

const fonts = new WeakMap<Face, Font>();

function fontOf(face: Face): Font {
  const known = fonts.get(face);
  if (known !== undefined) return known;
  const font = new Font(new HarfBuzzFace(new Blob(face.font.bytes)));
  fonts.set(face, font);
  return font;
}

/** What a glyph's outline is drawn with, in font units: commands of an SVG path, all absolute, y upwards. */
export function outlineOf(
  face: Face,
  glyph: number,
): ReadonlyArray<{ readonly type: string; readonly values: ReadonlyArray<number> }> {
  return fontOf(face).glyphToJson(glyph);
}

/** Letters that join, stack or change their order. */
const COMPLEX =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Thai}\p{Script=Lao}]/u;

/** Marks on simple letters are placed, but nothing is joined or kerned that plain text does not join or kern. */
const SIMPLE = ["liga", "clig", "calt", "kern"].map((tag) => new Feature(tag, 0));

const buffer = new Buffer();

/** Shapes text of one face, one direction and one script; glyphs in the order they stand. */
export function shapeComplex(
  face: Face,
  text: string,
  rightToLeft: boolean,
): ReadonlyArray<ShapedGlyph> {
  buffer.clearContents();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(rightToLeft ? Direction.RTL : Direction.LTR);
  shape(fontOf(face), buffer, face.isCursive || COMPLEX.test(text) ? [] : SIMPLE);
  return buffer
    .getGlyphInfosAndPositions()
    .map(({ codepoint, cluster, xAdvance = 0, xOffset = 0, yOffset = 0 }) => ({
      id: codepoint,
      cluster,
      xAdvance,
      xOffset,
      yOffset,
    }));
}
