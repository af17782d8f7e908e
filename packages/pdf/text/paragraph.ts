import { type CjkForm, cjkFormOf } from "../fonts/bundled/cjk.ts";
import { MissingGlyph } from "../fonts/faces.ts";
import { type ChainName, fontChain, leadFace } from "../fonts/font_chain.ts";
import { type Directions, directionsOf } from "./bidi.ts";
import { tokensOf } from "./breaks.ts";
import { isOrdinary, paragraphsOf } from "./clean_text.ts";
import { fillLines, SLACK } from "./fill_lines.ts";
import type { Hyphenator } from "./hyphenation.ts";
import { type Line, plainLine, shapedLine } from "./line.ts";
import { type Mark, sizedMark } from "./mark.ts";
import { measured, measurePlain, plainRun, type PlainRun } from "./run.ts";
import { STANDARD_TEXT, type TextOptions } from "./text_options.ts";
import { type Fragment, type Measure, totalFit, type WordSpacing } from "./total_fit.ts";
import { type Setting, shapeToken, type Word } from "./word.ts";

/** Text in one font, with one mark. */
export interface Span {
  readonly text: string;
  readonly fontName: ChainName;
  readonly mark?: Mark | undefined;
}

/** A paragraph without its soft hyphens. */
interface ParagraphText {
  readonly text: string;
  /** The offsets of its soft hyphens. */
  readonly softHyphens: ReadonlyArray<number>;
  readonly options: TextOptions;
}

/** A paragraph whose characters are all plain in one face. */
interface PlainParagraph extends ParagraphText {
  readonly kind: "plain";
  readonly run: PlainRun;
}

interface ShapedParagraph extends ParagraphText {
  readonly kind: "shaped";
  readonly settingAt: (index: number) => Setting;
  readonly directions: Directions;
  readonly words: ReadonlyArray<Word>;
}

type Paragraph = PlainParagraph | ShapedParagraph;

/** Shaped text, which can be broken into lines of any width. */
export type ShapedText = ReadonlyArray<Paragraph>;

/** Shapes text, for breaking at several widths and sizes. */
export function shapeText(
  spans: ReadonlyArray<Span>,
  options: TextOptions = STANDARD_TEXT,
): ShapedText {
  // Most text is plain, and needs no fallbacks.
  const form = once(() => cjkFormOf(spans.map(({ text }) => text).join(""), options.language));
  return splitSpans(spans).map(({ spans: line, softHyphens }): Paragraph => {
    const [first] = line;
    const { features } = options;
    if (line.length === 1 && first !== undefined && first.mark === undefined) {
      const { text, fontName } = first;
      const run = plainRun(leadFace(fontName), text, 0, text.length, features);
      const paragraph = { text, softHyphens, options };
      if (run !== undefined && (!isDivisible(paragraph) || hasPlainHyphen(run)))
        return { kind: "plain", ...paragraph, run };
    }
    const text = line.map((span) => span.text).join("");
    const settingAt = settingLookup(line, form(), options);
    const directions = directionsOf(text);
    const words = tokensOf(text).map((token) =>
      shapeToken(text, token, settingAt, directions, options),
    );
    return { kind: "shaped", text, softHyphens, options, settingAt, directions, words };
  });
}

/** How lines are broken. */
export interface LineBreaking {
  /** The indent of the first line of each paragraph, in thousandths of the font size. */
  readonly indent?: number;
  /** Chooses the breaks of a paragraph together, for justified text with these word spaces. */
  readonly justified?: WordSpacing | undefined;
}

/**
 * Breaks shaped text into lines.
 *
 * @param width The width of a line, in thousandths of the font size.
 * @param spacing The letter spacing, in thousandths of the font size.
 */
export function breakLines(
  text: ShapedText,
  width: number,
  spacing: number,
  { indent = 0, justified }: LineBreaking = {},
): ReadonlyArray<Line> {
  const lengths = { width, spacing, indent };
  return text.flatMap((paragraph) =>
    paragraph.kind === "plain"
      ? breakPlain(paragraph, lengths, justified)
      : breakShaped(paragraph, lengths, justified),
  );
}

/** Returns the width of the widest word, in thousandths of the font size. */
export function widestWord(text: ShapedText, spacing: number): number {
  let widest = 0;
  for (const paragraph of text) {
    const words = paragraph.kind === "plain" ? plainWords(paragraph) : paragraph.words;
    for (const { isSpace, width, glyphCount } of words) {
      if (!isSpace) widest = Math.max(widest, width + glyphCount * spacing);
    }
  }
  return widest;
}

