import type { BoxPosition } from "./boxes_above.ts";
import { balancedHeight } from "./columns.ts";

/** A box to place, with its designed and its actual height, in millimetres. */
export interface FlowBox extends BoxPosition {
  /** Starts a new page, except for the first box. */
  readonly breakBefore: boolean;
  /** Stays on the same page as the box below it. */
  readonly keepWithNext: boolean;
  /** Is not divided unless it is higher than a page. */
  readonly keepTogether: boolean;
  readonly extent: Extent;
  /** Whether its top is not the designed one, because a section above it or around it has more rows. */
  readonly isShifted?: boolean;
  /** The blocks that it belongs to, from the outermost. */
  readonly blocks?: ReadonlyArray<FlowBlock>;
  /** The height of the block that begins with it, which must fit on its page. */
  readonly leading?: number;
  /** Whether it begins a block that starts a page. */
  readonly startsPage?: boolean;
  /** In the order of their units. */
  readonly notes?: ReadonlyArray<FlowNote>;
}

/** A footnote, which is at the bottom of the page that refers to it. */
export interface FlowNote {
  /** The unit of the box that refers to it; 0 for a whole box. */
  readonly unit: number;
  /** The heights of its lines. Those that a page has no space for are on the next one. */
  readonly lines: ReadonlyArray<number>;
}

/** Boxes that start a page together, or stay on one page: a row of a section, or of a grid. */
export interface FlowBlock {
  readonly top: number;
  readonly startsPage: boolean;
  /** Is not divided unless it is higher than a page. */
  readonly isKept: boolean;
  /** Its height, if it does not depend on its content. */
  readonly height?: number;
}

/** A position on a page. */
export interface Spot {
  readonly page: number;
  readonly y: number;
}

/** The height of a box that stays whole, or of the units between which a box can be divided. */
export type Extent =
  | { readonly kind: "whole"; readonly height: number }
  | {
      readonly kind: "divisible";
      /** The height of what each page repeats. */
      readonly head: number;
      readonly units: ReadonlyArray<number>;
      /** The height of the lines at page breaks, if it has any. */
      readonly pageLines?: PageLines;
      /** The number of columns that a page fills with units, one after the other; by default one. */
      readonly columns?: number;
    };

/** The height of lines at page breaks, in millimetres. A box on a single page has none. */
export interface PageLines {
  /** Above the units of each page but the first. */
  readonly before: number;
  /** Below the units of each page but the last. */
  readonly after: number;
  /** Below the units of the last page. */
  readonly end: number;
  /** Further lines above the units of a page but the first, by its first unit. */
  readonly above?: ReadonlyArray<number>;
}

export const NO_PAGE_LINES: PageLines = { before: 0, after: 0, end: 0 };

/** The position of a box or of some of its units. */
export interface Placement {
  readonly box: number;
  readonly page: number;
  readonly top: number;
  readonly height: number;
  /** The units from `from` (inclusive) to `to` (exclusive); a whole box has none. */
  readonly from: number;
  readonly to: number;
  /** The note of the box that is placed, by its index; its units are lines. */
  readonly note?: number;
}

/** The part of a page in which content flows, in millimetres from the top. */
export interface FlowArea {
  readonly top: number;
  readonly bottom: number;
}

/** The maximum distance of the tops of boxes that a forced page break moves together. */
export const SAME_ROW = 2;

/**
 * The minimum height of a box that begins on a page.
 *
 * @param tallest The height of an empty page.
 */
export function leadingHeight(
  {
    extent,
    keepTogether,
    notes = [],
    leading = 0,
  }: Pick<FlowBox, "extent" | "keepTogether" | "notes" | "leading">,
  tallest: number,
): number {
  if (extent.kind === "whole") return Math.max(extent.height + notesHeight(notes), leading);
  const total = totalHeight(extent) + notesHeight(notes);
  const { after } = extent.pageLines ?? NO_PAGE_LINES;
  const firstNotes = notesHeight(notes.filter(({ unit }) => unit === 0));
  const below = (extent.units.length > 1 ? after : 0) + firstNotes;
  const begin = extent.head + (extent.units[0] ?? 0) + below;
  const first = keepTogether && total <= tallest ? total : Math.min(begin, total);
  return Math.max(first, leading);
}

/** The height of the rule above the footnotes of a page, with the space around it, in millimetres. */
export const RULE_HEIGHT = 5;

/** The height of the notes of a page with nothing else; 0 for none. */
export function notesHeight(notes: ReadonlyArray<FlowNote>): number {
  return notes.length === 0 ? 0 : linesHeight(notes) + RULE_HEIGHT;
}

/** The height of notes on a page that has others. */
export function linesHeight(notes: ReadonlyArray<FlowNote>): number {
  return notes.reduce((sum, { lines }) => lines.reduce((total, line) => total + line, sum), 0);
}

/** The height of a divisible box that is not divided. */
export function totalHeight({
  head,
  units,
  columns = 1,
}: Extract<Extent, { kind: "divisible" }>): number {
  return columns > 1
    ? head + balancedHeight(units, { from: 0, to: units.length }, columns)
    : head + units.reduce((sum, unit) => sum + unit, 0);
}
