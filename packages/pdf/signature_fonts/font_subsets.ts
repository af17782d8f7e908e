import type { FontSubset } from "@paraph/core/signing";

import { substituteFor } from "../marks/substitute.ts";
import { isInvisible } from "../text/clean_text.ts";
import { type Face, faceFor, MissingGlyph } from "../text/faces.ts";
import { webFont } from "./web_font.ts";

const SPACE = 0x20;

/**
 * Subsets of the fonts in which typed signatures set some characters. Each has a space too, if its font
 * has one: a space is set in the font of the character before it.
 */
export function fontSubsets(characters: string): ReadonlyArray<FontSubset> {
  const faces = new Map<Face, Map<number, number>>();
  for (const character of characters) {
    if (isInvisible(character) || /\s/u.test(character)) continue;
    const { face, glyph } = glyphFor(character);
    const glyphs = faces.get(face) ?? new Map<number, number>();
    faces.set(face, glyphs.set(character.codePointAt(0) ?? 0, glyph));
  }
  return [...faces].map(([{ name, font }, glyphs]) => {
    const space = font.glyphOf(SPACE);
    if (space !== 0) glyphs.set(SPACE, space);
    const codePoints = [...glyphs.keys()].toSorted((one, other) => one - other);
    return {
      font: name,
      characters: String.fromCodePoint(...codePoints),
      data: webFont(font, glyphs),
    };
  });
}

function glyphFor(character: string): { readonly face: Face; readonly glyph: number } {
  const codePoint = character.codePointAt(0) ?? 0;
  try {
    const face = faceFor("Handwriting", codePoint);
    return { face, glyph: face.font.glyphOf(codePoint) };
  } catch (error) {
    if (!(error instanceof MissingGlyph)) throw error;
    return glyphFor(substituteFor(character));
  }
}