type Lengths = Omit<Measure, "hyphenWidth">;

function breakPlain(
  paragraph: PlainParagraph,
  lengths: Lengths,
  justified: WordSpacing | undefined,
): ReadonlyArray<Line> {
  const { run } = paragraph;
  const { width, spacing, indent } = lengths;
  if (run.width + run.glyphCount * spacing <= width - indent + SLACK)
    return [plainLine(run, spacing, { endsParagraph: true, endsWord: true }, indent)];
  const words = plainWords(paragraph);
  const fragments = isDivisible(paragraph)
    ? divideWords(paragraph, words, (start, end) => partOf(run, start, end))
    : words;
  const measure = { ...lengths, hyphenWidth: hyphenWidthOf(run) };
  const lines = chooseBreaks(fragments, measure, justified, (word, most) =>
    cutPlain(run, word, most, spacing),
  );
  return lines.map((words, index) => {
    const endsParagraph = index === lines.length - 1;
    const endsWord = endsParagraph || isSpaceAfter(paragraph.text, words);
    const ends = { endsParagraph, endsWord };
    return plainLine(lineRun(run, words), spacing, ends, index === 0 ? indent : 0);
  });
}

function chooseBreaks<F extends Fragment>(
  fragments: ReadonlyArray<F>,
  measure: Measure,
  justified: WordSpacing | undefined,
  cut: (fragment: F, width: number) => Iterable<F>,
): ReadonlyArray<ReadonlyArray<F>> {
  const ranges = justified && totalFit(fragments, measure, justified);
  return (
    ranges?.map(({ from, to }) => fragments.slice(from, to)) ?? fillLines(fragments, measure, cut)
  );
}

/** Whether words can be hyphenated. */
function isDivisible({ softHyphens, options }: ParagraphText): boolean {
  return softHyphens.length > 0 || options.hyphenator !== undefined;
}

type MeasurePart = (start: number, end: number) => Pick<Fragment, "width" | "glyphCount">;

/** Divides words where they can be hyphenated. */
function divideWords<W extends Fragment>(
  { text, softHyphens, options }: ParagraphText,
  words: ReadonlyArray<W>,
  measure: MeasurePart,
  hyphenatorAt: (offset: number) => Hyphenator | undefined = () => options.hyphenator,
): ReadonlyArray<W> {
  let next = 0;
  return words.flatMap((word) => {
    if (word.isSpace) return [word];
    const offsets: Array<number> = [];
    for (; (softHyphens[next] ?? word.end) < word.end; next++) {
      const offset = softHyphens[next] ?? 0;
      if (offset > word.start) offsets.push(offset);
    }
    // Soft hyphens say where to divide a word, instead of the patterns.
    if (offsets.length === 0) {
      const hyphenator = hyphenatorAt(word.start);
      for (const offset of hyphenator?.(text.slice(word.start, word.end)) ?? [])
        offsets.push(word.start + offset);
    }
    return offsets.length === 0 ? [word] : divide(word, offsets, measure);
  });
}

/** The length of a word from which its parts are measured alone, in linear time. */
const LONG_WORD = 80;

/**
 * Divides a word at offsets. The widths of the parts add up to that of the word, except in long words, where
 * they lack the kerning between parts.
 */
function divide<W extends Fragment>(
  word: W,
  offsets: ReadonlyArray<number>,
  measure: MeasurePart,
): ReadonlyArray<W> {
  const isLong = word.end - word.start > LONG_WORD;
  let [start, width, glyphCount] = [word.start, 0, 0];
  return [...offsets, word.end].map((end) => {
    const isLast = end === word.end;
    const upToHere = isLast && !isLong ? word : measure(isLong ? start : word.start, end);
    const part = {
      ...word,
      start,
      end,
      width: upToHere.width - width,
      glyphCount: upToHere.glyphCount - glyphCount,
      isHyphenated: !isLast,
    };
    start = end;
    if (!isLong) [width, glyphCount] = [upToHere.width, upToHere.glyphCount];
    return part;
  });
}

const HYPHEN = "-";

function hyphenWidthOf({ face }: PlainRun): number {
  const glyph = face.plainGlyph(HYPHEN.charCodeAt(0));
  return glyph === -1 ? 0 : face.width(glyph);
}

/** Whether a hyphen is plain in the font and its features, as the text is. */
function hasPlainHyphen({ face, features }: PlainRun): boolean {
  return plainRun(face, HYPHEN, 0, HYPHEN.length, features) !== undefined;
}

