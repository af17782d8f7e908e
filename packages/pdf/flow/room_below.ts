import { beginning, type Extent, type FlowBox } from "./flow_box.ts";
import type { Group } from "./keep_together.ts";

/** A box up to this height and at most this far above another counts as its heading. */
const HEADING = { height: 12, distance: 4 };

/** The space in millimetres that must follow a group on its last page. */
export interface RoomBelow {
  /** For the beginning of the boxes that it must stay with. */
  readonly wanted: number;
  /** The part of it for divisible boxes. Whole boxes do not move a group from its designed position. */
  readonly wantedByDivisible: number;
}

const NO_ROOM: RoomBelow = { wanted: 0, wantedByDivisible: 0 };

/**
 * The space that must follow each group. A heading stays with the beginning of its section, a box with
 * `keepWithNext` with the next box and its chain.
 *
 * @param above The groups directly above each group.
 * @param order The groups from top to bottom.
 * @param tallest The height of an empty page, which is the maximum.
 */
export function roomBelow(
  groups: ReadonlyArray<Group>,
  above: ReadonlyArray<ReadonlyArray<number>>,
  order: ReadonlyArray<number>,
  tallest: number,
): ReadonlyArray<RoomBelow> {
  const rooms: Array<RoomBelow> = groups.map(() => NO_ROOM);
  const below: Array<Array<number>> = groups.map(() => []);
  above.forEach((others, at) => others.forEach((other) => below[other]?.push(at)));
  for (const at of order.toReversed()) {
    const group = groups[at];
    if (group !== undefined) rooms[at] = roomOf(group, below[at] ?? [], groups, rooms, tallest);
  }
  return rooms;
}

function roomOf(
  group: Group,
  below: ReadonlyArray<number>,
  groups: ReadonlyArray<Group>,
  rooms: ReadonlyArray<RoomBelow>,
  tallest: number,
): RoomBelow {
  const bottom = group.top + group.height;
  const isHeading = group.extent.kind === "whole" && group.height <= HEADING.height;
  if (below.length === 0 || (!group.keepWithNext && !isHeading)) return NO_ROOM;
  const next = below.reduce(
    (least, index) => Math.min(least, groups[index]?.top ?? least),
    Number.POSITIVE_INFINITY,
  );
  const farthest = (group.keepWithNext ? next : bottom) + HEADING.distance;
  let [wanted, wantedByDivisible] = [0, 0];
  for (const index of below) {
    const other = groups[index];
    if (other === undefined || other.top > farthest || other.breakBefore) continue;
    const own = other.top - bottom + beginning(other.extent);
    // Small boxes below each other would all count as headings, so only `keepWithNext` makes a chain.
    const isChain = group.keepWithNext || other.keepWithNext;
    const chained = isChain && !hasMoreUnits(other) ? rooms[index] : undefined;
    wanted = Math.max(wanted, own + (chained?.wanted ?? 0));
    const isPulled = other.extent.kind === "divisible" || (chained?.wantedByDivisible ?? 0) > 0;
    if (isPulled) wantedByDivisible = Math.max(wantedByDivisible, own + (chained?.wanted ?? 0));
  }
  return ending(group.extent) + wanted > tallest ? NO_ROOM : { wanted, wantedByDivisible };
}

/** The minimum height of a box at the end of a page. */
function ending(extent: Extent): number {
  return extent.kind === "whole" ? extent.height : extent.head + (extent.units.at(-1) ?? 0);
}

/** Then the last unit stays with the next box, and not the first. */
function hasMoreUnits({ extent }: FlowBox): boolean {
  return extent.kind === "divisible" && extent.units.length > 1;
}
