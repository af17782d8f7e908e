import type { PageNumberFormat } from "@paraph/core/layouts";

import type { FilledField } from "../fill/fill_field.ts";
import type { FlowField } from "./expand_items.ts";
import type { Extent, FlowArea, FlowNote, Placement } from "./flow_box.ts";
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

/** A measured field with its footnotes. */
interface FlowingBlock<Block> {
  readonly extent: Extent;
  readonly notes?: ReadonlyArray<BlockNote<Block>>;
}

/** A footnote, and the unit of its block that refers to it. */
export interface BlockNote<Block> extends FlowNote {
  readonly block: Block;
}

/**
 * Lets the fields of one designed page flow over as many pages as they need. On each page they keep the order
 * of the layout. Pages that would be blank are omitted.
 */
export function flowFields<Block extends FlowingBlock<Block>>(
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
        ...(block.notes === undefined ? {} : { notes: block.notes }),
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
    const { order, numbering } = field;
    const note = block.notes?.[placement.note ?? -1];
    if (note === undefined) page.blocks.push({ order, block, placement, numbering });
    else page.blocks.push({ order, block: note.block, placement });
    if (!field.filled.isBlank) page.hasContent = true;
  }
  return pages.flatMap(({ hasContent, blocks }) => (hasContent ? [blocks] : []));
}