/** Returns a part of a plain paragraph. */
function partOf({ face, text, features }: PlainRun, start: number, end: number): PlainRun {
  const run = plainRun(face, text, start, end, features);
  if (run === undefined) throw new Error("A part of plain text is plain");
  return run;
}

/** Returns the part of a plain paragraph on a line, up to its last word. */
function lineRun(run: PlainRun, words: ReadonlyArray<Fragment>): PlainRun {
  const last = words.findLast(({ isSpace }) => !isSpace);
  const start = words[0]?.start ?? 0;
  const end = last?.end ?? start;
  if (last?.isHyphenated !== true) return partOf(run, start, end);
  const text = run.text.slice(start, end) + HYPHEN;
  return partOf({ ...run, text }, 0, text.length);
}

function plainWords({ text, run }: PlainParagraph): ReadonlyArray<Fragment> {
  const { face, shaper } = run;
  return tokensOf(text).map(({ start, end, isSpace }) => {
    measurePlain(face, shaper, text, start, end);
    const { width, glyphCount } = measured;
    return { start, end, isSpace, width, glyphCount, isHyphenated: false };
  });
}

function* cutPlain(
  { face, text }: PlainRun,
  { start, end, isHyphenated }: Fragment,
  width: number,
  spacing: number,
): Generator<Fragment> {
  const common = { isSpace: false, isHyphenated: false };
  let from = start;
  let [usedWidth, glyphCount] = [0, 0];
  for (let index = start; index < end; index++) {
    const codePoint = text.codePointAt(index) ?? 0;
    const wide = face.width(face.plainGlyph(codePoint));
    if (index > from && usedWidth + wide + (glyphCount + 1) * spacing > width + SLACK) {
      yield { ...common, start: from, end: index, width: usedWidth, glyphCount };
      [from, usedWidth, glyphCount] = [index, 0, 0];
    }
    usedWidth += wide;
    glyphCount += 1;
    if (codePoint > 0xffff) index += 1;
  }
  yield { ...common, start: from, end, width: usedWidth, glyphCount, isHyphenated };
}

/** A word of a shaped paragraph, or a part of it. */
interface ShapedFragment extends Fragment {
  readonly word: Word;
}

function breakShaped(
  paragraph: ShapedParagraph,
  lengths: Lengths,
  justified: WordSpacing | undefined,
): ReadonlyArray<Line> {
  const { words, directions } = paragraph;
  const { spacing, indent } = lengths;
  const whole = words.map((word): ShapedFragment => {
    const { start, end, isSpace, width, glyphCount } = word;
    return { start, end, isSpace, width, glyphCount, isHyphenated: false, word };
  });
  const hyphenatorAt = (offset: number) =>
    (paragraph.settingAt(offset).own ?? paragraph.options).hyphenator;
  const measurePart = (start: number, end: number) => shapePart(paragraph, start, end);
  const fragments = divideWords(paragraph, whole, measurePart, hyphenatorAt);
  const hyphen = hyphenAfter(paragraph, 0);
  const lines = chooseBreaks(
    fragments,
    { ...lengths, hyphenWidth: hyphen.width },
    justified,
    (fragment, most) => cutShaped(paragraph, fragment, most, spacing),
  );
  return lines.map((line, index) =>
    shapedLine(wordsOf(paragraph, line), {
      baseLevel: directions.base,
      spacing,
      endsParagraph: index === lines.length - 1,
      endsWord: index === lines.length - 1 || isSpaceAfter(paragraph.text, line),
      indent: index === 0 ? indent : 0,
    }),
  );
}

/** Whether a space follows the last word of a line. */
function isSpaceAfter(text: string, line: ReadonlyArray<Fragment>): boolean {
  const last = line.findLast(({ isSpace }) => !isSpace);
  return last !== undefined && /\s/.test(text.charAt(last.end));
}

/** The words of a line, its divided words shaped again, with a hyphen if the last one is divided. */
function wordsOf(
  paragraph: ShapedParagraph,
  fragments: ReadonlyArray<ShapedFragment>,
): ReadonlyArray<Word> {
  const words: Array<Word> = [];
  fragments.forEach(({ word, start }, index) => {
    if (fragments[index - 1]?.word === word) return;
    const end = fragments.findLast((other) => other.word === word)?.end ?? word.end;
    const isWhole = start === word.start && end === word.end;
    words.push(isWhole ? word : shapePart(paragraph, start, end));
  });
  const last = fragments.at(-1);
  if (last?.isHyphenated === true) words.push(hyphenAfter(paragraph, last.end - 1));
  return words;
}

