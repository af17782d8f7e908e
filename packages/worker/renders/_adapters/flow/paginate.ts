import { standsAbove } from "./stands_above.ts";

/** Something to place: how high it was designed, and how high it is. Millimetres throughout. */
export interface FlowBox {
  readonly top: number;
  /** As it was designed: what stands below keeps its distance to this. */
  readonly height: number;
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

interface Spot {
  readonly page: number;
  readonly y: number;
}

interface Group extends FlowBox {
  readonly members: ReadonlyArray<number>;
}

const TOLERANCE = 0.05;

/**
 * Places boxes on as many pages as they need: what grows pushes down what stands below it, and what
 * no longer fits goes on on the next page.
 */
export function paginate(boxes: ReadonlyArray<FlowBox>, area: FlowArea): ReadonlyArray<Placement> {
  const groups = keepTogether(boxes, area);
  const above = groups.map((_, at) => standsAbove(groups, at));
  const below = reversed(above);
  const ends: Array<Spot> = [];
  const placements: Array<Placement> = [];
  const order = groups
    .map((_, at) => at)
    .toSorted((a, b) => (groups[a]?.top ?? 0) - (groups[b]?.top ?? 0));
  for (const at of order) {
    const group = groups[at];
    if (group === undefined) continue;
    const spot = startOf(group, groups, above[at] ?? [], ends);
    const followers = (below[at] ?? []).flatMap((index) => groups[index] ?? []);
    const placed =
      group.extent.kind === "whole"
        ? placeWhole(group, boxes, spot, area, roomWith(group, followers))
        : placeUnits(group, group.extent, spot, area);
    ends[at] = placed.end;
    placements.push(...placed.placements);
  }
  return placements;
}

/** Who stands directly below each, from who stands directly above. */
function reversed(
  above: ReadonlyArray<ReadonlyArray<number>>,
): ReadonlyArray<ReadonlyArray<number>> {
  const below: Array<Array<number>> = above.map(() => []);
  above.forEach((others, at) => others.forEach((other) => below[other]?.push(at)));
  return below;
}

/** A box this low that stands this close above another is taken for its heading. */
const HEADING = { height: 12, distance: 4 };

/** The room a box asks for at the end of a page: a heading takes the beginning of what it heads along. */
function roomWith(group: Group, followers: ReadonlyArray<Group>): number {
  const bottom = group.top + group.height;
  if (group.height > HEADING.height) return group.height;
  const headed = followers.filter(({ top }) => top - bottom <= HEADING.distance);
  return Math.max(
    group.height,
    ...headed.map((below) => below.top - group.top + beginning(below.extent)),
  );
}

function beginning(extent: Extent): number {
  return extent.kind === "whole" ? extent.height : extent.head + (extent.units[0] ?? 0);
}

/** Below all that stands directly above, in the distance it was designed. */
function startOf(
  group: Group,
  groups: ReadonlyArray<Group>,
  above: ReadonlyArray<number>,
  ends: ReadonlyArray<Spot>,
): Spot {
  const spots = above.flatMap((index) => {
    const other = groups[index];
    const end = ends[index];
    if (other === undefined || end === undefined) return [];
    return [{ page: end.page, y: end.y + group.top - (other.top + other.height) }];
  });
  return spots.reduce(
    (lowest, spot) => (isLower(spot, lowest) ? spot : lowest),
    spots[0] ?? { page: 0, y: group.top },
  );
}

function isLower(a: Spot, b: Spot): boolean {
  return a.page > b.page || (a.page === b.page && a.y > b.y);
}

function placeWhole(
  group: Group,
  boxes: ReadonlyArray<FlowBox>,
  spot: Spot,
  area: FlowArea,
  room: number,
) {
  // What was not moved stays where it was drawn, in the margin if need be.
  const isWhereDesigned = spot.page === 0 && Math.abs(spot.y - group.top) < TOLERANCE;
  const fits = isWhereDesigned || spot.y + room <= area.bottom + TOLERANCE || spot.y <= area.top;
  const at = fits ? spot : { page: spot.page + 1, y: area.top };
  const placements = group.members.flatMap((box): ReadonlyArray<Placement> => {
    const member = boxes[box];
    if (member === undefined || member.extent.kind !== "whole") return [];
    const top = at.y + member.top - group.top;
    return [{ box, page: at.page, top, height: member.extent.height, from: 0, to: 0 }];
  });
  return { placements, end: { page: at.page, y: at.y + group.height } };
}

function placeUnits(
  { members }: Group,
  { head, units }: Extract<Extent, { kind: "divisible" }>,
  spot: Spot,
  area: FlowArea,
) {
  const box = members[0] ?? 0;
  const placements: Array<Placement> = [];
  let { page, y } = spot;
  let from = 0;
  do {
    let height = head;
    let to = from;
    while (to < units.length && y + height + (units[to] ?? 0) <= area.bottom + TOLERANCE)
      height += units[to++] ?? 0;
    const isAtTop = y <= area.top + TOLERANCE;
    const holdsNothing = to === from && (units.length > from || y + head > area.bottom + TOLERANCE);
    if (holdsNothing && !isAtTop) {
      page += 1;
      y = area.top;
      continue;
    }
    // On an empty page a unit is placed even when it does not fit, or it would never be.
    if (to === from && to < units.length) height += units[to++] ?? 0;
    placements.push({ box, page, top: y, height, from, to });
    from = to;
    if (from < units.length) {
      page += 1;
      y = area.top;
    } else {
      y += height;
    }
  } while (from < units.length || placements.length === 0);
  return { placements, end: { page, y } };
}

/**
 * Groups boxes that lie over or beside each other, so that a page break does not part a label from its
 * value or a frame from what it holds. What may be divided never joins a group, nor does a group stay
 * together that reaches around something divisible or is too high for a page.
 */
function keepTogether(boxes: ReadonlyArray<FlowBox>, area: FlowArea): ReadonlyArray<Group> {
  const groups: Array<Group> = [];
  const single = (at: number): ReadonlyArray<Group> => {
    const box = boxes[at];
    return box === undefined ? [] : [{ ...box, members: [at] }];
  };
  const divisible = boxes.filter(({ extent }) => extent.kind === "divisible");
  let members: Array<number> = [];
  let bottom = Number.NEGATIVE_INFINITY;
  const close = () => {
    const group = groupOf(members, boxes);
    const isApart = divisible.some((box) => overlaps(box, group));
    if (isApart || group.height > area.bottom - area.top) groups.push(...members.flatMap(single));
    else if (members.length > 0) groups.push(group);
    members = [];
  };
  const order = boxes
    .map((_, at) => at)
    .toSorted((a, b) => (boxes[a]?.top ?? 0) - (boxes[b]?.top ?? 0));
  for (const at of order) {
    const box = boxes[at];
    if (box === undefined) continue;
    if (box.extent.kind === "divisible") {
      groups.push(...single(at));
      continue;
    }
    if (box.top >= bottom - TOLERANCE) {
      close();
      bottom = Number.NEGATIVE_INFINITY;
    }
    members.push(at);
    bottom = Math.max(bottom, box.top + Math.max(box.height, 0.1));
  }
  close();
  return groups;
}

function groupOf(members: ReadonlyArray<number>, boxes: ReadonlyArray<FlowBox>): Group {
  const held = members.flatMap((at) => boxes[at] ?? []);
  const top = Math.min(...held.map((box) => box.top));
  const bottom = Math.max(...held.map((box) => box.top + box.height));
  const height = held.length === 0 ? 0 : bottom - top;
  return { top, height, extent: { kind: "whole", height }, members };
}

function overlaps(a: FlowBox, b: FlowBox): boolean {
  return a.top < b.top + b.height - TOLERANCE && b.top < a.top + a.height - TOLERANCE;
}
