import {
  Blob,
  Buffer,
  Direction,
  Face as HarfBuzzFace,
  Feature,
  Font,
  shape,
  Variation,
} from "harfbuzzjs";

import { type Face, needsShaping } from "./faces.ts";
import type { FontFeatures } from "./font_features.ts";
import type { FontFile } from "./opentype/font_file.ts";

/** A glyph positioned by HarfBuzz, in font units. */
export interface ShapedGlyph {
  readonly id: number;
  /** The start of the glyph's characters in the text, in UTF-16 units. */
  readonly cluster: number;
  readonly xAdvance: number;
  readonly xOffset: number;
  readonly yOffset: number;
}

const fonts = new WeakMap<FontFile, Font>();

function fontOf(file: FontFile): Font {
  const cachedFont = fonts.get(file);
  if (cachedFont !== undefined) return cachedFont;
  const font = new Font(new HarfBuzzFace(new Blob(file.bytes)));
  const axes = Object.entries(file.coordinates ?? {});
  if (axes.length > 0) font.setVariations(axes.map(([tag, value]) => new Variation(tag, value)));
  fonts.set(file, font);
  return font;
}

/** Returns the advance of a glyph in font units, which differs between the instances of a variable font. */
export function advanceOf(file: FontFile, glyph: number): number {
  return fontOf(file).glyphHAdvance(glyph);
}

/** Returns the outline of a glyph in font units, as absolute SVG path commands with y upwards. */
export function outlineOf(
  { font }: Pick<Face, "font">,
  glyph: number,
): ReadonlyArray<OutlineCommand> {
  return fontOf(font).glyphToJson(glyph);
}

/** A command of an SVG path: `M`, `L`, `Q`, `C` or `Z`, and its absolute coordinates. */
export interface OutlineCommand {
  readonly type: string;
  readonly values: ReadonlyArray<number>;
}

/** Scripts whose letters may join, stack or change their order: all with letters but these. */
const COMPLEX =
  /(?=[\p{L}\p{M}])[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\p{Script=Common}\p{Script=Inherited}]/u;

const off = (tag: string) => new Feature(tag, 0);
const UNKERNED = ["liga", "clig", "calt", "kern"].map(off);
const UNJOINED = ["liga", "clig"].map(off);

const switches = new WeakMap<FontFeatures, ReadonlyArray<Feature>>();

/** The features that differ from HarfBuzz's own. Complex scripts and cursive fonts need all of those. */
function switchesOf(features: FontFeatures, isComplex: boolean): ReadonlyArray<Feature> {
  const requested =
    switches.get(features) ??
    features.tags.map((tag) => (tag.startsWith("-") ? off(tag.slice(1)) : new Feature(tag, 1)));
  switches.set(features, requested);
  if (isComplex) return requested;
  return features.kerning
    ? features.ligatures
      ? requested
      : [...UNJOINED, ...requested]
    : [...UNKERNED, ...requested];
}

/** Switches ligatures off for the letters at which the parts of words begin, also with letters after them. */
function divisionsIn(text: string, { divide }: FontFeatures): ReadonlyArray<Feature> {
  if (divide === undefined) return [];
  return Array.from(text.matchAll(/\p{L}+/gu)).flatMap(({ 0: word, index }) =>
    divide(word).flatMap((offset) =>
      ["liga", "clig"].map((tag) => new Feature(tag, 0, index + offset, index + offset + 1)),
    ),
  );
}

const buffer = new Buffer();

/** Shapes text with one face, direction and script. Returns the glyphs in visual order. */
export function shapeComplex(
  face: Face,
  text: string,
  rightToLeft: boolean,
  features: FontFeatures,
): ReadonlyArray<ShapedGlyph> {
  buffer.clearContents();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  if (features.language !== undefined) buffer.setLanguage(features.language);
  buffer.setDirection(rightToLeft ? Direction.RTL : Direction.LTR);
  const isComplex = needsShaping(face.kind) || COMPLEX.test(text);
  const switches = [...switchesOf(features, isComplex), ...divisionsIn(text, features)];
  shape(fontOf(face.font), buffer, face.kind === "cjk" ? [...switches, off("kern")] : switches);
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
