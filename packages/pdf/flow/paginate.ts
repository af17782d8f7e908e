import { BlockStarts, blockHeights } from "./block_starts.ts";
import { boxesAbove, topDown } from "./boxes_above.ts";
import { TOLERANCE } from "./columns.ts";
import {
  type FlowArea,
  type FlowBlock,
  type FlowBox,
  type FlowNote,
  leadingHeight,
  type Placement,
  SAME_ROW,
  type Spot,
} from "./flow_box.ts";
import { Footnotes } from "./footnotes.ts";
import { type Group, keepTogether } from "./keep_together.ts";
import { type DivisibleExtent, forcedHeight, unitsAboveNotes } from "./page_units.ts";
import { spaceBelow, type SpaceBelow } from "./space_below.ts";

/** A page that begins with a forced break, and the designed top of its first box. */
interface ForcedPage {
  readonly page: number;
  readonly top: number;
}

interface PlacedGroup {
  readonly placements: ReadonlyArray<Placement>;
  readonly end: Spot;
}

/** The part of each page that content can use: footnotes are below it. */
interface Pages {
  readonly area: FlowArea;
  readonly footnotes: Footnotes;
}

/**
 * Places boxes on as many pages as they need, and their footnotes. Boxes that grow push down those below; boxes
 * that no longer fit continue on the next page.
 */
export function paginate(boxes: ReadonlyArray<FlowBox>, area: FlowArea): ReadonlyArray<Placement> {
  const heights = blockHeights(boxes, paginate);
  const groups = withBlockStarts(keepTogether(boxes, area), heights, area);
  const above = boxesAbove(groups);
  const order = topDown(groups);
  const footnotes = new Footnotes(area);
  const flowPages = { area, footnotes };
  const blockStarts = new BlockStarts(heights, area, footnotes);
  const spaces = spaceBelow(groups, above, order, area.bottom - area.top);
  const rows = rowsOf(groups, above, order);
  const rowStarts: Array<RowStart | undefined> = [];
  const ends: Array<Spot> = [];
  const pages: Array<ReadonlyArray<Placement>> = [];
  let forcedPage: ForcedPage = { page: 0, top: groups[order[0] ?? 0]?.top ?? 0 };
  let lastPage = 0;
  for (const index of order) {
    const group = groups[index];
    if (group === undefined) continue;
    // A box at the start of a page, or in the same row, does not start another page.
    if (group.breakBefore && group.top > forcedPage.top + SAME_ROW)
      forcedPage = { page: lastPage + 1, top: group.top };
    const startOfMember = (member: number) => {
      const other = groups[member];
      if (other === undefined) return undefined;
      const spot = startOf(other, groups, above[member] ?? [], ends, forcedPage, area);
      return blockStarts.moved(spot, other);
    };
    const row = rows[index];
    if (row?.[0] === index) {
      const start = movedRow(row, groups, startOfMember, flowPages);
      for (const member of row) rowStarts[member] = start;
    }
    const designedSpot = startOfMember(index) ?? { page: 0, y: group.top };
    const spot = inRow(designedSpot, group, rowStarts[index], area);
    const space = spaces[index] ?? { minimum: 0, minimumForDivisible: 0 };
    const placedGroup =
      group.extent.kind === "whole"
        ? placeWhole(group, boxes, spot, flowPages, space)
        : placeUnits(
            group,
            group.extent,
            afterPageBreak(group, spot, flowPages),
            flowPages,
            space.minimum,
          );
    ends[index] = placedGroup.end;
    lastPage = Math.max(lastPage, placedGroup.end.page);
    pages.push(placedGroup.placements);
  }
  return [...pages.flat(), ...footnotes.placements()];
}

/**
 * The position below all boxes directly above, at the designed distance, and on or after the last forced
 * page.
 */
