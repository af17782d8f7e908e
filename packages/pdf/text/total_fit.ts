import type { Hang } from "./spacing/optical_margins.ts";

/** A word, a part of a word or a space; lines break between them. Lengths are in thousandths of the font size. */
export interface Fragment {
  readonly start: number;
  readonly end: number;
  readonly isSpace: boolean;
  readonly width: number;
  readonly glyphCount: number;
  /** The number of wide characters after which a line can be widened. */
  readonly stretches?: number | undefined;
  /** The number of marks of punctuation at which a line can be narrowed. */
  readonly shrinks?: number | undefined;
  /** Whether the word continues, so that a line that ends here needs a hyphen. */
  readonly isHyphenated: boolean;
}

/** The lengths that lines have to fit, in thousandths of the font size. */
export interface Measure {
  readonly width: number;
  /** The indent of the first line. */
  readonly indent: number;
  /** The letter spacing. */
  readonly spacing: number;
  readonly hyphenWidth: number;
  /** How far a line of fragments extends into the margins; without it, lines do not. */
  readonly hangOf?: ((first: Fragment, last: Fragment) => Hang) | undefined;
}

/** The limits of spaces in justified text. */
export interface WordSpacing {
  /** The minimum and maximum width of a space, relative to its natural width. */
  readonly min: number;
  readonly max: number;
  /** How much closer and wider letters can be, in thousandths of the font size. */
  readonly letters?: { readonly min: number; readonly max: number };
}

/** The fragments of a line, from `from` (inclusive) to `to` (exclusive), without spaces at its ends. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** Demerits as TeX adds them, and those of a short last line. */
const DEMERITS = {
  line: 10,
  hyphen: 50,
  /** For the second line in succession that ends with a hyphen, the third and the fourth. */
  ladder: [5_000, 50_000, 5_000_000],
  lastHyphen: 60_000,
  contrast: 6_000,
  shortEnd: 200_000,
  /** A short last line that begins with the end of a word, and one that has nothing else. */
  dividedEnd: 8_000_000,
  partialEnd: 12_000_000,
};
/** The number of lines in succession up to which hyphens are counted. */
const MOST_HYPHENS = 4;
/** A last line should be longer than this, in thousandths of the font size. */
const SHORT_END = 5_000;
/** A last line with a syllable, or with a kana and a full stop, is worse. */
const SHORTEST_END = 2_500;
/** The worst badness of a line in the first attempt, and in the second one. */
const TOLERANCES = [4_000, Infinity];
const WORST = 1e7;
/** The limit of possible lines that an attempt compares; a long paragraph of normal text needs a tenth. */
const MOST_LINES = 2_000_000;

/** The end of a line at a fragment, with the best lines before it. */
interface Node {
  /** The first fragment of the next line. */
  readonly next: number;
  readonly looseness: Looseness;
  /** The number of lines up to here that end with a hyphen in succession. */
  readonly hyphens: number;
  readonly demerits: number;
  readonly line: LineRange;
  readonly previous: Node | undefined;
}

/** Tight, normal, loose, very loose. */
type Looseness = 0 | 1 | 2 | 3;

/** How much a line should be widened at most after each wide character, in thousandths of the font size. */
const MOST_STRETCH = 50;
/** How much a mark of punctuation is narrowed at most, in thousandths of the font size. */
export const MOST_SHRINK = 250;

/** Tolerates rounding errors. */
const SLACK = 0.5;

/**
 * Breaks justified text into lines by the algorithm of Knuth and Plass: it chooses the breaks of the whole
 * paragraph together, so that word spaces vary little.
 *
 * @returns The lines; undefined if a fragment is wider than a line, or if the paragraph has too many possible lines.
 */
export function totalFit(
  fragments: ReadonlyArray<Fragment>,
  measure: Measure,
  spacing: WordSpacing,
): ReadonlyArray<LineRange> | undefined {
  for (const tolerance of TOLERANCES) {
    const lines = fitWithin(fragments, measure, spacing, tolerance);
    if (lines !== undefined) return lines;
  }
  return undefined;
}

