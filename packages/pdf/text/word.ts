import { CJK } from "../fonts/bundled/cjk.ts";
import type { Face } from "../fonts/faces.ts";
import type { FontChain } from "../fonts/font_chain.ts";
import type { Directions } from "./bidi.ts";
import type { Token } from "./breaks.ts";
import { isInvisible } from "./clean_text.ts";
import type { SizedMark } from "./mark.ts";
import { type Piece, pieceWidth, type Run } from "./run.ts";
import { shape } from "./shaping.ts";
import { missingRun, spaceRun } from "./special_characters.ts";
import type { LanguageOptions, TextOptions } from "./text_options.ts";

/** A shaped token of a paragraph; lengths are in thousandths of the font size. */
export interface Word extends Token {
  readonly pieces: ReadonlyArray<Piece>;
  readonly width: number;
  readonly glyphCount: number;
  /** The number of wide characters after which justified lines can be widened. */
  readonly stretches?: number | undefined;
  /** The number of marks of punctuation at which justified lines can be narrowed. */
  readonly shrinks?: number | undefined;
}

/** The font of a character of a paragraph, and its mark. */
export interface Setting {
  readonly chain: FontChain;
  readonly mark: SizedMark | undefined;
  /** Only in another language than that of the paragraph. */
  readonly own?: LanguageOptions | undefined;
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
  let ownFeatures = features;
  const flush = () => {
    if (face === undefined || pending === "") return;
    pieces.push({ run: shape(face, pending, level % 2 === 1, ownFeatures), level, mark });
    pending = "";
  };
  for (const unit of text.slice(start, end).matchAll(UNIT)) {
    const offset = start + unit.index;
    const { chain, mark: unitMark, own: language } = settingAt(offset);
    const unitLevel = directions.levelAt(offset);
    const emoji = emojiFace(chain, unit[0]);
    for (const part of emoji === undefined ? visibleParts(chain, unit[0]) : [unit[0]]) {
      const own = emoji === undefined ? specialRun(chain, part, missing) : undefined;
      if (own !== undefined) {
        flush();
        face = undefined;
        pieces.push({ run: own, level: unitLevel, mark: unitMark });
        continue;
      }
      const before = pending === "" && isSpace ? faceBefore(text, offset, settingAt) : face;
      const partFace =
        emoji ?? wideFace(chain, part, text, offset) ?? chooseFace(chain, part, before);
      if (partFace !== face || unitLevel !== level || unitMark !== mark) flush();
      face = partFace;
      mark = unitMark;
      ownFeatures = language?.features ?? features;
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
  chain: FontChain,
  part: string,
  missing: TextOptions["missing"],
): Run | undefined {
  const space = spaceRun(chain, part);
  if (space !== undefined) return space;
  const codePoint = part.codePointAt(0) ?? 0;
  if (chain.find(codePoint) !== undefined) return undefined;
  return missingRun(chain, String.fromCodePoint(codePoint), missing);
}

/** Emoji of several characters (UTS #51), or that are emoji by default. */
const EMOJI =
  "\\p{RI}{2}|(?:\\p{Emoji}(?:\\p{EMod}|\\ufe0f)|\\p{Emoji_Presentation}|\\p{Emoji}(?=\\u200d))(?:\\u20e3|[\\u{e0020}-\\u{e007f}]+)?(?:\\u200d\\p{Emoji}(?:\\p{EMod}|\\ufe0f)?)*";

/** An emoji, or a character with its combining marks. */
const UNIT = new RegExp(`${EMOJI}|[^]\\p{M}*`, "gu");
const IS_EMOJI = new RegExp(`^(?:${EMOJI})$`, "u");

/** The face of an emoji, undefined for other characters and for those that the font of the text has. */
function emojiFace(chain: FontChain, unit: string): Face | undefined {
  if (unit.length < 2 || !IS_EMOJI.test(unit)) return undefined;
  const codePoints = codePointsOf(visibleChars(unit));
  if (codePoints.every((codePoint) => chain.lead.font.glyphOf(codePoint) !== 0)) return undefined;
  const { emoji } = chain;
  return emoji.font.glyphOf(codePoints[0] ?? 0) === 0 ? undefined : emoji;
}

function visibleChars(unit: string): ReadonlyArray<string> {
  return Array.from(unit).filter((char) => !isInvisible(char));
}

/** A letter joined with its marks if a face has all of them; otherwise each of them. */
function visibleParts(chain: FontChain, unit: string): ReadonlyArray<string> {
  const chars = visibleChars(unit);
  if (chars.length < 2 || chain.find(chars[0]?.codePointAt(0) ?? 0) === undefined) return chars;
  return chain.findAll(codePointsOf(chars)) === undefined ? chars : [chars.join("")];
}

/** Punctuation that is wide next to Chinese and Japanese characters, and narrow next to other letters. */
const AMBIGUOUS = /^[\u00b7\u2014\u2018\u2019\u201c\u201d\u2025\u2026]$/;

/** The face of wide punctuation, undefined for other characters. */
function wideFace(chain: FontChain, part: string, text: string, offset: number): Face | undefined {
  if (!AMBIGUOUS.test(part)) return undefined;
  const neighbours = text.slice(Math.max(0, offset - 2), offset + part.length + 2);
  if (!CJK.test(neighbours)) return undefined;
  const face = chain.wide;
  return face?.font.glyphOf(part.codePointAt(0) ?? 0) === 0 ? undefined : face;
}

/** Marks and punctuation that several scripts share, such as the danda. */
const SHARED =
  /^(?=[\p{Script=Common}\p{Script=Inherited}])[^\p{Script_Extensions=Common}\p{Script_Extensions=Inherited}]/u;

/** Joiners, spaces and separate or shared marks use the face of the preceding character if it has them. */
function chooseFace(chain: FontChain, part: string, before: Face | undefined): Face {
  const [first = 0, ...marks] = codePointsOf(Array.from(part));
  if (before !== undefined && before.kind !== "emoji") {
    if (first === 0x200c || first === 0x200d) return before;
    const follows = /^[\p{M} ]/u.test(part) || SHARED.test(part);
    if (follows && before.font.glyphOf(first) !== 0) return before;
  }
  return chain.findAll([first, ...marks]) ?? chain.faceFor(first);
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
  return settingAt(position - char.length).chain.find(char.codePointAt(0) ?? 0);
}