function startOf(
  group: Group,
  groups: ReadonlyArray<Group>,
  above: ReadonlyArray<number>,
  ends: ReadonlyArray<Spot>,
  forcedPage: ForcedPage,
  area: FlowArea,
): Spot {
  let lowest: Spot | undefined;
  for (const index of above) {
    const other = groups[index];
    const end = ends[index];
    if (other === undefined || end === undefined) continue;
    const spot = { page: end.page, y: end.y + group.top - (other.top + other.height) };
    if (lowest === undefined || isLower(spot, lowest)) lowest = spot;
  }
  const spot = lowest ?? { page: 0, y: group.top };
  if (spot.page >= forcedPage.page) return spot;
  return { page: forcedPage.page, y: area.top + group.top - forcedPage.top };
}

/** The page on which a row starts because one of its boxes does not fit before, and the row's top. */
interface RowStart {
  readonly page: number;
  readonly top: number;
}

/**
 * The rows of boxes side by side, by the index of each member: the boxes whose tops are at most `SAME_ROW`
 * apart, if at least one of them is divisible. Whole boxes that overlap are one group already.
 */
function rowsOf(
  groups: ReadonlyArray<Group>,
  above: ReadonlyArray<ReadonlyArray<number>>,
  order: ReadonlyArray<number>,
): ReadonlyArray<ReadonlyArray<number> | undefined> {
  const rows: Array<ReadonlyArray<number> | undefined> = [];
  let row: Array<number> = [];
  const close = () => {
    const isDivisible = row.some((member) => groups[member]?.extent.kind === "divisible");
    if (row.length > 1 && isDivisible) for (const member of row) rows[member] = row;
    row = [];
  };
  for (const index of order) {
    const top = groups[index]?.top ?? 0;
    const first = groups[row[0] ?? -1];
    const isBelow = above[index]?.some((other) => row.includes(other)) === true;
    if (first !== undefined && (top - first.top > SAME_ROW || isBelow)) close();
    row.push(index);
  }
  close();
  return rows;
}

/** Where a row starts when a box that does not fit takes the others with it; undefined when all fit. */
function movedRow(
  row: ReadonlyArray<number>,
  groups: ReadonlyArray<Group>,
  startOfMember: (member: number) => Spot | undefined,
  { area, footnotes }: Pages,
): RowStart | undefined {
  const tallest = area.bottom - area.top;
  const members = row.flatMap((member) => {
    const [group, spot] = [groups[member], startOfMember(member)];
    return group === undefined || spot === undefined ? [] : [{ group, spot }];
  });
  const pages = members.flatMap(({ group, spot }) => {
    const stays = group.extent.kind === "whole" && isWhereDesigned(group, spot);
    const bottom = footnotes.bottom(spot.page);
    const fits = spot.y + leadingHeight(group, tallest) <= bottom + TOLERANCE;
    return fits || stays || spot.y <= area.top + TOLERANCE ? [] : [spot.page + 1];
  });
  return pages.length === 0
    ? undefined
    : { page: Math.max(...pages), top: Math.min(...members.map(({ group }) => group.top)) };
}

/** The position of a box in its row, if the row starts on a later page. */
function inRow(spot: Spot, group: Group, start: RowStart | undefined, area: FlowArea): Spot {
  if (start === undefined || spot.page >= start.page) return spot;
  return { page: start.page, y: area.top + group.top - start.top };
}

/** The position of a divisible box, on the next page if it is kept together and fits only there. */
function afterPageBreak(group: Group, spot: Spot, { area, footnotes }: Pages): Spot {
  const height = leadingHeight(group, area.bottom - area.top);
  const fits = spot.y + height <= footnotes.bottom(spot.page) + TOLERANCE;
  return !group.keepTogether || fits || spot.y <= area.top + TOLERANCE
    ? spot
    : { page: spot.page + 1, y: area.top };
}

function isWhereDesigned({ top, isShifted = false }: Group, spot: Spot): boolean {
  return !isShifted && spot.page === 0 && Math.abs(spot.y - top) < TOLERANCE;
}