function fitWithin(
  fragments: ReadonlyArray<Fragment>,
  measure: Measure,
  spacing: WordSpacing,
  tolerance: number,
): ReadonlyArray<LineRange> | undefined {
  const sums = sumsOf(fragments, measure.spacing);
  const last = fragments.findLastIndex(({ isSpace }) => !isSpace);
  const start: Node = {
    next: 0,
    looseness: 1,
    hyphens: 0,
    demerits: 0,
    line: { from: 0, to: 0 },
    previous: undefined,
  };
  let active: ReadonlyArray<Node> = [start];
  let compared = 0;
  for (let index = 0; index <= last; index++) {
    const fragment = fragments[index];
    if (fragment === undefined || fragment.isSpace) continue;
    compared += active.length;
    if (compared > MOST_LINES) return undefined;
    const isEnd = index === last;
    const best = new Map<number, Node>();
    const remaining: Array<Node> = [];
    for (const node of active) {
      const line = lineFrom(node, index, sums, fragments, measure);
      const excess = line.natural - shrinkOf(line, spacing) - line.width;
      const hyphenWidth = fragment.isHyphenated ? measure.hyphenWidth + measure.spacing : 0;
      // Each further fragment makes the line longer, but may not need the hyphen.
      if (excess - hyphenWidth <= SLACK) remaining.push(node);
      if (excess > SLACK) continue;
      const ratio = ratioOf(line, spacing, isEnd);
      const badness = Math.min(WORST, 100 * Math.abs(ratio) ** 3);
      if (badness > tolerance) continue;
      const candidate = nodeAfter(node, index, fragments, { ratio, badness, isEnd, line });
      const key = candidate.looseness * (MOST_HYPHENS + 1) + candidate.hyphens;
      const other = best.get(key);
      if (other === undefined || candidate.demerits < other.demerits) best.set(key, candidate);
    }
    if (isEnd) return linesOf([...best.values()]);
    active = [...remaining, ...best.values()];
    if (active.length === 0) return undefined;
  }
  return undefined;
}

/** A possible line. */
interface Candidate {
  readonly natural: number;
  /** The natural width of its spaces. */
  readonly spaces: number;
  readonly stretches: number;
  readonly shrinks: number;
  readonly glyphCount: number;
  /** The width that it has to fit. */
  readonly width: number;
}

function lineFrom(
  { next, previous }: Node,
  index: number,
  sums: Sums,
  fragments: ReadonlyArray<Fragment>,
  { width, indent, spacing, hyphenWidth, hangOf }: Measure,
): Candidate {
  const between = (list: Float64Array) => (list[index + 1] ?? 0) - (list[next] ?? 0);
  const [first, last] = [fragments[next], fragments[index]];
  const hang = first === undefined || last === undefined ? undefined : hangOf?.(first, last);
  const available = previous === undefined ? width - indent : width;
  return {
    // The last letter of a line has no space behind it, unless a hyphen follows.
    natural: between(sums.widths) + (last?.isHyphenated === true ? hyphenWidth : -spacing),
    spaces: between(sums.spaces),
    stretches: between(sums.stretches),
    shrinks: between(sums.shrinks),
    glyphCount: between(sums.glyphs),
    width: available + (hang === undefined ? 0 : hang.start + hang.end),
  };
}

function shrinkOf(
  { spaces, shrinks, glyphCount }: Candidate,
  { min, letters }: WordSpacing,
): number {
  return spaces * (1 - min) + shrinks * MOST_SHRINK - glyphCount * (letters?.min ?? 0);
}

function stretchOf(
  { spaces, stretches, glyphCount }: Candidate,
  { max, letters }: WordSpacing,
): number {
  return spaces * (max - 1) + stretches * MOST_STRETCH + glyphCount * (letters?.max ?? 0);
}

