import type { PageNumberFormat } from "@paraph/core/layouts";

import type { FilledField } from "../fill/fill_field.ts";
import type { FlowField } from "./expand_items.ts";
import type { Extent, FlowArea, Placement } from "./flow_box.ts";
import { paginate } from "./paginate.ts";

/** A field's block and its position. */
export interface PlacedBlock<Block> {
  /** Its number in reading order, from 0. */
  readonly order: number;
  readonly block: Block;
  readonly placement: Placement;
  /** The page numbers from its page on, if they restart there. */
  readonly numbering?: PageNumberFormat | undefined;
}

/**
 * Lets the fields of one designed page flow over as many pages as they need. On each page they keep the order
 * of the layout. Pages that would be blank are omitted.
 */
export function flowFields<Block extends { readonly extent: Extent }>(
  fields: ReadonlyArray<FlowField>,
  area: FlowArea,
  measure: (field: FilledField) => Block,
): ReadonlyArray<ReadonlyArray<PlacedBlock<Block>>> {
  const blocks = fields.map(({ filled }) => measure(filled));
  const placements = paginate(
    fields.flatMap((field, index) => {
      const block = blocks[index];
      if (block === undefined) return [];
      const { filled, top, breakBefore, keepWithNext, isShifted } = field;
      const { height, keepTogether } = filled.field;
      return {
        top,
        height,
        breakBefore,
        keepWithNext,
        isShifted,
        keepTogether: keepTogether === true,
        extent: block.extent,
        ...(field.blocks.length === 0 ? {} : { blocks: field.blocks }),
      };
    }),
    area,
  );
  const pages: Array<{ hasContent: boolean; readonly blocks: Array<PlacedBlock<Block>> }> = [];
  for (const placement of placements.toSorted((a, b) => a.box - b.box)) {
    const [field, block] = [fields[placement.box], blocks[placement.box]];
    while (pages.length <= placement.page) pages.push({ hasContent: false, blocks: [] });
    const page = pages[placement.page];
    if (field === undefined || block === undefined || page === undefined) continue;
    page.blocks.push({ order: field.order, block, placement, numbering: field.numbering });
    if (!field.filled.isBlank) page.hasContent = true;
  }
  return pages.flatMap(({ hasContent, blocks }) => (hasContent ? [blocks] : []));
}