/** Marks the first group of each block, so that a heading above stays with it. */
function withBlockStarts(
  groups: ReadonlyArray<Group>,
  heights: ReadonlyMap<FlowBlock, number>,
  area: FlowArea,
): ReadonlyArray<Group> {
  if (groups.every(({ blocks }) => blocks === undefined)) return groups;
  const seen = new Set<FlowBlock>();
  const marked = [...groups];
  for (const index of topDown(groups)) {
    const group = groups[index];
    const first = group?.blocks?.filter((block) => !seen.has(block)) ?? [];
    if (group === undefined || first.length === 0) continue;
    first.forEach((block) => seen.add(block));
    const leading = first
      .map((block) => (heights.get(block) ?? 0) - (group.top - block.top))
      .filter((height) => height <= area.bottom - area.top);
    marked[index] = {
      ...group,
      leading: Math.max(0, ...leading),
      startsPage: first.some(({ startsPage }) => startsPage),
    };
  }
  return marked;
}

function isLower(a: Spot, b: Spot): boolean {
  return a.page > b.page || (a.page === b.page && a.y > b.y);
}

function placeWhole(
  group: Group,
  boxes: ReadonlyArray<FlowBox>,
  spot: Spot,
  { area, footnotes }: Pages,
  { minimum, minimumForDivisible }: SpaceBelow,
): PlacedGroup {
  // A box that was not moved keeps its designed position, even in the margin. A heading still moves with its
  // section.
  const bottom = footnotes.bottom(spot.page, group.notes);
  const fitsWith = (space: number) => spot.y + group.height + space <= bottom + TOLERANCE;
  const isAboveNotes = bottom === area.bottom || spot.y >= area.bottom || fitsWith(0);
  const stays =
    isWhereDesigned(group, spot) &&
    isAboveNotes &&
    (minimumForDivisible === 0 || fitsWith(minimumForDivisible));
  const isForced = spot.y <= area.top + TOLERANCE && footnotes.isFree(spot.page);
  const fits = stays || isForced || fitsWith(minimum);
  const start = fits
    ? spot
    : { page: nextPage(group, spot.page, { area, footnotes }), y: area.top };
  const placements = group.members.flatMap((box): ReadonlyArray<Placement> => {
    const member = boxes[box];
    if (member === undefined || member.extent.kind !== "whole") return [];
    const top = start.y + member.top - group.top;
    const { height } = member.extent;
    return [{ box, page: start.page, top, height, from: 0, to: 0 }];
  });
  placements.forEach((placement) => footnotes.addContent(placement));
  for (const placement of placements)
    footnotes.addNotes(placement, boxes[placement.box] ?? NO_NOTES);
  return { placements, end: { page: start.page, y: start.y + group.height } };
}

const NO_NOTES: Pick<FlowBox, "notes"> = {};

/** The next page with space for a box: notes of the page before can fill pages. */
function nextPage({ height, notes }: Group, before: number, { area, footnotes }: Pages): number {
  let page = before + 1;
  while (!footnotes.isFree(page) && area.top + height > footnotes.bottom(page, notes) + TOLERANCE)
    page += 1;
  return page;
}

/** @param minimumSpace The space that must follow the last unit on its page. */
function placeUnits(
  group: Group,
  extent: DivisibleExtent,
  spot: Spot,
  { area, footnotes }: Pages,
  minimumSpace: number,
): PlacedGroup {
  const { head, units } = extent;
  const box = group.members[0] ?? 0;
  const placements: Array<Placement> = [];
  const headAlone = head + (units.length === 0 ? minimumSpace : 0);
  let { page, y } = spot;
  let from = 0;
  do {
    const space = (notes?: ReadonlyArray<FlowNote>) => footnotes.bottom(page, notes) - y;
    let { to, height } = unitsAboveNotes(extent, group.notes, from, space, minimumSpace);
    const isAtTop = y <= area.top + TOLERANCE;
    const isPageEmpty = to === from && (units.length > from || headAlone > space() + TOLERANCE);
    if (isPageEmpty && !(isAtTop && footnotes.isFree(page))) {
      page += 1;
      y = area.top;
      continue;
    }
    // On an empty page a unit is placed even if it does not fit, because it would not fit on any page.
    if (to === from && to < units.length) height += forcedHeight(extent, to++);
    const placement = { box, page, top: y, height, from, to };
    footnotes.addContent(placement);
    footnotes.addNotes(placement, group);
    placements.push(placement);
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
