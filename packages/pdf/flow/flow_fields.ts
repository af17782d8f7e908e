import type { FilledField } from "../fill/fill_field.ts";
import { closeUp } from "./close_up.ts";
import type { Extent, FlowArea, Placement } from "./flow_box.ts";
import { paginate } from "./paginate.ts";

/** A field as it is drawn, and where it came to stand. */
export interface PlacedBlock<Block> {
  readonly block: Block;
  readonly placement: Placement;
}

/**
 * Lets the fields of one designed page flow over as many pages as they need, on each in the order the
 * layout has them. A page on which nothing would show is left out, unless it was designed empty.
 *
 * @param measure Asked only for fields that are drawn.
 */
export function flowFields<Block extends { readonly extent: Extent }>(
  fields: ReadonlyArray<FilledField>,
  area: FlowArea,
  measure: (field: FilledField) => Block,
): ReadonlyArray<ReadonlyArray<PlacedBlock<Block>>> {
  if (fields.length === 0) return [[]];
  const tops = closeUp(
    fields.map(({ field, isShown }) => ({ top: field.position.y, height: field.height, isShown })),
  );
  const shown = fields.flatMap((filled, at) =>
    filled.isShown ? [{ ...filled, block: measure(filled), top: tops[at] ?? 0 }] : [],
  );
  const placements = paginate(
    shown.map(({ field, block, top }) => ({
      top,
      height: field.height,
      breakBefore: field.pageBreakBefore === true,
      keepWithNext: field.keepWithNext === true,
      extent: block.extent,
    })),
    area,
  );
  const pages: Array<{ holdsSomething: boolean; readonly placed: Array<PlacedBlock<Block>> }> = [];
  for (const placement of placements.toSorted((a, b) => a.box - b.box)) {
    const field = shown[placement.box];
    while (pages.length <= placement.page) pages.push({ holdsSomething: false, placed: [] });
    const page = pages[placement.page];
    if (field === undefined || page === undefined) continue;
    page.placed.push({ block: field.block, placement });
    if (!field.isBlank) page.holdsSomething = true;
  }
  return pages.flatMap(({ holdsSomething, placed }) => (holdsSomething ? [placed] : []));
}
