import { countWhere } from "./boxes_above.ts";
import { balancedHeight, columnEnds, columnsHeight, TOLERANCE } from "./columns.ts";
import { type FlowBox, type FlowNote, NO_PAGE_LINES } from "./flow_box.ts";

export type DivisibleExtent = Extract<FlowBox["extent"], { kind: "divisible" }>;

/** The units of a box on a page, and the height that they use with the head. */
interface PageUnits {
  readonly to: number;
  readonly height: number;
}

/**
 * The units from `from` that fit on a page with their footnotes.
 *
 * @param space The height that footnotes leave on the page.
 */
export function unitsAboveNotes(
  extent: DivisibleExtent,
  notes: ReadonlyArray<FlowNote> = [],
  from: number,
  space: (notes?: ReadonlyArray<FlowNote>) => number,
  minimumSpace: number,
): PageUnits {
  const first = countWhere(notes, ({ unit }) => unit < from);
  const notesUpTo = (to: number) =>
    notes.slice(
      first,
      countWhere(notes, ({ unit }) => unit < to),
    );
  let limit = extent.units.length;
  for (;;) {
    const all = unitsOnPage(extent, { from, limit }, space(), minimumSpace);
    const ownNotes = notesUpTo(all.to);
    const last = ownNotes.at(-1);
    if (last === undefined) return all;
    const withNotes = unitsOnPage(extent, { from, limit: all.to }, space(ownNotes), minimumSpace);
    if (notesUpTo(withNotes.to).length === ownNotes.length) return withNotes;
    // The page has no space for all of these notes.
    limit = last.unit;
  }
}

/** Units from `from` (inclusive) to `limit` (exclusive). */
interface UnitRange {
  readonly from: number;
  readonly limit: number;
}

/** The units that fit into a height. */
function unitsOnPage(
  extent: DivisibleExtent,
  range: UnitRange,
  available: number,
  minimumSpace: number,
): PageUnits {
  const { head, units, columns = 1 } = extent;
  if (columns > 1) return unitsInColumns(extent, columns, range, available, minimumSpace);
  if (extent.pageLines !== undefined)
    return unitsBetweenLines(extent, range, available, minimumSpace);
  const { from, limit } = range;
  const claim = (offset: number) =>
    (units[offset] ?? 0) + (offset === units.length - 1 ? minimumSpace : 0);
  let height = head;
  let to = from;
  while (to < limit && height + claim(to) <= available + TOLERANCE) height += units[to++] ?? 0;
  return { to, height };
}

/** The units that fit with the lines at page breaks. The last unit may need less space than others. */
function unitsBetweenLines(
  { head, units, pageLines = NO_PAGE_LINES }: DivisibleExtent,
  { from, limit }: UnitRange,
  available: number,
  minimumSpace: number,
): PageUnits {
  const before = from > 0 ? pageLines.before + (pageLines.above?.[from] ?? 0) : 0;
  const end = from > 0 ? pageLines.end : 0;
  let height = head + before;
  let best = { to: from, height: height + (from < units.length ? pageLines.after : end) };
  for (let to = from; to < limit;) {
    height += units[to++] ?? 0;
    if (height > available + TOLERANCE) break;
    const below = to === units.length ? end : pageLines.after;
    const space = to === units.length ? minimumSpace : 0;
    if (height + below + space <= available + TOLERANCE) best = { to, height: height + below };
  }
  return best;
}

/** The height of a unit that is placed although it does not fit, with the lines around it. */
export function forcedHeight({ units, pageLines }: DivisibleExtent, unit: number): number {
  const height = units[unit] ?? 0;
  if (pageLines === undefined || unit < units.length - 1) return height;
  // The last unit has the line of the last page instead of that of the others.
  return height - pageLines.after + (unit > 0 ? pageLines.end : 0);
}

/** The last columns are balanced; the others are as high as the page. */
function unitsInColumns(
  { head, units }: DivisibleExtent,
  columns: number,
  { from, limit }: UnitRange,
  available: number,
  minimumSpace: number,
): PageUnits {
  const all = { from, to: limit };
  const ends = columnEnds(units, all, available - head, columns);
  const to = ends.at(-1) ?? from;
  if (to < units.length) return { to, height: head + columnsHeight(units, from, ends) };
  const height = head + balancedHeight(units, all, columns);
  if (height + minimumSpace <= available + TOLERANCE) return { to, height };
  // The last unit moves to the next page with what must follow it.
  const others = columnEnds(units, { from, to: to - 1 }, available - head, columns);
  return { to: others.at(-1) ?? from, height: head + columnsHeight(units, from, others) };
}
