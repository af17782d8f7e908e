import type { Designed } from "./stands_above.ts";

/** Something to place: how high it was designed, and how high it is. Millimetres throughout. */
export interface FlowBox extends Designed {
  /** Starts a new page, unless nothing comes before it. */
  readonly breakBefore: boolean;
  /** Is never the last on a page while something stands below it. */
  readonly keepWithNext: boolean;
  readonly extent: Extent;
}

/** A box that stays in one piece, or one that may be divided between its units. */
export type Extent =
  | { readonly kind: "whole"; readonly height: number }
  | { readonly kind: "divisible"; readonly head: number; readonly units: ReadonlyArray<number> };

/** Where a box, or some units of it, came to stand. */
export interface Placement {
  readonly box: number;
  readonly page: number;
  readonly top: number;
  readonly height: number;
  /** The units from `from` up to but without `to`; a whole box has none. */
  readonly from: number;
  readonly to: number;
}

/** The part of a page that content flows through. */
export interface FlowArea {
  readonly top: number;
  readonly bottom: number;
}

/** How exactly lengths are compared; designers round. */
export const TOLERANCE = 0.05;

/** How far apart, at most, the tops of boxes are that a page break on demand takes along together. */
export const BESIDE = 2;

/** The least of a box that a page can begin with. */
export function beginning(extent: Extent): number {
  return extent.kind === "whole" ? extent.height : extent.head + (extent.units[0] ?? 0);
}
