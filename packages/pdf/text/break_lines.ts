import type { Cluster } from "../fonts/cluster.ts";
import type { Face } from "../fonts/faces.ts";
import { tokensOf } from "./breaks.ts";
import { fillLines, SLACK } from "./fill_lines.ts";
import type { Hyphenator } from "./hyphenation.ts";
import { type Line, plainLine, shapedLine } from "./line.ts";
import {
  HYPHEN,
  isDivisible,
  type ParagraphText,
  type PlainParagraph,
  type Segment,
  type ShapedParagraph,
  type ShapedText,
  shapeText,
  type SimpleParagraph,
} from "./paragraph.ts";
import {
  isSeparable,
  measured,
  measurePlain,
  type Piece,
  pieceWidth,
  plainRun,
  type PlainRun,
  shapedRun,
} from "./run.ts";
import { type Hang, hangOf } from "./spacing/optical_margins.ts";
import { type TabSegment, tabbedLines, type TabStop } from "./spacing/tab_stops.ts";
import {
  type Fragment,
  type Measure,
  MOST_SHRINK,
  totalFit,
  type WordSpacing,
} from "./total_fit.ts";
import { type Setting, shapeToken, type Word } from "./word.ts";

/** How lines are broken. */
export interface LineBreaking {
  /** The indent of the first line of each paragraph, in thousandths of the font size. */
  readonly indent?: number;
  /** Chooses the breaks of a paragraph together, for justified text with these word spaces. */
  readonly justified?: WordSpacing | undefined;
  readonly tabStops?: ReadonlyArray<TabStop>;
  /** Whether punctuation at the ends of lines extends into the margins. */
  readonly hasOpticalMargins?: boolean;
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
  breaking: LineBreaking = {},
): ReadonlyArray<Line> {
  const { indent = 0, justified, tabStops = [], hasOpticalMargins = false } = breaking;
  const lengths = { width, spacing, indent };
  const breakSimple = (paragraph: SimpleParagraph, own: Lengths) =>
    paragraph.kind === "plain"
      ? breakPlain(paragraph, own, justified, hasOpticalMargins)
      : breakShaped(paragraph, own, justified, hasOpticalMargins);
  const segmentOf = ({ paragraph, fontName, beforeSeparator }: Segment): TabSegment => {
    const widthOf = (part: SimpleParagraph) =>
      breakSimple(part, { width: Infinity, spacing, indent: 0 })[0]?.width ?? 0;
    const { options } = paragraph;
    const plain = { ...options, hasTabs: false };
    return {
      fontName,
      baseLevel: paragraph.kind === "plain" ? 0 : paragraph.directions.base,
      width: widthOf(paragraph),
      widthBeforeSeparator: () => widthOf(beforeSeparator()),
      breakLines: (own, ownIndent) =>
        breakSimple(paragraph, { width: own, spacing, indent: ownIndent }),
      shapeLeader: (leader) =>
        breakLines(shapeText([{ text: leader, fontName }], plain), Infinity, spacing)[0],
    };
  };
  return text.flatMap((paragraph) =>
    paragraph.kind === "tabbed"
      ? tabbedLines(paragraph.segments.map(segmentOf), lengths, tabStops)
      : breakSimple(paragraph, lengths),
  );
}

/** Returns the width of the widest word, in thousandths of the font size. */
export function widestWord(text: ShapedText, spacing: number): number {
  let widest = 0;
  const simple = text.flatMap((paragraph) =>
    paragraph.kind === "tabbed" ? paragraph.segments.map((part) => part.paragraph) : [paragraph],
  );
  for (const paragraph of simple) {
    const words = paragraph.kind === "plain" ? plainWords(paragraph) : paragraph.words;
    for (const { isSpace, width, glyphCount } of words) {
      if (!isSpace) widest = Math.max(widest, width + (glyphCount - 1) * spacing);
    }
  }
  return widest;
}

type Lengths = Omit<Measure, "hyphenWidth">;

const WHOLE = { endsParagraph: true, endsWord: true, endsInHyphen: false };

