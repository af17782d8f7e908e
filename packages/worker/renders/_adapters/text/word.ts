import type { FontName } from "@paraph/core/layouts";

import type { Directions } from "./bidi.ts";
import type { Token } from "./breaks.ts";
import { isInvisible } from "./clean_text.ts";
import { faceFor, type Face } from "./faces.ts";
import type { Piece } from "./run.ts";
import { shape } from "./shaping.ts";

/** An unbroken stretch of a paragraph, shaped; measures in thousandths of the font size. */
export interface Word extends Token {
  readonly pieces: ReadonlyArray<Piece>;
  readonly width: number;
  readonly glyphCount: number;
}

/** Parts a stretch between faces and directions, and shapes the parts. */
export function shapeStretch(
  text: string,
  { start, end, isSpace }: Token,
  fontAt: (index: number) => FontName,
  directions: Directions,
): Word {
  const pieces: Array<Piece> = [];
  let pending = "";
  let face: Face | undefined;
  let level = 0;
  const flush = () => {
    if (face === undefined || pending === "") return;
    pieces.push({ run: shape(face, pending, level % 2 === 1), level });
    pending = "";
  };
  for (let at = start; at < end;) {
    const codePoint = text.codePointAt(at) ?? 0;
    const char = String.fromCodePoint(codePoint);
    if (!isInvisible(char)) {
      const before = pending === "" && isSpace ? faceBefore(text, at, fontAt) : face;
      const charFace = chooseFace(fontAt(at), codePoint, char, before);
      const charLevel = directions.levelAt(at);
      if (charFace !== face || charLevel !== level) flush();
      face = charFace;
      level = charLevel;
      pending += char;
    }
    at += char.length;
  }
  flush();
  return {
    start,
    end,
    isSpace,
    pieces,
    width: pieces.reduce((sum, { run }) => sum + run.width, 0),
    glyphCount: pieces.reduce((sum, { run }) => sum + run.glyphCount, 0),
  };
}

const JOINER = /[\u200c\u200d]/;
const FOLLOWS = /[\p{M} ]/u;

/** Marks stay with the letter they stand on, and spaces with the word before, as long as its face has them. */
function chooseFace(
  fontName: FontName,
  codePoint: number,
  char: string,
  before: Face | undefined,
): Face {
  if (before !== undefined && JOINER.test(char)) return before;
  if (before !== undefined && FOLLOWS.test(char) && before.font.glyphOf(codePoint) !== 0)
    return before;
  return faceFor(fontName, codePoint);
}

/** The face of the character that a space follows. */
function faceBefore(
  text: string,
  at: number,
  fontAt: (index: number) => FontName,
): Face | undefined {
  const char = text.slice(Math.max(0, at - 2), at).match(/[^]$/u)?.[0];
  if (char === undefined || isInvisible(char)) return undefined;
  return faceFor(fontAt(at - char.length), char.codePointAt(0) ?? 0);
}