/** How much spaces are wider or narrower, relative to the maximum or minimum. */
function ratioOf(line: Candidate, spacing: WordSpacing, isEnd: boolean) {
  const spare = line.width - line.natural;
  if (Math.abs(spare) <= SLACK || (isEnd && spare > 0)) return 0;
  return spare / Math.max(1e-6, spare > 0 ? stretchOf(line, spacing) : shrinkOf(line, spacing));
}

function nodeAfter(
  node: Node,
  index: number,
  fragments: ReadonlyArray<Fragment>,
  {
    ratio,
    badness,
    isEnd,
    line,
  }: {
    readonly ratio: number;
    readonly badness: number;
    readonly isEnd: boolean;
    readonly line: Candidate;
  },
): Node {
  const isHyphenated = fragments[index]?.isHyphenated === true;
  const looseness = loosenessOf(ratio);
  const hyphens = isHyphenated ? Math.min(MOST_HYPHENS, node.hyphens + 1) : 0;
  let demerits = (DEMERITS.line + badness) ** 2;
  if (isHyphenated) demerits += DEMERITS.hyphen ** 2;
  demerits += DEMERITS.ladder[hyphens - 2] ?? 0;
  if (Math.abs(looseness - node.looseness) > 1) demerits += DEMERITS.contrast;
  if (isEnd && node.hyphens > 0) demerits += DEMERITS.lastHyphen;
  if (isEnd && node.hyphens > 0 && line.spaces === 0) demerits += DEMERITS.partialEnd;
  if (isEnd && node.previous !== undefined && line.natural < SHORT_END)
    demerits += node.hyphens > 0 ? DEMERITS.dividedEnd : DEMERITS.shortEnd;
  let next = index + 1;
  while (fragments[next]?.isSpace === true) next += 1;
  if (isEnd && node.previous !== undefined && line.natural < SHORTEST_END)
    demerits += DEMERITS.shortEnd;
  return {
    next,
    looseness,
    hyphens,
    demerits: node.demerits + demerits,
    line: { from: node.next, to: index + 1 },
    previous: node,
  };
}

function loosenessOf(ratio: number): Looseness {
  if (ratio < -0.5) return 0;
  if (ratio <= 0.5) return 1;
  return ratio <= 1 ? 2 : 3;
}

/** What is before each fragment: the lengths of all fragments and of spaces alone, and the number of glyphs. */
interface Sums {
  readonly widths: Float64Array;
  readonly spaces: Float64Array;
  readonly stretches: Float64Array;
  readonly shrinks: Float64Array;
  readonly glyphs: Float64Array;
}

function sumsOf(fragments: ReadonlyArray<Fragment>, spacing: number): Sums {
  const widths = new Float64Array(fragments.length + 1);
  const spaces = new Float64Array(fragments.length + 1);
  const stretches = new Float64Array(fragments.length + 1);
  const shrinks = new Float64Array(fragments.length + 1);
  const glyphs = new Float64Array(fragments.length + 1);
  fragments.forEach((fragment, index) => {
    const { width, glyphCount, isSpace } = fragment;
    widths[index + 1] = (widths[index] ?? 0) + width + glyphCount * spacing;
    spaces[index + 1] = (spaces[index] ?? 0) + (isSpace ? Math.max(0, width) : 0);
    stretches[index + 1] = (stretches[index] ?? 0) + (fragment.stretches ?? 0);
    shrinks[index + 1] = (shrinks[index] ?? 0) + (fragment.shrinks ?? 0);
    glyphs[index + 1] = (glyphs[index] ?? 0) + glyphCount;
  });
  return { widths, spaces, stretches, shrinks, glyphs };
}

function linesOf(ends: ReadonlyArray<Node>): ReadonlyArray<LineRange> | undefined {
  let node = ends.toSorted((a, b) => a.demerits - b.demerits)[0];
  if (node === undefined) return undefined;
  const lines: Array<LineRange> = [];
  for (; node?.previous !== undefined; node = node.previous) lines.push(node.line);
  return lines.toReversed();
}
