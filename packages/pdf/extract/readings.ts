import type { Glyph } from "./glyph.ts";

/** One way to read a page: its folded text, and the glyph of each UTF-16 unit. */
interface Reading {
  readonly text: string;
  readonly glyphs: ReadonlyArray<Glyph | undefined>;
}

/** The readings of a page, and the line of each of its glyphs. */
export interface ReadPage {
  readonly readings: ReadonlyArray<Reading>;
  readonly lineOf: ReadonlyMap<Glyph, TextLine>;
}

/** A glyph of a line, with its folded text. */
interface Unit {
  readonly text: string;
  readonly glyph: Glyph | undefined;
}

/** Separates text that does not belong together; no search text contains it. */
const BREAK: Unit = { text: "\0", glyph: undefined };

/** Glyphs farther apart than this are separated; in multiples of the font size, along or across the line. */
const MAX_GAP = 3;

/** Characters that are read from right to left. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const directions = [0, 1, 2, 3];

/**
 * Reads a page in several ways, because none is right for every file: line by line in visual order, with
 * right-to-left text reversed, and in drawing order.
 */
export function readingsOf(glyphs: ReadonlyArray<Glyph>): ReadPage {
  const lineOf = new Map<Glyph, TextLine>();
  const readings: Array<Reading> = [];
  for (const direction of directions) {
    const lines = linesOf(glyphs.filter((glyph) => glyph.direction === direction));
    for (const line of lines) for (const glyph of line.glyphs) lineOf.set(glyph, line);
    readings.push(...readingsOfLines(lines));
  }
  const lineGlyphs = glyphs.filter((glyph) => lineOf.has(glyph));
  readings.push(readingOf([unitsOf(lineGlyphs, lineOf)]));
  return { readings, lineOf };
}

function readingsOfLines(lines: ReadonlyArray<TextLine>): ReadonlyArray<Reading> {
  if (lines.length === 0) return [];
  const units = lines.map((line, index) => [
    ...(isContinuation(lines[index - 1], line) ? [] : [BREAK]),
    ...unitsOf(line.glyphs),
  ]);
  const plain = readingOf(units);
  if (!RIGHT_TO_LEFT.test(plain.text)) return [plain];
  // Files differ in the order of the characters of a ligature: visual order or reading order.
  return [
    plain,
    readingOf(units.map((line) => reverseRtlRuns(line))),
    readingOf(units.map((line) => reverseRtlRuns(line.flatMap(splitCharacters)))),
    readingOf(units.map((line) => reverseLine(line))),
    readingOf(units.map((line) => reverseLine(line.flatMap(splitCharacters)))),
  ];
}

function isContinuation(before: TextLine | undefined, line: TextLine): boolean {
  if (before === undefined) return false;
  return line.baseline - before.baseline <= MAX_GAP * Math.max(before.size, line.size);
}

const foldCache = new Map<string, string>();

/** Cached, because a document repeats the same few letters. */
function cachedFold(letter: string): string {
  const before = foldCache.get(letter);
  if (before !== undefined) return before;
  if (foldCache.size >= 10_000) foldCache.clear();
  const text = foldText(letter);
  foldCache.set(letter, text);
  return text;
}

/** Glyphs in sequence, with a break where the distance is too large. */
function unitsOf(
  glyphs: ReadonlyArray<Glyph>,
  lineOf?: ReadonlyMap<Glyph, TextLine>,
): ReadonlyArray<Unit> {
  const units: Array<Unit> = [];
  let before: Glyph | undefined;
  for (const glyph of glyphs) {
    const text = cachedFold(glyph.text);
    if (text === "") continue;
    if (before !== undefined && !follows(before, glyph, lineOf)) units.push(BREAK);
    units.push({ text, glyph });
    before = glyph;
  }
  return units;
}

function follows(
  before: Glyph,
  glyph: Glyph,
  lineOf: ReadonlyMap<Glyph, TextLine> | undefined,
): boolean {
  const farthest = MAX_GAP * Math.max(before.size, glyph.size);
  const ahead = glyph.start - before.end;
  if (lineOf === undefined) return ahead <= farthest;
  if (before.direction !== glyph.direction) return false;
  const down = glyph.baseline - before.baseline;
  const isNear = Math.hypot(ahead, down) <= farthest;
  return isNear || (lineOf.get(before) !== lineOf.get(glyph) && down > 0 && down <= farthest);
}

/** Splits a glyph with several characters into one unit for each. */
function splitCharacters(unit: Unit): ReadonlyArray<Unit> {
  if (unit.text.length === 1) return [unit];
  return Array.from(unit.text, (text) => ({ text, glyph: unit.glyph }));
}