function breakPlain(
  paragraph: PlainParagraph,
  lengths: Lengths,
  justified: WordSpacing | undefined,
  hasOpticalMargins: boolean,
): ReadonlyArray<Line> {
  const { run } = paragraph;
  const { width, spacing, indent } = lengths;
  const hangOf = hasOpticalMargins ? hangLookup(paragraph.text, () => run.face) : undefined;
  if (run.width + (run.glyphCount - 1) * spacing <= width - indent + SLACK) {
    const line = plainLine(run, spacing, WHOLE, indent);
    const all = { ...NO_FRAGMENT, end: paragraph.text.length };
    return [hangOf === undefined ? line : { ...line, hang: hangOf(all, all) }];
  }
  const words = plainWords(paragraph);
  const fragments = isDivisible(paragraph)
    ? divideWords(paragraph, words, (start, end) => partOf(run, start, end))
    : words;
  const measure = { ...lengths, hyphenWidth: hyphenWidthOf(run), hangOf };
  const lines = chooseBreaks(fragments, measure, justified, (word, most) =>
    cutPlain(run, word, most, spacing),
  );
  return lines.map((words, index) => {
    const endsParagraph = index === lines.length - 1;
    const endsWord = endsParagraph || isSpaceAfter(paragraph.text, words);
    const ends = { endsParagraph, endsWord, endsInHyphen: isDivided(words) };
    const line = plainLine(lineRun(run, words), spacing, ends, index === 0 ? indent : 0);
    return withHang(line, words, hangOf);
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

function hyphenWidthOf({ face }: PlainRun): number {
  const glyph = face.plainGlyph(HYPHEN.charCodeAt(0));
  return glyph === -1 ? 0 : face.width(glyph);
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
    if (index > from && usedWidth + wide + glyphCount * spacing > width + SLACK) {
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
  hasOpticalMargins: boolean,
): ReadonlyArray<Line> {
  const { words, directions } = paragraph;
  const { spacing, indent } = lengths;
  const whole = words.map((word): ShapedFragment => {
    const { start, end, isSpace, width, glyphCount, stretches, shrinks } = word;
    const common = { start, end, isSpace, width, glyphCount, stretches, shrinks };
    return { ...common, isHyphenated: false, word };
  });
  const hyphenatorAt = (offset: number) =>
    (paragraph.settingAt(offset).own ?? paragraph.options).hyphenator;
  const measurePart = (start: number, end: number) => shapePart(paragraph, start, end);
  const fragments = divideWords(paragraph, whole, measurePart, hyphenatorAt);
  const hyphen = hyphenAfter(paragraph, 0);
  const isHanging = hasOpticalMargins && directions.base % 2 === 0;
  const hangOf = isHanging
    ? hangLookup(paragraph.text, (char, offset) => faceOf(paragraph.settingAt(offset), char))
    : undefined;
  const lines = chooseBreaks(
    fragments,
    { ...lengths, hyphenWidth: hyphen.width, hangOf },
    justifiedBy(justified, words),
    (fragment, most) => cutShaped(paragraph, fragment, most, spacing),
  );
  return lines.map((line, index) => {
    const shaped = shapedLine(wordsOf(paragraph, line), {
      baseLevel: directions.base,
      spacing,
      endsParagraph: index === lines.length - 1,
      endsWord: index === lines.length - 1 || isSpaceAfter(paragraph.text, line),
      endsInHyphen: isDivided(line),
      indent: index === 0 ? indent : 0,
    });
    const hung = withHang(shaped, line, hangOf);
    return justified === undefined ? hung : narrowed(hung, lengths.width);
  });
}

/** Narrows the punctuation of a line that is wider than its space. Spaces are narrowed later. */
function narrowed(line: Line, width: number): Line {
  const { indent, hang = { start: 0, end: 0 } } = line;
  const excess = line.width - (width - indent + hang.start + hang.end);
  const runs = line.pieces.map(({ run }) => (run.kind === "shaped" ? run.clusters : []));
  const last = runs.at(-1)?.at(-1);
  const canNarrow = (cluster: Cluster) => cluster.canShrink === true && cluster !== last;
  const count = runs.flat().filter(canNarrow).length;
  if (excess <= SLACK || count === 0) return line;
  const each = Math.min(MOST_SHRINK, excess / count);
  const pieces = line.pieces.map((piece): Piece => {
    const { run } = piece;
    if (run.kind === "plain" || !run.clusters.some(canNarrow)) return piece;
    const clusters = run.clusters.map((cluster) =>
      canNarrow(cluster) ? { ...cluster, after: Math.round(cluster.after - each) } : cluster,
    );
    return { ...piece, run: shapedRun(run.face, clusters) };
  });
  const saved = sumOfWidths(line.pieces) - sumOfWidths(pieces);
  return { ...line, pieces, width: line.width - saved };
}

function sumOfWidths(pieces: ReadonlyArray<Piece>): number {
  return pieces.reduce((sum, piece) => sum + pieceWidth(piece), 0);
}

/** Letters of a paragraph are set apart if all of them can be. */
function justifiedBy(
  justified: WordSpacing | undefined,
  words: ReadonlyArray<Word>,
): WordSpacing | undefined {
  if (justified?.letters === undefined) return justified;
  const areSeparable = words.every(({ pieces }) => pieces.every(({ run }) => isSeparable(run)));
  return areSeparable ? justified : { min: justified.min, max: justified.max };
}

function faceOf({ chain }: Setting, char: string): Face {
  return chain.find(char.codePointAt(0) ?? 0) ?? chain.lead;
}

const NO_FRAGMENT: Fragment = {
  start: 0,
  end: 0,
  isSpace: false,
  width: 0,
  glyphCount: 0,
  isHyphenated: false,
};

/** How far lines extend into the margins, by their first and last fragment. */
function hangLookup(
  text: string,
  faceAt: (char: string, offset: number) => Face,
): (first: Fragment, last: Fragment) => Hang {
  return (first, last) => {
    const end = last.isHyphenated ? HYPHEN : text.charAt(last.end - 1);
    return hangOf(
      { char: text.charAt(first.start), face: (char) => faceAt(char, first.start) },
      { char: end, face: (char) => faceAt(char, last.end - 1) },
    );
  };
}

function withHang(
  line: Line,
  fragments: ReadonlyArray<Fragment>,
  hangOf: ((first: Fragment, last: Fragment) => Hang) | undefined,
): Line {
  if (hangOf === undefined) return line;
  const first = fragments.find(({ isSpace }) => !isSpace);
  const last = fragments.findLast(({ isSpace }) => !isSpace);
  return first === undefined || last === undefined ? line : { ...line, hang: hangOf(first, last) };
}

/** Whether the last word of a line continues on the next one, behind a hyphen. */
function isDivided(line: ReadonlyArray<Fragment>): boolean {
  return line.at(-1)?.isHyphenated === true;
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
    if (offset > from && usedWidth + wide - spacing > width + SLACK) {
      yield part(from, offset, false);
      [from, usedWidth] = [offset, 0];
    }
    usedWidth += wide;
  }
  yield part(from, fragment.end, fragment.isHyphenated);
}
