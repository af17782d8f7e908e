import { leadingHeight, type Extent, type FlowBox, NO_PAGE_LINES } from "./flow_box.ts";
import type { Group } from "./keep_together.ts";

/** A box up to this height and at most this far above another counts as its heading. */
const HEADING = { height: 12, distance: 4 };

/** The space in millimetres that must follow a group on its last page. */
export interface SpaceBelow {
  /** For the beginning of the boxes that it must stay with. */
  readonly minimum: number;
  /** The part of it for divisible boxes. Whole boxes do not move a group from its designed position. */
  readonly minimumForDivisible: number;
}

const NO_SPACE: SpaceBelow = { minimum: 0, minimumForDivisible: 0 };

/**
 * The space that must follow each group. A heading stays with the beginning of its section, a box with
 * `keepWithNext` with the next box and its chain.
 *
 * @param above The groups directly above each group.
 * @param order The groups from top to bottom.
 * @param tallest The height of an empty page, which is the maximum.
 */
export function spaceBelow(
  groups: ReadonlyArray<Group>,
  above: ReadonlyArray<ReadonlyArray<number>>,
  order: ReadonlyArray<number>,
  tallest: number,
): ReadonlyArray<SpaceBelow> {
  const spaces: Array<SpaceBelow> = groups.map(() => NO_SPACE);
  const below: Array<Array<number>> = groups.map(() => []);
  above.forEach((others, index) => others.forEach((other) => below[other]?.push(index)));
  for (const index of order.toReversed()) {
    const group = groups[index];
    if (group !== undefined)
      spaces[index] = spaceOf(group, below[index] ?? [], groups, spaces, tallest);
  }
  return spaces;
}

function spaceOf(
  group: Group,
  below: ReadonlyArray<number>,
  groups: ReadonlyArray<Group>,
  spaces: ReadonlyArray<SpaceBelow>,
  tallest: number,
): SpaceBelow {
  const bottom = group.top + group.height;
  const isHeading = group.extent.kind === "whole" && group.height <= HEADING.height;
  if (below.length === 0 || (!group.keepWithNext && !isHeading)) return NO_SPACE;
  const next = below.reduce(
    (least, index) => Math.min(least, groups[index]?.top ?? least),
    Number.POSITIVE_INFINITY,
  );
  const farthest = (group.keepWithNext ? next : bottom) + HEADING.distance;
  let [minimum, minimumForDivisible] = [0, 0];
  for (const index of below) {
    const other = groups[index];
    if (other === undefined || other.top > farthest || startsPage(other)) continue;
    const height = other.top - bottom + leadingHeight(other, tallest);
    // Small boxes below each other would all count as headings, so only `keepWithNext` makes a chain.
    const isChain = group.keepWithNext || other.keepWithNext;
    const chainSpace = isChain && !hasMoreUnits(other) ? spaces[index] : undefined;
    minimum = Math.max(minimum, height + (chainSpace?.minimum ?? 0));
    const isPulled =
      other.extent.kind === "divisible" || (chainSpace?.minimumForDivisible ?? 0) > 0;
    if (isPulled)
      minimumForDivisible = Math.max(minimumForDivisible, height + (chainSpace?.minimum ?? 0));
  }
  return trailingHeight(group.extent) + minimum > tallest
    ? NO_SPACE
    : { minimum, minimumForDivisible };
}

function startsPage({ breakBefore, startsPage = false }: FlowBox): boolean {
  return breakBefore || startsPage;
}

/** The minimum height of a box at the end of a page. */
function trailingHeight(extent: Extent): number {
  if (extent.kind === "whole") return extent.height;
  const { head, units, pageLines = NO_PAGE_LINES } = extent;
  const lines = units.length > 1 ? pageLines.before + pageLines.end : 0;
  return head + (units.at(-1) ?? 0) + lines;
}

/** Then the last unit stays with the next box, and not the first. */
function hasMoreUnits({ extent, keepTogether }: FlowBox): boolean {
  return !keepTogether && extent.kind === "divisible" && extent.units.length > 1;
}
