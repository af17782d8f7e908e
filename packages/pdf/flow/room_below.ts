import { beginning, type Extent, type FlowBox } from "./flow_box.ts";
import type { Group } from "./keep_together.ts";

/** A box this low that stands this close above another is taken for its heading. */
const HEADING = { height: 12, distance: 4 };

/** The room that a group claims beneath its own on the page it ends on. */
export interface RoomBelow {
  /** For the beginning of what it must not be parted from. */
  readonly wanted: number;
  /** Likewise, as far as that may be divided: the rest stays where it was designed. */
  readonly wantedByDivisible: number;
}

const NO_ROOM: RoomBelow = { wanted: 0, wantedByDivisible: 0 };

/**
 * How much room each group claims beneath it: a heading takes along the beginning of what it heads, and
 * what keeps with the next takes that along with all the next itself keeps with.
 *
 * @param above Which groups stand directly above each.
 * @param order The groups from top to bottom.
 * @param tallest The room of an empty page; more is never claimed.
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
    // Rows of small boxes would each take the next for what they head: one demand begins a chain.
    const isChain = group.keepWithNext || other.keepWithNext;
    const chained = isChain && !hasMoreUnits(other) ? rooms[index] : undefined;
    wanted = Math.max(wanted, own + (chained?.wanted ?? 0));
    const isPulled = other.extent.kind === "divisible" || (chained?.wantedByDivisible ?? 0) > 0;
    if (isPulled) wantedByDivisible = Math.max(wantedByDivisible, own + (chained?.wanted ?? 0));
  }
  return ending(group.extent) + wanted > tallest ? NO_ROOM : { wanted, wantedByDivisible };
}

/** The least of a box that a page can end with. */
function ending(extent: Extent): number {
  return extent.kind === "whole" ? extent.height : extent.head + (extent.units.at(-1) ?? 0);
}

/** Then it is its last unit that keeps with the next, and not the first. */
function hasMoreUnits({ extent }: FlowBox): boolean {
  return extent.kind === "divisible" && extent.units.length > 1;
}
