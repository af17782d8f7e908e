import { CJK, type CjkForm } from "../../fonts/bundled/cjk.ts";
import type { Cluster } from "../../fonts/cluster.ts";
import { type Piece, pieceWidth, type Run, shapedRun } from "../run.ts";
import { singleGlyph } from "../shaping.ts";
import type { Word } from "../word.ts";
import { distanceRun } from "./distance_run.ts";

/** How Chinese and Japanese characters are set apart. */
export interface CjkSpacing {
  /** Whether there are distances to letters, and adjacent punctuation is closer. */
  readonly hasGaps: boolean;
  /** Whether justified lines are widened between characters. */
  readonly isJustified: boolean;
  /** The form of the characters: commas and full stops of traditional Chinese are in the middle of their cells. */
  readonly form: CjkForm | undefined;
}

/** An eighth of the font size, as `text-autospace` of CSS. */
const GAP = 125;

const LATIN = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]/u;
const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u;

/** Full-width punctuation with its ink in the right half, the left half or the middle of its cell. */
const OPENING = /[「『（［｛〈《【〔〖〘〚]/;
const CLOSING = /[」』）］｝〉》】〕〗〙〛]/;
const STOP = /[、。，．]/;
const MIDDLE = /[・：；　]/;

/** A wide character that justified text sets apart from the next one: no Hangul, which has spaces. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\u30a0-\u30ff\uff01-\uff9f]/u;
/** Characters that are not set apart from the same one: dashes and leaders are one line. */
const JOINED = /[—…‥―〜～]/;

/**
 * Adds distances between Chinese or Japanese characters and the letters or digits next to them, and removes the
 * empty halves between adjacent marks of punctuation, as `text-spacing-trim` of CSS. Lines neither begin nor end
 * with these distances. Marks where justified lines can be widened.
 */
export function withCjkSpacing(
  text: string,
  words: ReadonlyArray<Word>,
  spacing: CjkSpacing,
): ReadonlyArray<Word> {
  if ((!spacing.hasGaps && !spacing.isJustified) || !CJK.test(text)) return words;
  return words.flatMap((word, index) => {
    const set = spacedWord(text, word, spacing);
    const last = set.pieces.at(-1);
    if (words[index + 1] === undefined || last === undefined || !spacing.hasGaps) return [set];
    const distance = hasGap(text, word.end)
      ? GAP
      : trimBetween(charBefore(text, word.end), charAt(text, word.end), spacing);
    if (distance === 0) return [set];
    const { level, mark, run } = last;
    const piece = { run: distanceRun(run.face, distance), level, mark };
    const gap = { start: word.end, end: word.end, isSpace: true, glyphCount: 0 };
    return [set, { ...gap, pieces: [piece], width: pieceWidth(piece) }];
  });
}

/** Trims the punctuation in a word, and marks where it can be widened. */
function spacedWord(text: string, word: Word, spacing: CjkSpacing): Word {
  if (word.isSpace || !WIDE.test(text.slice(word.start, word.end))) return word;
  let [stretches, shrinks] = [0, 0];
  const pieces = word.pieces.map((piece, index): Piece => {
    const clusters = piece.level % 2 === 0 ? clustersOf(piece.run) : undefined;
    if (clusters === undefined) return piece;
    const isLast = index === word.pieces.length - 1;
    const spaced = clusters.map((cluster, position): Cluster => {
      const next = clusters[position + 1]?.text ?? (isLast ? charAt(text, word.end) : "");
      const endsWord = isLast && position === clusters.length - 1;
      const canStretch = spacing.isJustified && isStretchable(cluster.text, next);
      if (canStretch) stretches += 1;
      const between = spacing.hasGaps ? trimBetween(cluster.text, next, spacing) : 0;
      const trim = endsWord ? 0 : between;
      const canShrink =
        spacing.isJustified && between === 0 && isShrinkable(cluster.text, next, spacing);
      if (canShrink) shrinks += 1;
      return trim === 0 && !canStretch && !canShrink
        ? cluster
        : { ...cluster, after: cluster.after + trim, canStretch, canShrink };
    });
    return { ...piece, run: shapedRun(piece.run.face, spaced) };
  });
  return {
    ...word,
    pieces,
    stretches,
    shrinks,
    width: pieces.reduce((sum, piece) => sum + pieceWidth(piece), 0),
  };
}

/** The clusters of a run; undefined for letters that are kerned or joined. */
function clustersOf(run: Run): ReadonlyArray<Cluster> | undefined {
  if (run.kind === "shaped") return run.clusters;
  const chars = Array.from(run.text);
  if (run.isKerned || chars.length !== run.glyphCount || !WIDE.test(run.text)) return undefined;
  return chars.map((char) => singleGlyph(run.face, char));
}

function isStretchable(char: string, next: string): boolean {
  if (!WIDE.test(char) || next === "" || next === " ") return false;
  if (OPENING.test(char) || CLOSING.test(next) || STOP.test(next)) return false;
  return char !== next || !JOINED.test(char);
}

/** Whether the half of a cell between two characters is empty, behind a closing mark or before an opening one. */
function isShrinkable(char: string, next: string, { form }: CjkSpacing): boolean {
  if (next === "") return false;
  return CLOSING.test(char) || OPENING.test(next) || (form !== "TC" && STOP.test(char));
}

/** What is added between two characters, in thousandths of the font size: half a cell less between punctuation. */
function trimBetween(char: string, next: string, { form }: CjkSpacing): number {
  const isCentred = form === "TC";
  const isClosing = CLOSING.test(char) || (!isCentred && STOP.test(char));
  if (OPENING.test(next))
    return OPENING.test(char) || isClosing || STOP.test(char) || MIDDLE.test(char) ? -500 : 0;
  const isBefore = CLOSING.test(next) || STOP.test(next) || MIDDLE.test(next);
  return isClosing && isBefore ? -500 : 0;
}

function charAt(text: string, offset: number): string {
  const codePoint = text.codePointAt(offset);
  return codePoint === undefined ? "" : String.fromCodePoint(codePoint);
}

/** The character before an offset, with its marks. */
function charBefore(text: string, offset: number): string {
  return /[^]\p{M}*$/u.exec(text.slice(Math.max(0, offset - 4), offset))?.[0] ?? "";
}

function hasGap(text: string, offset: number): boolean {
  const before = charBefore(text, offset);
  const after = charAt(text, offset);
  return (
    (IDEOGRAPH.test(before) && LATIN.test(after)) || (LATIN.test(before) && IDEOGRAPH.test(after))
  );
}
