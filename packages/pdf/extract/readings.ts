import type { Glyph } from "./glyph.ts";

/** One way to read a page: folded text, and for each of its UTF-16 units the letter it comes from. */
interface Reading {
  readonly text: string;
  readonly glyphs: ReadonlyArray<Glyph | undefined>;
}

/** The ways a page can be read, and the line that each of its letters stands on. */
export interface ReadPage {
  readonly readings: ReadonlyArray<Reading>;
  readonly lineOf: ReadonlyMap<Glyph, TextLine>;
}

/** A letter of a line, folded. */
interface Unit {
  readonly text: string;
  readonly glyph: Glyph | undefined;
}

/** Stands between what is not read on: no text that is looked for has it. */
const BREAK: Unit = { text: "\0", glyph: undefined };

/** Letters farther apart than so many of their sizes, along or down, are not read on. */
const FARTHEST = 3;

/** Letters that are read from right to left. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const directions = [0, 1, 2, 3];

/**
 * Reads a page in several ways, for none is right for every file: line by line as the letters stand, with
 * what reads from right to left turned around, and in the order in which they were drawn.
 */
export function readingsOf(glyphs: ReadonlyArray<Glyph>): ReadPage {
  const lineOf = new Map<Glyph, TextLine>();
  const readings: Array<Reading> = [];
  for (const direction of directions) {
    const lines = linesOf(glyphs.filter((glyph) => glyph.direction === direction));
    for (const line of lines) for (const glyph of line.glyphs) lineOf.set(glyph, line);
    readings.push(...readingsOfLines(lines));
  }
  const drawn = glyphs.filter((glyph) => lineOf.has(glyph));
  readings.push(readingOf([unitsOf(drawn, lineOf)]));
  return { readings, lineOf };
}

function readingsOfLines(lines: ReadonlyArray<TextLine>): ReadonlyArray<Reading> {
  if (lines.length === 0) return [];
  const units = lines.map((line, at) => [
    ...(isReadOn(lines[at - 1], line) ? [] : [BREAK]),
    ...unitsOf(line.glyphs),
  ]);
  const plain = readingOf(units);
  if (!RIGHT_TO_LEFT.test(plain.text)) return [plain];
  // Some files have the characters of one letter in the order they stand, others in that they are read.
  return [
    plain,
    readingOf(units.map((line) => turnedAround(line))),
    readingOf(units.map((line) => turnedAround(line.flatMap(apart)))),
    readingOf(units.map((line) => reversedLine(line))),
    readingOf(units.map((line) => reversedLine(line.flatMap(apart)))),
  ];
}

function isReadOn(before: TextLine | undefined, line: TextLine): boolean {
  if (before === undefined) return false;
  return line.baseline - before.baseline <= FARTHEST * Math.max(before.size, line.size);
}

const known = new Map<string, string>();

/** The same few letters come again and again. */
function foldedOnce(letter: string): string {
  const before = known.get(letter);
  if (before !== undefined) return before;
  if (known.size >= 10_000) known.clear();
  const text = folded(letter);
  known.set(letter, text);
  return text;
}

