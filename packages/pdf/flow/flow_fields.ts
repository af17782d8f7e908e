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
  const visibleFields = fields.flatMap((filledField, index) =>
    filledField.isShown
      ? [{ ...filledField, block: measure(filledField), top: tops[index] ?? 0 }]
      : [],
  );
  const placements = paginate(
    visibleFields.map(({ field, block, top }) => ({
      top,
      height: field.height,
      breakBefore: field.pageBreakBefore === true,
      keepWithNext: field.keepWithNext === true,
      keepTogether: field.keepTogether === true,
      extent: block.extent,
    })),
    area,
  );
  const pages: Array<{ hasContent: boolean; readonly blocks: Array<PlacedBlock<Block>> }> = [];
  for (const placement of placements.toSorted((a, b) => a.box - b.box)) {
    const field = visibleFields[placement.box];
    while (pages.length <= placement.page) pages.push({ hasContent: false, blocks: [] });
    const page = pages[placement.page];
    if (field === undefined || page === undefined) continue;
    page.blocks.push({ block: field.block, placement });
    if (!field.isBlank) page.hasContent = true;
  }
  return pages.flatMap(({ hasContent, blocks }) => (hasContent ? [blocks] : []));
}
