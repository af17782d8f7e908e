import { type ChainName, faceFor, faceForAll, type Face, MissingGlyph } from "../fonts/faces.ts";
import type { Directions } from "./bidi.ts";
import type { Token } from "./breaks.ts";
import { isInvisible } from "./clean_text.ts";
import type { SizedMark } from "./mark.ts";
import { type Piece, pieceWidth, type Run } from "./run.ts";
import { shape } from "./shaping.ts";
import { missingRun, spaceRun } from "./special_characters.ts";
import type { TextOptions } from "./text_options.ts";

/** A shaped token of a paragraph; lengths are in thousandths of the font size. */
export interface Word extends Token {
  readonly pieces: ReadonlyArray<Piece>;
  readonly width: number;
  readonly glyphCount: number;
}

/** The font of a character of a paragraph, and its mark. */
export interface Setting {
  readonly fontName: ChainName;
  readonly mark?: SizedMark | undefined;
}

/** Splits a token by face, mark and direction, and shapes the parts. */
export function shapeToken(
  text: string,
  { start, end, isSpace }: Token,
  settingAt: (index: number) => Setting,
  directions: Directions,
  { features, missing }: Pick<TextOptions, "features" | "missing">,
): Word {
  const pieces: Array<Piece> = [];
  let pending = "";
  let face: Face | undefined;
  let level = 0;
  let mark: SizedMark | undefined;
  const flush = () => {
    if (face === undefined || pending === "") return;
    pieces.push({ run: shape(face, pending, level % 2 === 1, features), level, mark });
    pending = "";
  };
  for (const unit of text.slice(start, end).matchAll(UNIT)) {
    const offset = start + unit.index;
    const chars = Array.from(unit[0]).filter((char) => !isInvisible(char));
    const unitLevel = directions.levelAt(offset);
    const { fontName, mark: unitMark } = settingAt(offset);
    for (const part of joinMarks(fontName, chars)) {
      const own = specialRun(fontName, part, missing);
      if (own !== undefined) {
        flush();
        face = undefined;
        pieces.push({ run: own, level: unitLevel, mark: unitMark });
        continue;
      }
      const before = pending === "" && isSpace ? faceBefore(text, offset, settingAt) : face;
      const partFace = chooseFace(fontName, part, before);
      if (partFace !== face || unitLevel !== level || unitMark !== mark) flush();
      face = partFace;
      mark = unitMark;
      level = unitLevel;
      pending += part;
    }
  }
  flush();
  return {
    start,
    end,
    isSpace,
    pieces,
    width: pieces.reduce((sum, piece) => sum + pieceWidth(piece), 0),
    glyphCount: pieces.reduce((sum, { run }) => sum + run.glyphCount, 0),
  };
}

/** Sets a character that fonts do not set: a space of a certain width, or one that no font has. */
function specialRun(
  fontName: ChainName,
  part: string,
  missing: TextOptions["missing"],
): Run | undefined {
  const space = spaceRun(fontName, part);
  if (space !== undefined) return space;
  const character = String.fromCodePoint(part.codePointAt(0) ?? 0);
  return hasFace(fontName, character) ? undefined : missingRun(fontName, character, missing);
}

function hasFace(fontName: ChainName, character: string): boolean {
  try {
    faceFor(fontName, character.codePointAt(0) ?? 0);
    return true;
  } catch (error) {
    if (error instanceof MissingGlyph) return false;
    throw error;
  }
}

/** A character with its combining marks. */
const UNIT = /[^]\p{M}*/gu;

/** Joins a letter with its marks if a face has all of them. */
function joinMarks(fontName: ChainName, chars: ReadonlyArray<string>): ReadonlyArray<string> {
  if (chars.length < 2 || !hasFace(fontName, chars[0] ?? "")) return chars;
  return faceForAll(fontName, codePointsOf(chars)) === undefined ? chars : [chars.join("")];
}

/** Joiners, spaces and separate marks use the face of the preceding character if it has them. */
function chooseFace(fontName: ChainName, part: string, before: Face | undefined): Face {
  const [first = 0, ...marks] = codePointsOf(Array.from(part));
  if (before !== undefined && (first === 0x200c || first === 0x200d)) return before;
  if (before !== undefined && /^[\p{M} ]/u.test(part) && before.font.glyphOf(first) !== 0)
    return before;
  return faceForAll(fontName, [first, ...marks]) ?? faceFor(fontName, first);
}

function codePointsOf(chars: ReadonlyArray<string>): ReadonlyArray<number> {
  return chars.map((char) => char.codePointAt(0) ?? 0);
}

/** The face of the character before a space. */
function faceBefore(
  text: string,
  position: number,
  settingAt: (index: number) => Setting,
): Face | undefined {
  const char = text.slice(Math.max(0, position - 2), position).match(/[^]$/u)?.[0];
  if (char === undefined || isInvisible(char)) return undefined;
  const { fontName } = settingAt(position - char.length);
  return hasFace(fontName, char) ? faceFor(fontName, char.codePointAt(0) ?? 0) : undefined;
}
