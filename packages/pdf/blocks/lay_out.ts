import { MAX_PAGES, type DisplayedPage } from "@paraph/core/layouts";
import type { InputData } from "@paraph/core/manifests";

import type { BlankBase, CompiledTemplate } from "../compile/compiled_template.ts";
import { fillField, type FilledField } from "../fill/fill_field.ts";
import { flowFields, type PlacedBlock } from "../flow/flow_fields.ts";
import type { DocumentImages } from "../images/read_image.ts";
import { PermanentRenderError } from "../permanent_render_error.ts";
import { POINTS } from "../write/content.ts";
import type { PageContent } from "../write/document_file.ts";
import type { Resources } from "../write/resources.ts";
import type { Block } from "./block.ts";
import { makeBlock, type BlockContext } from "./make_block.ts";
import type { TextContext } from "./text_box.ts";

export interface LayoutInput {
  readonly template: CompiledTemplate;
  readonly data: InputData;
  readonly images: DocumentImages;
  readonly hyphenator: TextContext["hyphenator"];
  readonly compounds: TextContext["compounds"];
  readonly missing: TextContext["missing"];
}

/** Fills a layout, lets it flow over pages, and paints them. */
export function layOut(input: LayoutInput, resources: Resources): ReadonlyArray<PageContent> {
  const { base, pages } = input.template;
  const pageFields = pages.map((fields) => fields.map((field) => fillField(field, input.data)));
  return base.kind === "blank"
    ? layOutDocument(base, pageFields, input, resources)
    : layOutOverlay(base.pages, pageFields, input, resources);
}

function layOutDocument(
  blank: BlankBase,
  pageFields: ReadonlyArray<ReadonlyArray<FilledField>>,
  { template, data, ...input }: LayoutInput,
  resources: Resources,
): ReadonlyArray<PageContent> {
  const [paddingTop, , paddingBottom] = blank.padding;
  const area = { top: paddingTop, bottom: blank.height - paddingBottom };
  const { typography, language } = template;
  const context: BlockContext = { ...input, typography, language, tallest: area.bottom - area.top };
  const flowedPages: Array<ReadonlyArray<PlacedBlock<Block>>> = [];
  for (const fields of pageFields) {
    flowedPages.push(...flowFields(fields, area, (field) => makeBlock(field, context)));
    if (flowedPages.length > MAX_PAGES) throw TOO_MANY_PAGES;
  }
  // An empty document is one blank page.
  const pages = flowedPages.length === 0 ? [[]] : flowedPages;
  const everywhere = blank.everywhere
    .map((field) => fillField(field, data))
    .filter(({ isShown }) => isShown)
    .map((filledField) => placeAsDesigned(filledField, context));
  return pages.map((blocks, index) =>
    paintPage(
      blank,
      [...everywhere, ...blocks],
      { currentPage: index + 1, totalPages: pages.length },
      resources,
    ),
  );
}

const TOO_MANY_PAGES = new PermanentRenderError(
  "render_failed",
  `The document would have more than ${MAX_PAGES} pages`,
);

/** Fields of an overlay do not flow: their positions match the form beneath. */
function layOutOverlay(
  basePages: ReadonlyArray<DisplayedPage>,
  pageFields: ReadonlyArray<ReadonlyArray<FilledField>>,
  { template, data: _data, ...input }: LayoutInput,
  resources: Resources,
): ReadonlyArray<PageContent> {
  const { typography, language } = template;
  return basePages.map((page, index) => {
    const context: BlockContext = { ...input, typography, language, tallest: page.height };
    const blocks = (pageFields[index] ?? [])
      .filter(({ isShown }) => isShown)
      .map((filledField) => placeAsDesigned(filledField, context));
    return paintPage(
      page,
      blocks,
      { currentPage: index + 1, totalPages: basePages.length },
      resources,
    );
  });
}

function placeAsDesigned(filledField: FilledField, context: BlockContext): PlacedBlock<Block> {
  const block = makeBlock(filledField, context);
  const { extent } = block;
  const height =
    extent.kind === "whole"
      ? extent.height
      : extent.head + extent.units.reduce((sum, unit) => sum + unit, 0);
  const to = extent.kind === "whole" ? 0 : extent.units.length;
  return {
    block,
    placement: { box: 0, page: 0, top: filledField.field.position.y, height, from: 0, to },
  };
}

function paintPage(
  { width, height }: DisplayedPage,
  blocks: ReadonlyArray<PlacedBlock<Block>>,
  number: { readonly currentPage: number; readonly totalPages: number },
  resources: Resources,
): PageContent {
  const sheet = { resources, height: height * POINTS };
  const content = blocks
    .map(({ block, placement }) => block.paint(placement, number, sheet))
    .join("");
  return { width, height, content };
}
