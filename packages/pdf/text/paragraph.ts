import { type ChainName, leadFace, MissingGlyph } from "../fonts/faces.ts";
import { type Directions, directionsOf } from "./bidi.ts";
import { tokensOf } from "./breaks.ts";
import { paragraphsOf } from "./clean_text.ts";
import { type Line, plainLine, shapedLine } from "./line.ts";
import { plainRun, type PlainRun } from "./run.ts";
import { shapeToken, type Word } from "./word.ts";

/** Text in one font. */
export interface Span {
  readonly text: string;
  readonly fontName: ChainName;
}

/** A paragraph whose characters are all plain in one face; only their widths matter. */
interface PlainParagraph {
  readonly kind: "plain";
  readonly run: PlainRun;
}

interface ShapedParagraph {
  readonly kind: "shaped";
  readonly text: string;
  readonly fontAt: (index: number) => ChainName;
  readonly directions: Directions;
  readonly words: ReadonlyArray<Word>;
}

type Paragraph = PlainParagraph | ShapedParagraph;

/** Shaped text, which can be broken into lines of any width. */
export type ShapedText = ReadonlyArray<Paragraph>;

/** Shapes text, for breaking at several widths and sizes. */
export function shapeText(spans: ReadonlyArray<Span>): ShapedText {
  return splitSpans(spans).map((line): Paragraph => {
    const [first] = line;
    if (line.length === 1 && first !== undefined) {
      const run = plainRun(leadFace(first.fontName), first.text, 0, first.text.length);
      if (run !== undefined) return { kind: "plain", run };
    }
    const text = line.map((span) => span.text).join("");
    const fontAt = fontLookup(line);
    const directions = directionsOf(text);
    const words = tokensOf(text).map((token) => shapeToken(text, token, fontAt, directions));
    return { kind: "shaped", text, fontAt, directions, words };
  });
}

/**
 * Breaks shaped text into lines.
 *
 * @param width The width of a line, in thousandths of the font size.
 * @param spacing The letter spacing, in thousandths of the font size.
 */
export function breakLines(text: ShapedText, width: number, spacing: number): ReadonlyArray<Line> {
  return text.flatMap((paragraph) =>
    paragraph.kind === "plain"
      ? breakPlain(paragraph.run, width, spacing)
      : breakShaped(paragraph, width, spacing),
  );
}

/** Returns the width of the widest word, in thousandths of the font size. */
export function widestWord(text: ShapedText, spacing: number): number {
  let widest = 0;
  for (const paragraph of text) {
    const words = paragraph.kind === "plain" ? plainWords(paragraph.run) : paragraph.words;
    for (const { isSpace, width, glyphCount } of words) {
      if (!isSpace) widest = Math.max(widest, width + glyphCount * spacing);
    }
  }
  return widest;
}

/** Tolerates rounding errors, so that a text stays on one line at exactly its width. */
const SLACK = 0.5;

/** A word or a space; lines break between them. */
type Breakable = Pick<Word, "start" | "end" | "width" | "glyphCount" | "isSpace">;

/**
 * Fills lines with words greedily. Trailing spaces hang over the edge of a line, leading ones are omitted,
 * and a word that is wider than a line is split.
 */
function fillLines<W extends Breakable>(
  words: Iterable<W>,
  {
    width,
    spacing,
    cut,
  }: { readonly width: number; readonly spacing: number; readonly cut: (word: W) => Iterable<W> },
): ReadonlyArray<ReadonlyArray<W>> {
  const lines: Array<ReadonlyArray<W>> = [];
  let current: Array<W> = [];
  let usedWidth = 0;
  let hasWord = false;
  const finish = () => {
    lines.push(current);
    current = [];
    usedWidth = 0;
    hasWord = false;
  };
  const put = (word: W, wide: number) => {
    current.push(word);
    usedWidth += wide;
    hasWord ||= !word.isSpace;
  };
  for (const word of words) {
    const wide = word.width + word.glyphCount * spacing;
    if (word.isSpace && current.length === 0 && lines.length > 0) continue;
    if (word.isSpace || usedWidth + wide <= width + SLACK) {
      put(word, wide);
      continue;
    }
    if (hasWord) finish();
    if (wide <= width + SLACK) {
      put(word, wide);
      continue;
    }
    for (const part of cut(word)) {
      if (current.length > 0) finish();
      put(part, part.width + part.glyphCount * spacing);
    }
  }
  finish();
  return lines;
}