function shapePart(
  { text, settingAt, directions, options }: ShapedParagraph,
  start: number,
  end: number,
): Word {
  return shapeToken(text, { start, end, isSpace: false }, settingAt, directions, options);
}

/** A hyphen in the font and the direction of the character at an offset. */
function hyphenAfter({ settingAt, directions, options }: ShapedParagraph, offset: number): Word {
  const token = { start: 0, end: HYPHEN.length, isSpace: false };
  const level = directions.levelAt(offset);
  const here = { base: directions.base, levelAt: () => level };
  return shapeToken(HYPHEN, token, () => settingAt(offset), here, options);
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Splits a word that is wider than a line between graphemes. */
function* cutShaped(
  paragraph: ShapedParagraph,
  fragment: ShapedFragment,
  width: number,
  spacing: number,
): Generator<ShapedFragment> {
  const part = (start: number, end: number, isHyphenated: boolean): ShapedFragment => {
    const word = shapePart(paragraph, start, end);
    const { width: wide, glyphCount } = word;
    return { start, end, isSpace: false, width: wide, glyphCount, isHyphenated, word };
  };
  let from = fragment.start;
  let usedWidth = 0;
  const source = paragraph.text.slice(fragment.start, fragment.end);
  for (const { segment, index } of graphemes.segment(source)) {
    const offset = fragment.start + index;
    const grapheme = shapePart(paragraph, offset, offset + segment.length);
    const wide = grapheme.width + grapheme.glyphCount * spacing;
    if (offset > from && usedWidth + wide > width + SLACK) {
      yield part(from, offset, false);
      [from, usedWidth] = [offset, 0];
    }
    usedWidth += wide;
  }
  yield part(from, fragment.end, fragment.isHyphenated);
}

/** The spans of a paragraph, without its soft hyphens. */
interface SplitParagraph {
  readonly spans: ReadonlyArray<Span>;
  readonly softHyphens: ReadonlyArray<number>;
}

const SOFT_HYPHEN = "\u00ad";

function splitSpans(spans: ReadonlyArray<Span>): ReadonlyArray<SplitParagraph> {
  // Cells of tables, for the most part.
  const [only] = spans;
  if (spans.length === 1 && only !== undefined && isOrdinary(only.text))
    return [{ spans, softHyphens: [] }];
  const lines: Array<{ readonly spans: Array<Span>; readonly softHyphens: Array<number> }> = [
    { spans: [], softHyphens: [] },
  ];
  let length = 0;
  for (const { text, fontName, mark } of spans) {
    paragraphsOf(text).forEach((part, index) => {
      if (index > 0) {
        lines.push({ spans: [], softHyphens: [] });
        length = 0;
      }
      const line = lines.at(-1);
      if (line === undefined) return;
      const pieces = part.includes(SOFT_HYPHEN) ? part.split(SOFT_HYPHEN) : [part];
      let offset = length;
      for (const piece of pieces.slice(0, -1)) line.softHyphens.push((offset += piece.length));
      const visible = pieces.length === 1 ? part : pieces.join("");
      line.spans.push({ text: visible, fontName, mark });
      length += visible.length;
    });
  }
  return lines;
}

/** Returns the setting of each character of spans. */
function settingLookup(
  spans: ReadonlyArray<Span>,
  form: CjkForm | undefined,
  { inLanguage }: TextOptions,
): (index: number) => Setting {
  const settings = spans.map(({ text, fontName, mark }): Setting => {
    const { language } = mark ?? {};
    return {
      chain: fontChain(fontName, language === undefined ? form : cjkFormOf(text, language)),
      mark: mark && sizedMark(mark, fontName),
      own: language === undefined ? undefined : inLanguage?.(language),
    };
  });
  const [first = { chain: fontChain("Roboto", form), mark: undefined }] = settings;
  if (spans.length === 1) return () => first;
  let end = 0;
  const ends = spans.map(({ text }) => (end += text.length));
  return (index) => {
    let [low, high] = [0, ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (index < (ends[middle] ?? 0)) high = middle;
      else low = middle + 1;
    }
    return index < end ? (settings[low] ?? first) : first;
  };
}

function once<A>(compute: () => A): () => A {
  let result: { readonly value: A } | undefined;
  return () => (result ??= { value: compute() }).value;
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