/** Letters one after the other, parted where one is far from the one before. */
function unitsOf(
  glyphs: ReadonlyArray<Glyph>,
  lineOf?: ReadonlyMap<Glyph, TextLine>,
): ReadonlyArray<Unit> {
  const units: Array<Unit> = [];
  let before: Glyph | undefined;
  for (const glyph of glyphs) {
    const text = foldedOnce(glyph.text);
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
  const farthest = FARTHEST * Math.max(before.size, glyph.size);
  const ahead = glyph.start - before.end;
  if (lineOf === undefined) return ahead <= farthest;
  if (before.direction !== glyph.direction) return false;
  const down = glyph.baseline - before.baseline;
  const isNear = Math.hypot(ahead, down) <= farthest;
  return isNear || (lineOf.get(before) !== lineOf.get(glyph) && down > 0 && down <= farthest);
}

/** A letter of several characters as several, each where the letter is. */
function apart(unit: Unit): ReadonlyArray<Unit> {
  if (unit.text.length === 1) return [unit];
  return Array.from(unit.text, (text) => ({ text, glyph: unit.glyph }));
}

/** Turns each stretch around that reads from right to left, in a line that reads from left to right. */
function turnedAround(line: ReadonlyArray<Unit>): ReadonlyArray<Unit> {
  const result: Array<Unit> = [];
  let stretch: Array<Unit> = [];
  // What has no direction belongs to the stretch when letters on both sides of it do.
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

/** A line that reads from right to left, with each stretch of other letters as it stands. */
function reversedLine(line: ReadonlyArray<Unit>): ReadonlyArray<Unit> {
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
      for (let at = 0; at < text.length; at++) glyphs.push(glyph);
    }
  }
  return { text: parts.join(""), glyphs };
}

/** Letters that stand on one line, in the order they stand. */
interface TextLine {
  readonly glyphs: ReadonlyArray<Glyph>;
  readonly baseline: number;
  readonly size: number;
}

/** How far letters of one line may stand apart up and down, in parts of their size. */
const SAME_LINE = 0.35;

/** Groups letters that are read the same way into lines, from the first to the last. */
function linesOf(glyphs: ReadonlyArray<Glyph>): ReadonlyArray<TextLine> {
  const lines: Array<TextLine> = [];
  let current: Array<Glyph> = [];
  const finish = () => {
    const [first] = current;
    if (first === undefined) return;
    const standing = current.toSorted((a, b) => a.start - b.start);
    lines.push({ glyphs: drawnOnce(standing), baseline: first.baseline, size: first.size });
    current = [];
  };
  for (const glyph of glyphs.toSorted((a, b) => a.baseline - b.baseline)) {
    const [first] = current;
    if (first !== undefined) {
      const apart = glyph.baseline - first.baseline;
      if (apart > SAME_LINE * Math.min(first.size, glyph.size)) finish();
    }
    current.push(glyph);
  }
  finish();
  return lines;
}

/** How many letters before one are looked at for its double. */
const NEIGHBOURS = 6;

/** Bold text is sometimes made by drawing it twice, hardly apart: it counts once. */
function drawnOnce(standing: ReadonlyArray<Glyph>): ReadonlyArray<Glyph> {
  const kept: Array<Glyph> = [];
  for (const glyph of standing) {
    if (!kept.slice(-NEIGHBOURS).some((other) => isDouble(other, glyph))) kept.push(glyph);
  }
  return kept;
}

function isDouble(a: Glyph, b: Glyph): boolean {
  const reach = Math.min(0.15 * a.size, 0.4 * (a.end - a.start)) + 0.01;
  return (
    a.text === b.text &&
    Math.abs(a.start - b.start) <= reach &&
    Math.abs(a.baseline - b.baseline) <= 0.15 * a.size
  );
}

/** What has no shape of its own, or is how text is set rather than what it says. */
const UNSEEN = /[\s\p{Cf}\p{Cc}\p{Variation_Selector}]/u;

/**
 * Makes texts alike that readers take for the same: upper and lower case, ligatures and their letters,
 * composed and decomposed accents, wide and narrow forms; without spaces, line ends and soft hyphens.
 * It can be done letter by letter, with the same outcome as all at once.
 *
 * @example
 * ```ts
 * import { folded } from "./readings.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(folded("Of\ufb01ce\u00ad  No.\u00a01"), folded("OFFICE NO. 1"));
 * assert.equal(folded("İstanbul"), folded("i\u0307STANBUL"));
 * ```
 */
export function folded(text: string): string {
  let result = "";
  for (const char of text.normalize("NFKD")) {
    if (!UNSEEN.test(char)) result += char.toUpperCase().toLowerCase().normalize("NFKD");
  }
  return result;
}
