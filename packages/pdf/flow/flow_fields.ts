import type { FilledField } from "../fill/fill_field.ts";
import { closeUp } from "./close_up.ts";
import type { Extent, FlowArea, Placement } from "./flow_box.ts";
import { paginate } from "./paginate.ts";

/** A field's block and its position. */
export interface PlacedBlock<Block> {
  readonly block: Block;
  readonly placement: Placement;
}

/**
 * Lets the fields of one designed page flow over as many pages as they need. On each page they keep the order
 * of the layout. Pages that would be blank are omitted, unless the designed page has no fields.
 *
 * @param measure Called only for fields that are drawn.
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
  const shown = fields.flatMap((filled, index) =>
    filled.isShown ? [{ ...filled, block: measure(filled), top: tops[index] ?? 0 }] : [],
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
