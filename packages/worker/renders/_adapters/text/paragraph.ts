import type { FontName } from "@paraph/core/layouts";

import { directionsOf, mirrored, visualOrder, type Directions } from "./bidi.ts";
import { tokensOf, type Token } from "./breaks.ts";
import { isInvisible, paragraphsOf } from "./clean_text.ts";
import { faceFor, type Face } from "./faces.ts";
import { gapsIn, shape, type Glyphs } from "./shaping.ts";

/** Text in one font. */
export interface Span {
  readonly text: string;
  readonly fontName: FontName;
}

/** One line in reading order; measures in thousandths of the font size. */
export interface Line {
  readonly pieces: ReadonlyArray<Piece>;
  /** The indexes of the pieces in the order they stand, from the left. */
  readonly order: ReadonlyArray<number>;
  readonly width: number;
  /** Spaces that justified text may widen. */
  readonly gaps: number;
  readonly endsParagraph: boolean;
  readonly rightToLeft: boolean;
}

/** Glyphs of one face and one direction: those of odd levels read from right to left. */
interface Piece {
  readonly glyphs: Glyphs;
  readonly level: number;
}

/** An unbroken stretch, shaped. */
interface Word {
  readonly pieces: ReadonlyArray<Piece>;
  readonly width: number;
  readonly glyphCount: number;
  readonly isSpace: boolean;
  readonly source: string;
  readonly start: number;
}

interface Paragraph {
  readonly text: string;
  readonly fontAt: (index: number) => FontName;
  readonly directions: Directions;
  readonly words: ReadonlyArray<Word>;
}

/** Text that has been shaped and can be broken into lines of any width. */
export type ShapedText = ReadonlyArray<Paragraph>;

/** Shapes text once, so that it can be broken at several widths and sizes. */
export function shapeText(spans: ReadonlyArray<Span>): ShapedText {
  return splitSpans(spans).map((line) => {
    const text = line.map((span) => span.text).join("");
    const fontAt = fontLookup(line);
    const directions = directionsOf(text);
    const words = tokensOf(text).map((token) => shapeToken(text, token, fontAt, directions));
    return { text, fontAt, directions, words };
  });
}

/**
 * Breaks shaped text into lines.
 *
 * @param width The room of a line, in thousandths of the font size.
 * @param spacing What is added after each glyph, in the same measure.
 */
export function breakLines(text: ShapedText, width: number, spacing: number): ReadonlyArray<Line> {
  return text.flatMap((paragraph) => breakParagraph(paragraph, width, spacing));
}

/** The width of the widest word, in thousandths of the font size: narrower lines cut it in two. */
export function widestWord(text: ShapedText, spacing: number): number {
  return text
    .flatMap(({ words }) => words)
    .reduce(
      (widest, word) =>
        word.isSpace ? widest : Math.max(widest, word.width + word.glyphCount * spacing),
      0,
    );
}

/** Room for rounding, so that a text measured at its own width stays on one line. */
const SLACK = 0.5;

function breakParagraph(paragraph: Paragraph, width: number, spacing: number): ReadonlyArray<Line> {
  const { directions } = paragraph;
  const lines: Array<Line> = [];
  let current: Array<Word> = [];
  let used = 0;
  const measure = (word: Word) => word.width + word.glyphCount * spacing;
  const finish = (endsParagraph: boolean) => {
    lines.push(makeLine(current, directions, spacing, endsParagraph));
    current = [];
    used = 0;
  };
  for (const word of paragraph.words) {
    const wide = measure(word);
    if (word.isSpace || used + wide <= width + SLACK) {
      if (word.isSpace && current.length === 0 && lines.length > 0) continue;
      current.push(word);
      used += wide;
      continue;
    }
    if (current.some(({ isSpace }) => !isSpace)) finish(false);
    if (wide <= width + SLACK) {
      current.push(word);
      used += wide;
      continue;
    }
    for (const part of splitWord(paragraph, word, width, spacing)) {
      if (current.length > 0) finish(false);
      current.push(part);
      used = measure(part);
    }
  }
  finish(true);
  return lines;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Cuts a word that is wider than a line between characters as readers see them. */
function splitWord(
  paragraph: Paragraph,
  word: Word,
  width: number,
  spacing: number,
): ReadonlyArray<Word> {
  const parts: Array<Word> = [];
  const { text, fontAt, directions } = paragraph;
  let from = word.start;
  let used = 0;
  for (const { segment, index } of graphemes.segment(word.source)) {
    const at = word.start + index;
    const token = { start: at, end: at + segment.length, isSpace: false };
    const grapheme = shapeToken(text, token, fontAt, directions);
    const wide = grapheme.width + grapheme.glyphCount * spacing;
    if (at > from && used + wide > width + SLACK) {
      parts.push(shapeToken(text, { start: from, end: at, isSpace: false }, fontAt, directions));
      from = at;
      used = 0;
    }
    used += wide;
  }
  const end = word.start + word.source.length;
  parts.push(shapeToken(text, { start: from, end, isSpace: false }, fontAt, directions));
  return parts;
}

function makeLine(
  words: ReadonlyArray<Word>,
  { base }: Directions,
  spacing: number,
  endsParagraph: boolean,
): Line {
  const last = words.findLastIndex(({ isSpace }) => !isSpace);
  const shown = words.slice(0, last + 1);
  const pieces = shown.flatMap((word) => word.pieces);
  const count = pieces.reduce((sum, { glyphs }) => sum + glyphs.ids.length, 0);
  const natural = pieces.reduce((sum, { glyphs }) => sum + glyphs.width, 0);
  return {
    pieces,
    order: visualOrder(pieces.map(({ level }) => level)),
    width: natural + Math.max(0, count - 1) * spacing,
    gaps: pieces.reduce((sum, { glyphs }) => sum + gapsIn(glyphs), 0),
    endsParagraph,
    rightToLeft: base % 2 === 1,
  };
}

function shapeToken(
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
    pieces.push({ glyphs: shape(face, pending, level % 2 === 1, mirrored), level });
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
    pieces,
    width: pieces.reduce((sum, { glyphs }) => sum + glyphs.width, 0),
    glyphCount: pieces.reduce((sum, { glyphs }) => sum + glyphs.ids.length, 0),
    isSpace,
    source: text.slice(start, end),
    start,
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
  if (before !== undefined && FOLLOWS.test(char) && before.font.hasGlyphForCodePoint(codePoint))
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

function splitSpans(spans: ReadonlyArray<Span>): ReadonlyArray<ReadonlyArray<Span>> {
  const lines: Array<Array<Span>> = [[]];
  for (const { text, fontName } of spans) {
    paragraphsOf(text).forEach((part, at) => {
      if (at > 0) lines.push([]);
      lines.at(-1)?.push({ text: part, fontName });
    });
  }
  return lines;
}

function fontLookup(spans: ReadonlyArray<Span>): (index: number) => FontName {
  const [first] = spans;
  if (first !== undefined && spans.length === 1) return () => first.fontName;
  let end = 0;
  const ends = spans.map((span) => ({ end: (end += span.text.length), fontName: span.fontName }));
  return (index) => ends.find((span) => index < span.end)?.fontName ?? first?.fontName ?? "Roboto";
}
