import { TOLERANCE } from "./columns.ts";
import { type FlowArea, type FlowBlock, type FlowBox, notesHeight, type Spot } from "./flow_box.ts";
import type { Footnotes } from "./footnotes.ts";

/** The blocks of boxes, and on which pages they start because they do not fit before. */
export class BlockStarts {
  readonly #heights: ReadonlyMap<FlowBlock, number>;
  readonly #area: FlowArea;
  readonly #footnotes: Footnotes;
  /** The page of each block that moved; null for one that stays where it is. */
  readonly #pages = new Map<FlowBlock, number | null>();

  /** @param heights The heights of the blocks that are kept together. */
  constructor(heights: ReadonlyMap<FlowBlock, number>, area: FlowArea, footnotes: Footnotes) {
    this.#heights = heights;
    this.#area = area;
    this.#footnotes = footnotes;
  }

  /** The position of a box whose blocks may begin on a later page. The first box of a block decides. */
  moved(spot: Spot, { top, blocks = [] }: Pick<FlowBox, "top" | "blocks">): Spot {
    let moved = spot;
    for (const block of blocks) {
      const offset = top - block.top;
      if (!this.#pages.has(block)) this.#pages.set(block, this.#pageOf(block, moved, offset));
      const page = this.#pages.get(block) ?? 0;
      if (moved.page < page) moved = { page, y: this.#area.top + offset };
    }
    return moved;
  }

  #pageOf(block: FlowBlock, { page, y }: Spot, offset: number): number | null {
    const { top, bottom } = this.#area;
    const start = y - offset;
    if (start <= top + TOLERANCE) return null;
    if (block.startsPage) return page + 1;
    const height = this.#heights.get(block) ?? 0;
    const isTooHigh = height > bottom - top + TOLERANCE;
    const end = this.#footnotes.bottom(page);
    return isTooHigh || start + height <= end + TOLERANCE ? null : page + 1;
  }
}

/**
 * The heights of the blocks that are kept together; infinite if a page break is forced inside.
 *
 * @param flow Places boxes on pages.
 */
export function blockHeights(
  boxes: ReadonlyArray<FlowBox>,
  flow: (boxes: ReadonlyArray<FlowBox>, area: FlowArea) => ReadonlyArray<FlowEnd>,
): ReadonlyMap<FlowBlock, number> {
  const members = new Map<FlowBlock, Array<FlowBox>>();
  for (const box of boxes) {
    for (const block of box.blocks ?? []) {
      if (!block.isKept) continue;
      const others = members.get(block);
      if (others === undefined) members.set(block, [box]);
      else others.push(box);
    }
  }
  return new Map(
    Array.from(members, ([block, inside]) => [
      block,
      (block.height ?? naturalHeight(inside, block, flow)) +
        notesHeight(inside.flatMap(({ notes = [] }) => notes)),
    ]),
  );
}

interface FlowEnd {
  readonly page: number;
  readonly top: number;
  readonly height: number;
}

function naturalHeight(
  boxes: ReadonlyArray<FlowBox>,
  { top }: FlowBlock,
  flow: Parameters<typeof blockHeights>[1],
): number {
  const isFixed = boxes.every(({ extent, breakBefore }) => extent.kind === "whole" && !breakBefore);
  const ends = isFixed
    ? boxes.map((box) => ({ page: 0, top: box.top, height: box.height }))
    : flow(
        boxes.map(({ blocks: _blocks, notes: _notes, ...box }) => box),
        { top, bottom: Infinity },
      );
  if (ends.some(({ page }) => page > 0)) return Infinity;
  return ends.reduce((most, end) => Math.max(most, end.top + end.height), top) - top;
}
