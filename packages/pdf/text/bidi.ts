import bidiFactory from "bidi-js/dist/bidi.mjs";

const bidi = bidiFactory();

/** Hebrew, Arabic and related scripts, and the marks that change direction. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** The embedding levels of a paragraph and of its UTF-16 units; odd levels are right to left. */
export interface Directions {
  readonly base: number;
  readonly levelAt: (index: number) => number;
}

const LEFT_TO_RIGHT: Directions = { base: 0, levelAt: () => 0 };
/** The groups of a telephone number keep their order. */
const NUMBER_IN_RIGHT_TO_LEFT: Directions = { base: 1, levelAt: () => 2 };

/** Letters and marks that have a direction; digits and punctuation have none. */
const STRONG = /[\p{L}\u200e\u200f]/u;

/** Whether a text begins from right to left. */
export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(STRONG.exec(text)?.[0] ?? "");
}

/** Whether a paragraph has no direction of its own, such as a number. */
export function hasNoDirection(paragraph: string): boolean {
  return !STRONG.test(paragraph);
}

/**
 * Returns the directions of a paragraph by the Unicode bidirectional algorithm.
 *
 * @param inRightToLeft Whether a paragraph without a direction of its own begins at the right.
 */
export function directionsOf(paragraph: string, inRightToLeft: boolean = false): Directions {
  if (inRightToLeft && hasNoDirection(paragraph)) return NUMBER_IN_RIGHT_TO_LEFT;
  if (!RIGHT_TO_LEFT.test(paragraph)) return LEFT_TO_RIGHT;
  const { levels, paragraphs } = bidi.getEmbeddingLevels(paragraph);
  const base = paragraphs[0]?.level ?? 0;
  return { base, levelAt: (index) => levels[index] ?? base };
}

/**
 * Orders the pieces of a line by their embedding levels (rule L2 of UAX #9).
 *
 * @returns The indexes of the pieces in visual order, from the left.
 */
export function visualOrder(levels: ReadonlyArray<number>): ReadonlyArray<number> {
  const order = levels.map((_, index) => index);
  const levelAt = (position: number) => levels[order[position] ?? -1] ?? 0;
  for (let level = Math.max(0, ...levels); level >= 1; level--) {
    for (let start = 0; start < order.length; start++) {
      let end = start;
      while (end < order.length && levelAt(end) >= level) end++;
      if (end > start + 1)
        order.splice(start, end - start, ...order.slice(start, end).toReversed());
      start = end;
    }
  }
  return order;
}
