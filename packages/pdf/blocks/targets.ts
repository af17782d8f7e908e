import type { HeadingUse } from "../compile/compiled_template.ts";
import type { FilledField } from "../fill/fill_field.ts";
import type { Heading } from "../fill/heading.ts";
import { headingsOf } from "../fill/headings.ts";
import type { Placement } from "../flow/flow_box.ts";
import type { PlacedBlock } from "../flow/flow_fields.ts";
import { POINTS } from "../write/content.ts";
import type { PageTarget } from "../write/navigation.ts";
import type { StructureElement } from "../write/tags/structure.ts";
import { addLinks, type Block } from "./block.ts";
import type { BlockTarget } from "./block_target.ts";

/** A block with the headings, the anchor and the link of its field. */
export function navigable(block: Block, filled: FilledField): Block {
  const { field, anchor, link } = filled;
  const targets = headingsOf(filled).map((heading): BlockTarget => ({
    name: heading.name,
    heading,
    unit: block.paragraphUnits?.[heading.paragraph] ?? 0,
  }));
  const own =
    anchor === undefined ? targets : [{ name: anchor, heading: undefined, unit: 0 }, ...targets];
  if (own.length === 0 && link === undefined) return block;
  let element: StructureElement | undefined;
  return {
    ...block,
    targets: own,
    paint: (placement, page, sheet) => {
      if (link !== undefined) {
        if (sheet.tags !== undefined) element ??= sheet.tags.field.add("Link");
        const { position, width } = field;
        const { top, height } = placement;
        const left = position.x * POINTS;
        const y = sheet.height - top * POINTS;
        const box = [left, y - height * POINTS, left + width * POINTS, y] as const;
        const frame = { left: position.x, top, width, height };
        addLinks([{ target: link, box, element }], field, frame, sheet);
      }
      const { tags } = sheet;
      return tags === undefined || element === undefined
        ? block.paint(placement, page, sheet)
        : block.paint(placement, page, { ...sheet, tags: { ...tags, field: element } });
    },
  };
}

/** The pages of anchors and headings. */
export interface TargetPages {
  readonly ofAnchor: ReadonlyMap<string, number>;
  readonly ofHeading: ReadonlyMap<Heading, number>;
}

/** The pages of the anchors and the headings in placed blocks, from 1. The first of equal anchors counts. */
export function targetPages(pages: ReadonlyArray<ReadonlyArray<PlacedBlock<Block>>>): TargetPages {
  const ofAnchor = new Map<string, number>();
  const ofHeading = new Map<Heading, number>();
  pages.forEach((blocks, index) => {
    for (const { block, placement } of blocks) {
      for (const { name, heading, unit } of block.targets ?? []) {
        if (!isPlaced(unit, placement)) continue;
        if (heading === undefined) {
          if (!ofAnchor.has(name)) ofAnchor.set(name, index + 1);
        } else ofHeading.set(heading, index + 1);
      }
    }
  });
  return { ofAnchor, ofHeading };
}

/**
 * The places on a page that links and bookmarks lead to, from top to bottom.
 *
 * @param height The height of the page, in millimetres.
 * @param use Undefined if headings are no targets.
 */
export function targetsOnPage(
  blocks: ReadonlyArray<PlacedBlock<Block>>,
  height: number,
  use: HeadingUse | undefined,
): ReadonlyArray<PageTarget> {
  return blocks
    .flatMap(({ block, placement }) =>
      (block.targets ?? []).flatMap(({ name, heading, unit }): ReadonlyArray<PageTarget> => {
        if (!isPlaced(unit, placement) || (heading !== undefined && use === undefined)) return [];
        const { extent } = block;
        const above =
          extent.kind === "divisible" && (extent.columns ?? 1) === 1
            ? extent.units.slice(placement.from, unit).reduce((sum, each) => sum + each, 0)
            : 0;
        return [
          {
            name,
            left: 0,
            top: (height - placement.top - above) * POINTS,
            bookmark: use === "bookmarks" ? heading : undefined,
          },
        ];
      }),
    )
    .toSorted((a, b) => b.top - a.top);
}

function isPlaced(unit: number, { from, to }: Placement): boolean {
  return (unit >= from && unit < to) || (unit === 0 && from === 0);
}
