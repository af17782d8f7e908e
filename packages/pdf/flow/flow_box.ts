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
}

/** The height of a box that stays whole, or of the units between which a box can be divided. */
export type Extent =
  | { readonly kind: "whole"; readonly height: number }
  | {
      readonly kind: "divisible";
      /** The height of what each page repeats. */
      readonly head: number;
      readonly units: ReadonlyArray<number>;
      /** The number of columns that a page fills with units, one after the other; by default one. */
      readonly columns?: number;
    };

/** The position of a box or of some of its units. */
export interface Placement {
  readonly box: number;
  readonly page: number;
  readonly top: number;
  readonly height: number;
  /** The units from `from` (inclusive) to `to` (exclusive); a whole box has none. */
  readonly from: number;
  readonly to: number;
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
  { extent, keepTogether }: Pick<FlowBox, "extent" | "keepTogether">,
  tallest: number,
): number {
  if (extent.kind === "whole") return extent.height;
  const total = totalHeight(extent);
  return keepTogether && total <= tallest ? total : extent.head + (extent.units[0] ?? 0);
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