/** Reverses each right-to-left run in a left-to-right line. */
function reverseRtlRuns(line: ReadonlyArray<Unit>): ReadonlyArray<Unit> {
  const result: Array<Unit> = [];
  let stretch: Array<Unit> = [];
  // Neutral characters belong to the run when the letters on both sides do.
  let neutral: Array<Unit> = [];
  const finish = () => {
    result.push(...stretch.toReversed(), ...neutral);
    stretch = [];
    neutral = [];
  };
  for (const unit of line) {
    if (RIGHT_TO_LEFT.test(unit.text)) {
      stretch.push(...neutral, unit);
      neutral = [];
    } else if (stretch.length === 0) result.push(unit);
    else if (/[\p{L}\p{N}\0]/u.test(unit.text)) {
      finish();
      result.push(unit);
    } else neutral.push(unit);
  }
  finish();
  return result;
}

/** Reverses a right-to-left line, but not its left-to-right runs. */
function reverseLine(line: ReadonlyArray<Unit>): ReadonlyArray<Unit> {
  const result: Array<Unit> = [];
  let stretch: Array<Unit> = [];
  for (const unit of line.toReversed()) {
    if (/[\p{L}\p{N}]/u.test(unit.text) && !RIGHT_TO_LEFT.test(unit.text)) stretch.unshift(unit);
    else {
      result.push(...stretch, unit);
      stretch = [];
    }
  }
  result.push(...stretch);
  return result;
}

function readingOf(lines: ReadonlyArray<ReadonlyArray<Unit>>): Reading {
  const parts: Array<string> = [];
  const glyphs: Array<Glyph | undefined> = [];
  for (const line of lines) {
    for (const { text, glyph } of line) {
      parts.push(text);
      for (let index = 0; index < text.length; index++) glyphs.push(glyph);
    }
  }
  return { text: parts.join(""), glyphs };
}

/** The glyphs of a line in visual order. */
interface TextLine {
  readonly glyphs: ReadonlyArray<Glyph>;
  readonly baseline: number;
  readonly size: number;
}

/** The tolerance between baselines on one line, as a fraction of the font size. */
const SAME_LINE = 0.35;

/** Groups glyphs of one reading direction into lines, first line first. */
function linesOf(glyphs: ReadonlyArray<Glyph>): ReadonlyArray<TextLine> {
  const lines: Array<TextLine> = [];
  let current: Array<Glyph> = [];
  const finish = () => {
    const [first] = current;
    if (first === undefined) return;
    const sortedGlyphs = current.toSorted((a, b) => a.start - b.start);
    lines.push({
      glyphs: removeDuplicates(sortedGlyphs),
      baseline: first.baseline,
      size: first.size,
    });
    current = [];
  };
  for (const glyph of glyphs.toSorted((a, b) => a.baseline - b.baseline)) {
    const [first] = current;
    if (first !== undefined) {
      const distance = glyph.baseline - first.baseline;
      if (distance > SAME_LINE * Math.min(first.size, glyph.size)) finish();
    }
    current.push(glyph);
  }
  finish();
  return lines;
}

/** The number of preceding glyphs in which a duplicate is searched. */
const NEIGHBOURS = 6;

/** Some files draw text twice with a small offset to make it bold: such text counts once. */
function removeDuplicates(sortedGlyphs: ReadonlyArray<Glyph>): ReadonlyArray<Glyph> {
  const unique: Array<Glyph> = [];
  for (const glyph of sortedGlyphs) {
    if (!unique.slice(-NEIGHBOURS).some((other) => isDouble(other, glyph))) unique.push(glyph);
  }
  return unique;
}

function isDouble(a: Glyph, b: Glyph): boolean {
  const reach = Math.min(0.15 * a.size, 0.4 * (a.end - a.start)) + 0.01;
  return (
    a.text === b.text &&
    Math.abs(a.start - b.start) <= reach &&
    Math.abs(a.baseline - b.baseline) <= 0.15 * a.size
  );
}

/** Spaces, control characters and variation selectors. */
const INVISIBLE = /[\s\p{Cf}\p{Cc}\p{Variation_Selector}]/u;

/**
 * Folds a text for comparison: ignores case, ligatures, the composition of accents, wide and narrow forms,
 * spaces, line ends and soft hyphens. Folding character by character gives the same result.
 *
 * @example
 * ```ts
 * import { foldText } from "./readings.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(foldText("Of\ufb01ce\u00ad  No.\u00a01"), foldText("OFFICE NO. 1"));
 * assert.equal(foldText("İstanbul"), foldText("i\u0307STANBUL"));
 * ```
 */
export function foldText(text: string): string {
  let result = "";
  for (const char of text.normalize("NFKD")) {
    if (!INVISIBLE.test(char)) result += char.toUpperCase().toLowerCase().normalize("NFKD");
  }
  return result;
}