function breakPlain(run: PlainRun, width: number, spacing: number): ReadonlyArray<Line> {
  if (run.width + run.glyphCount * spacing <= width + SLACK) return [plainLine(run, spacing, true)];
  const lines = fillLines(plainWords(run), {
    width,
    spacing,
    cut: (word) => cutPlain(run, word, width, spacing),
  });
  return lines.map((words, index) =>
    plainLine(lineRun(run, words), spacing, index === lines.length - 1),
  );
}

/** Returns the part of a plain paragraph on a line, up to its last word. */
function lineRun({ face, text }: PlainRun, words: ReadonlyArray<Breakable>): PlainRun {
  const last = words.findLast(({ isSpace }) => !isSpace);
  const start = words[0]?.start ?? 0;
  const run = plainRun(face, text, start, last?.end ?? start);
  if (run === undefined) throw new Error("A part of plain text is plain");
  return run;
}

function* plainWords({ face, text }: PlainRun): Generator<Breakable> {
  for (const { start, end, isSpace } of tokensOf(text)) {
    const run = plainRun(face, text, start, end);
    if (run !== undefined) yield { start, end, isSpace, ...sizeOf(run) };
  }
}

function* cutPlain(
  { face, text }: PlainRun,
  { start, end }: Breakable,
  width: number,
  spacing: number,
): Generator<Breakable> {
  let from = start;
  let [usedWidth, glyphCount] = [0, 0];
  for (let index = start; index < end; index++) {
    const codePoint = text.codePointAt(index) ?? 0;
    const wide = face.width(face.plainGlyph(codePoint));
    if (index > from && usedWidth + wide + (glyphCount + 1) * spacing > width + SLACK) {
      yield { start: from, end: index, width: usedWidth, glyphCount, isSpace: false };
      [from, usedWidth, glyphCount] = [index, 0, 0];
    }
    usedWidth += wide;
    glyphCount += 1;
    if (codePoint > 0xffff) index += 1;
  }
  yield { start: from, end, width: usedWidth, glyphCount, isSpace: false };
}

function breakShaped(
  paragraph: ShapedParagraph,
  width: number,
  spacing: number,
): ReadonlyArray<Line> {
  const { words, directions } = paragraph;
  const lines = fillLines(words, {
    width,
    spacing,
    cut: (word) => cutShaped(paragraph, word, width, spacing),
  });
  return lines.map((line, index) =>
    shapedLine(line, directions.base, spacing, index === lines.length - 1),
  );
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Splits a word that is wider than a line between graphemes. */
function* cutShaped(
  { text, fontAt, directions }: ShapedParagraph,
  word: Word,
  width: number,
  spacing: number,
): Generator<Word> {
  const shapePart = (start: number, end: number) =>
    shapeToken(text, { start, end, isSpace: false }, fontAt, directions);
  let from = word.start;
  let usedWidth = 0;
  for (const { segment, index } of graphemes.segment(text.slice(word.start, word.end))) {
    const offset = word.start + index;
    const grapheme = shapePart(offset, offset + segment.length);
    const wide = grapheme.width + grapheme.glyphCount * spacing;
    if (offset > from && usedWidth + wide > width + SLACK) {
      yield shapePart(from, offset);
      [from, usedWidth] = [offset, 0];
    }
    usedWidth += wide;
  }
  yield shapePart(from, word.end);
}

function sizeOf({ width, glyphCount }: PlainRun) {
  return { width, glyphCount };
}

function splitSpans(spans: ReadonlyArray<Span>): ReadonlyArray<ReadonlyArray<Span>> {
  const lines: Array<Array<Span>> = [[]];
  for (const { text, fontName } of spans) {
    paragraphsOf(text).forEach((part, index) => {
      if (index > 0) lines.push([]);
      lines.at(-1)?.push({ text: part, fontName });
    });
  }
  return lines;
}

function fontLookup(spans: ReadonlyArray<Span>): (index: number) => ChainName {
  const [first] = spans;
  if (first !== undefined && spans.length === 1) return () => first.fontName;
  let end = 0;
  const ends = spans.map((span) => ({ end: (end += span.text.length), fontName: span.fontName }));
  return (index) => ends.find((span) => index < span.end)?.fontName ?? first?.fontName ?? "Roboto";
}

/** Returns the first character of a text that neither a font nor its fallbacks have, null when there is none. */
export function missingCharacter(text: string, fontName: ChainName = "Roboto"): string | null {
  try {
    shapeText([{ text, fontName }]);
    return null;
  } catch (error) {
    if (error instanceof MissingGlyph) return error.character;
    throw error;
  }
}
