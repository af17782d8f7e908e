import type { Part } from "../fonts/cluster.ts";
import { type Face, MissingGlyph } from "../fonts/faces.ts";
import type { FontChain } from "../fonts/font_chain.ts";
import type { FontFile } from "../fonts/opentype/font_file.ts";
import { type Run, shapedRun } from "./run.ts";
import type { TextOptions } from "./text_options.ts";

/** The widths of spaces that differ only in width, relative to the font size. No line breaks at them. */
const SPACES: Readonly<Record<string, number>> = {
  "\u2000": 1 / 2,
  "\u2001": 1,
  "\u2002": 1 / 2,
  "\u2003": 1,
  "\u2004": 1 / 3,
  "\u2005": 1 / 4,
  "\u2006": 1 / 6,
  "\u2009": 1 / 5,
  "\u200a": 1 / 10,
  "\u202f": 1 / 5,
  "\u205f": 4 / 18,
};

/** Spaces as wide as a character. */
const MODELS: Readonly<Record<string, string>> = { "\u2007": "0", "\u2008": "." };

/** Characters that are set from the glyphs of others when no font has them. */
const COMPOSED: Readonly<Record<string, (face: Face) => Run>> = { "\u20bf": bitcoin };

/** Sets a space of a certain width; undefined for other characters. */
export function spaceRun(chain: FontChain, character: string): Run | undefined {
  const face = chain.lead;
  const { font } = face;
  const model = MODELS[character];
  const relative = SPACES[character];
  if (model === undefined && relative === undefined) return undefined;
  const advance =
    model === undefined
      ? Math.round((relative ?? 0) * font.unitsPerEm)
      : font.advanceOf(font.glyphOf(model.charCodeAt(0)));
  // Readers extract it as a space; only few of them know the others.
  return shapedRun(face, [{ parts: [], advance, after: 0, text: "\u00a0" }]);
}

/**
 * Sets a character that no font has: from other glyphs, or as a box.
 *
 * @param missing Called with the character if it is set as a box. Without it, it is an error.
 */
export function missingRun(
  { lead }: FontChain,
  character: string,
  missing: TextOptions["missing"],
): Run {
  const compose = COMPOSED[character];
  if (compose !== undefined) return compose(lead);
  if (missing === undefined) throw new MissingGlyph(character);
  missing(character);
  return composedRun(lead, [{ glyph: 0, x: 0, y: 0 }], character, 0);
}

/** Every font has a box as its first glyph. */
function composedRun(face: Face, parts: ReadonlyArray<Part>, text: string, main: number): Run {
  const advance = face.font.advanceOf(main);
  return shapedRun(face, [{ parts, advance, after: 0, text }]);
}

/** The letter B with two strokes above and below it. */
function bitcoin(face: Face): Run {
  const { font } = face;
  const [letter, stroke] = [font.glyphOf(0x42), font.glyphOf(0x27)];
  const [left, right] = [0.08, 0.28].map((share) => Math.round(share * font.unitsPerEm));
  const { bottom, top } = verticalBounds(font, stroke);
  const length = Math.round((top - bottom) / 2);
  const strokes = [left, right].flatMap((x = 0) => [
    { glyph: stroke, x, y: font.capHeight + length - top },
    { glyph: stroke, x, y: -length - bottom },
  ]);
  return composedRun(face, [{ glyph: letter, x: 0, y: 0 }, ...strokes], "\u20bf", letter);
}

function verticalBounds(font: FontFile, glyph: number) {
  const outline = font.outlineOf(glyph);
  return outline.length < 10
    ? { bottom: 0, top: 0 }
    : { bottom: outline.readInt16BE(4), top: outline.readInt16BE(8) };
}
