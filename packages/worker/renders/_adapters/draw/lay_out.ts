import {
  BlankPage,
  FIELD_SCHEMAS,
  indexManifest,
  type Layout,
  type LayoutField,
  type ShownPage,
} from "@paraph/core/layouts";
import { type InputData, type Manifest } from "@paraph/core/manifests";
import { Schema } from "effect";

import { DrawingFault } from "../drawing_fault.ts";
import { fillField, type FilledField } from "../fill/fill_layout.ts";
import { closeUp } from "../flow/close_up.ts";
import { paginate, type Placement } from "../flow/paginate.ts";
import { POINTS } from "../pdf/content.ts";
import type { DrawnPage } from "../pdf/document_file.ts";
import type { Resources } from "../pdf/resources.ts";
import type { Block } from "./block.ts";
import { makeBlock, type BlockContext } from "./make_block.ts";

/** A layout and what fills it. */
export interface LayoutInput {
  readonly layout: Layout;
  readonly manifest: Manifest;
  readonly data: InputData;
  readonly fetched: ReadonlyMap<string, Uint8Array>;
  /** The pages of an overlay's base as they are shown; a document has none. */
  readonly basePages: ReadonlyArray<ShownPage> | undefined;
}

interface PlacedBlock {
  readonly block: Block;
  readonly placement: Placement;
}

/** Fills a layout, lets it flow over its pages, and paints them. */
export function layOut(input: LayoutInput, resources: Resources): ReadonlyArray<DrawnPage> {
  const index = indexManifest(input.manifest);
  const fill = (field: unknown) => fillField(readField(field), index, input.data);
  const designed = readPages(input.layout["schemas"]).map((fields) => fields.map(fill));
  return input.basePages === undefined
    ? layOutDocument(readBlankPage(input.layout), designed, fill, input, resources)
    : layOutOverlay(input.basePages, designed, input, resources);
}

function layOutDocument(
  blank: BlankPage,
  designed: ReadonlyArray<ReadonlyArray<FilledField>>,
  fill: (field: unknown) => FilledField,
  { fetched }: LayoutInput,
  resources: Resources,
): ReadonlyArray<DrawnPage> {
  const [paddingTop, , paddingBottom] = blank.padding;
  const area = { top: paddingTop, bottom: blank.height - paddingBottom };
  const context: BlockContext = { tallest: area.bottom - area.top, fetched };
  const pages = designed.flatMap((fields) => {
    const tops = closeUp(
      fields.map(({ field, isShown }) => ({
        top: field.position.y,
        height: field.height,
        isShown,
      })),
    );
    const shown = fields.flatMap((filled, at) =>
      filled.isShown
        ? [{ block: makeBlock(filled, context), top: tops[at] ?? 0, height: filled.field.height }]
        : [],
    );
    const placements = paginate(
      shown.map(({ block, top, height }) => ({ top, height, extent: block.extent })),
      area,
    );
    return byPage(
      placements,
      shown.map(({ block }) => block),
    );
  });
  const everywhere = (blank.staticSchema ?? [])
    .map(fill)
    .filter(({ isShown }) => isShown)
    .map((filled) => inPlace(filled, context));
  return pages.map((blocks, at) =>
    paintPage(
      blank,
      [...everywhere, ...blocks],
      { currentPage: at + 1, totalPages: pages.length },
      resources,
    ),
  );
}

/** Nothing flows on an overlay: every field stays where the form has its line. */
function layOutOverlay(
  basePages: ReadonlyArray<ShownPage>,
  designed: ReadonlyArray<ReadonlyArray<FilledField>>,
  { fetched }: LayoutInput,
  resources: Resources,
): ReadonlyArray<DrawnPage> {
  return basePages.map((page, at) => {
    const context: BlockContext = { tallest: page.height, fetched };
    const blocks = (designed[at] ?? [])
      .filter(({ isShown }) => isShown)
      .map((filled) => inPlace(filled, context));
    return paintPage(
      page,
      blocks,
      { currentPage: at + 1, totalPages: basePages.length },
      resources,
    );
  });
}

function inPlace(filled: FilledField, context: BlockContext): PlacedBlock {
  const block = makeBlock(filled, context);
  const { extent } = block;
  const height =
    extent.kind === "whole"
      ? extent.height
      : extent.head + extent.units.reduce((sum, unit) => sum + unit, 0);
  const to = extent.kind === "whole" ? 0 : extent.units.length;
  return {
    block,
    placement: { box: 0, page: 0, top: filled.field.position.y, height, from: 0, to },
  };
}

/** Deals placed blocks out to their pages, on each in the order the layout has them. */
function byPage(
  placements: ReadonlyArray<Placement>,
  blocks: ReadonlyArray<Block>,
): ReadonlyArray<ReadonlyArray<PlacedBlock>> {
  const pages: Array<Array<PlacedBlock>> = [[]];
  for (const placement of placements.toSorted((a, b) => a.box - b.box)) {
    const block = blocks[placement.box];
    while (pages.length <= placement.page) pages.push([]);
    if (block !== undefined) pages[placement.page]?.push({ block, placement });
  }
  return pages;
}

function paintPage(
  { width, height }: ShownPage,
  blocks: ReadonlyArray<PlacedBlock>,
  number: { readonly currentPage: number; readonly totalPages: number },
  resources: Resources,
): DrawnPage {
  const sheet = { resources, height: height * POINTS };
  const content = blocks
    .map(({ block, placement }) => block.paint(placement, number, sheet))
    .join("");
  return { width, height, content };
}

/** A published layout has been checked; one that has not is refused here in the same words. */
function readField(field: unknown): LayoutField {
  const type =
    typeof field === "object" && field !== null && "type" in field ? String(field.type) : "";
  const schema = FIELD_SCHEMAS.get(type);
  if (schema === undefined)
    throw new DrawingFault("render_failed", `Unknown type of field "${type}"`);
  return decode(schema, field);
}

function readBlankPage(layout: Layout): BlankPage {
  return decode(BlankPage, layout["basePdf"]);
}

function readPages(schemas: unknown): ReadonlyArray<ReadonlyArray<unknown>> {
  return decode(Schema.Array(Schema.Array(Schema.Unknown)), schemas);
}

function decode<A>(schema: Schema.Decoder<A>, value: unknown): A {
  try {
    return Schema.decodeUnknownSync(schema)(value);
  } catch (error) {
    throw new DrawingFault("render_failed", `The layout cannot be drawn. ${String(error)}`);
  }
}
