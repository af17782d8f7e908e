import { MAX_PAGES, type DisplayedPage, type LayoutField } from "@paraph/core/layouts";
import type { InputData } from "@paraph/core/manifests";

import type { OtherPages } from "../added/shown_pdfs.ts";
import type { BlankBase, CompiledField, CompiledTemplate } from "../compile/compiled_template.ts";
import { DataScope } from "../fill/data_scope.ts";
import { fillField, type FilledField } from "../fill/fill_field.ts";
import type { Heading } from "../fill/heading.ts";
import { orderedHeadings } from "../fill/headings.ts";
import { numberNotes } from "../fill/number_notes.ts";
import type { PageNumber } from "../fill/page_number.ts";
import { inDeclaredLanguage } from "../fill/text_style.ts";
import {
  expandItems,
  FieldBudget,
  type FillInScope,
  type FlowField,
} from "../flow/expand_items.ts";
import { type FlowArea, totalHeight } from "../flow/flow_box.ts";
import { flowFields, type PlacedBlock } from "../flow/flow_fields.ts";
import { MissingGlyph } from "../fonts/faces.ts";
import type { DocumentImages } from "../images/read_image.ts";
import { PermanentRenderError } from "../permanent_render_error.ts";
import type { Markdown } from "../rich/load_markdown.ts";
import type { cachedDrawing } from "../svg/cached_drawing.ts";
import type { TextLanguage } from "../text/text_language.ts";
import { POINTS } from "../write/content.ts";
import type { PageContent, PageSequence } from "../write/document_file.ts";
import { Form, type Widget } from "../write/form/form.ts";
import type { LinkArea } from "../write/link_area.ts";
import type { Resources } from "../write/resources.ts";
import {
  artifact,
  type PageTags,
  type Structure,
  type StructureElement,
} from "../write/tags/structure.ts";
import type { Block } from "./block.ts";
import type { BlockContext } from "./block_context.ts";
import { makeBlock } from "./make_block.ts";
import { numberPages } from "./page_numbers.ts";
import type { PlacedSigningField } from "./sheet.ts";
import { targetPages, targetsOnPage } from "./targets.ts";
import type { NoteColumn } from "./text/note_block.ts";
import type { Warnings } from "./warnings.ts";

export interface LayoutInput {
  readonly template: CompiledTemplate;
  readonly data: InputData;
  readonly images: DocumentImages;
  readonly languages: DocumentLanguages;
  readonly warnings: Warnings;
  readonly encodeBarcode: BlockContext["encodeBarcode"];
  /** Present if the template has SVG or marks. */
  readonly drawing: typeof cachedDrawing | undefined;
  /** The parser of rich text, for templates that parse data. */
  readonly markdown: Markdown | undefined;
  readonly otherPages: OtherPages;
}

/** The languages of a document, and of the fields and spans with a language of their own by its tag. */
interface DocumentLanguages {
  readonly ofDocument: TextLanguage;
  readonly ofFields: ReadonlyMap<string, TextLanguage>;
}

interface DocumentInput extends LayoutInput {
  readonly headings: ReadonlyArray<Heading>;
}

/** The signing fields of a page, whose size is in millimetres. */
export interface SigningPage extends Pick<PageContent, "width" | "height"> {
  readonly signing: ReadonlyArray<PlacedSigningField>;
}

/** What the pages of a document share, and add to when they are painted. */
export interface Output {
  readonly resources: Resources;
  /** The structure of the document, to which its fields are added. */
  readonly structure: Structure | undefined;
  /** The signing fields of the painted pages. */
  readonly signing: Array<SigningPage>;
}

/**
 * Fills a layout and lets it flow over pages. Each page is painted when it is read, so that a long document does not
 * keep all of its pages in memory.
 */
export function layOut(input: LayoutInput, output: Output): PageSequence {
  const { base, pages } = input.template;
  const scope = new DataScope(input.data);
  const fill: FillInScope = (field, inside) => fillField(field, inside, input.markdown);
  const budget = new FieldBudget();
  const pageFields = pages.map((items) => expandItems(items, scope, fill, budget));
  const headings = orderedHeadings(pageFields);
  const documentInput = { ...input, headings };
  if (base.kind === "pdf") return layOutOverlay(base.pages, pageFields, documentInput, output);
  numberNotes(pageFields);
  const { ownBases = [] } = input.template;
  const sheetOf = (blank: BlankBase) =>
    new BlankSheet(blank, documentInput, (field) => fill(field, scope));
  const common = sheetOf(base);
  const designed = pageFields.map((fields, index): DesignedPage => {
    const own = ownBases[index];
    // A designed page without fields is a blank page.
    const isBlank = pages[index]?.length === 0;
    return { sheet: own === undefined ? common : sheetOf(own), fields: isBlank ? null : fields };
  });
  return layOutDocument(common, designed, documentInput, output);
}

/** A page of the layout, which flows over as many pages as it needs. */
interface DesignedPage {
  readonly sheet: BlankSheet;
  /** Null for a page that stays blank. */
  readonly fields: ReadonlyArray<FlowField> | null;
}

/** The size of pages, the area in which content flows, and the fields that repeat on each of them. */
class BlankSheet {
  readonly blank: BlankBase;
  readonly area: FlowArea;
  readonly contextOf: (field: FilledField) => BlockContext;
  readonly #fill: (field: CompiledField) => FilledField;

  constructor(blank: BlankBase, input: DocumentInput, fill: (field: CompiledField) => FilledField) {
    const [top, right, bottom, left] = blank.padding;
    const noteColumn = { left, width: blank.width - left - right };
    this.blank = blank;
    this.area = { top, bottom: blank.height - bottom };
    this.contextOf = fieldContexts(input, this.area.bottom - top, noteColumn);
    this.#fill = fill;
  }

  /** The repeated fields that are shown, and the pages that show them. */
  repeated(): ReadonlyArray<RepeatedBlock> {
    const { everywhere, height } = this.blank;
    return everywhere
      .map(this.#fill)
      .filter(({ isShown }) => isShown)
      .map((filledField) => ({
        onPages: filledField.field.onPages,
        block: placeAsDesigned(filledField, this.contextOf(filledField), height),
      }));
  }
}

interface RepeatedBlock {
  readonly onPages: LayoutField["onPages"];
  readonly block: PlacedBlock<Block>;
}

function layOutDocument(
  common: BlankSheet,
  designed: ReadonlyArray<DesignedPage>,
  input: DocumentInput,
  output: Output,
): PageSequence {
  const { otherPages } = input;
  const maxPages = MAX_PAGES - otherPages.before - otherPages.after;
  const flowedPages: Array<FlowedPage> = [];
  for (const { sheet, fields } of designed) {
    const { area, contextOf } = sheet;
    const flowed =
      fields === null
        ? NO_BLOCKS
        : flowFields(fields, area, (field) => makeBlock(field, contextOf(field)));
    const elements = output.structure?.addFields(languagesOf(fields ?? []));
    for (const blocks of flowed) {
      const tagged = blocks.map((placed) => ({ ...placed, field: elements?.[placed.order] }));
      flowedPages.push({ sheet, blocks: tagged });
    }
    if (flowedPages.length > maxPages) throw TOO_MANY_PAGES;
  }
  // An empty document is one blank page.
  const pages = flowedPages.length === 0 ? [{ sheet: common, blocks: [] }] : flowedPages;
  const blocksOfPages = pages.map(({ blocks }) => blocks);
  const repeated = new Map<BlankSheet, ReadonlyArray<RepeatedBlock>>();
  for (const { sheet } of pages) if (!repeated.has(sheet)) repeated.set(sheet, sheet.repeated());
  const { ofAnchor, ofHeading } = targetPages(blocksOfPages);
  const { headings: use } = input.template;
  const names = new Set([
    ...ofAnchor.keys(),
    ...(use === undefined ? [] : [...ofHeading.keys()].map(({ name }) => name)),
  ]);
  const numbers = numberPages(blocksOfPages, otherPages);
  const printed = (page: number | undefined) =>
    page === undefined ? undefined : numbers.printed(page - 1);
  return painted(pages, ({ sheet, blocks }, index) => {
    const number = {
      ...numbers.of(index),
      pageOf: (anchor: string) => printed(ofAnchor.get(anchor)),
      pageOfHeading: (heading: Heading) => printed(ofHeading.get(heading)),
    };
    const { blank } = sheet;
    const shown = (repeated.get(sheet) ?? []).filter(({ onPages }) => numbers.isOn(onPages, index));
    const page = paintPage(
      blank,
      [...shown.map(({ block }) => block), ...blocks],
      number,
      output,
      output.structure?.page(index),
    );
    for (const { block, placement } of blocks) block.release?.(placement);
    return {
      ...page,
      links: reachable(page.links, names),
      targets: targetsOnPage(blocks, blank.height, use),
      numbering: numbers.restartsAt(index),
    };
  });
}

/** The content of a page, and what it is on. */
interface FlowedPage {
  readonly sheet: BlankSheet;
  readonly blocks: ReadonlyArray<TaggedBlock>;
}

/** Pages that are painted as they are read. */
function painted<Page>(
  pages: ReadonlyArray<Page>,
  paint: (page: Page, index: number) => PageContent,
): PageSequence {
  const { length } = pages;
  return { length, [Symbol.iterator]: () => paintEach(pages, paint) };
}

// A generator inside of another function would keep all of its document in memory until the next full collection.
function* paintEach<Page>(
  pages: ReadonlyArray<Page>,
  paint: (page: Page, index: number) => PageContent,
): Generator<PageContent, undefined> {
  for (const [index, page] of pages.entries()) yield paint(page, index);
  return undefined;
}

/** The languages of fields in reading order, undefined for that of the document. */
function languagesOf(fields: ReadonlyArray<FlowField>): ReadonlyArray<string | undefined> {
  return fields
    .toSorted((a, b) => a.order - b.order)
    .map(({ filled }) => filled.field.language ?? undefined);
}

/** A placed field and its part of the structure; without one, it is page furniture. */
interface TaggedBlock extends PlacedBlock<Block> {
  readonly field?: StructureElement | undefined;
}

/** A blank page. */
const NO_BLOCKS: ReadonlyArray<ReadonlyArray<PlacedBlock<Block>>> = [[]];

const TOO_MANY_PAGES = new PermanentRenderError(
  "render_failed",
  `The document would have more than ${MAX_PAGES} pages`,
);

/** The links whose places are in the document: a field with an anchor can be hidden. */
function reachable(
  links: PageContent["links"],
  names: ReadonlySet<string>,
): ReadonlyArray<LinkArea> {
  return (links ?? []).filter(
    ({ target }) => !target.startsWith("#") || names.has(target.slice(1)),
  );
}

/** Fields of an overlay do not flow: their positions match the form beneath. */
function layOutOverlay(
  basePages: ReadonlyArray<DisplayedPage>,
  pageFields: ReadonlyArray<ReadonlyArray<FlowField>>,
  input: DocumentInput,
  output: Output,
): PageSequence {
  const numbers = numberPages(
    basePages.map(() => []),
    input.otherPages,
  );
  const pages = basePages.map((page, index) => {
    const contextOf = fieldContexts(input, page.height);
    const blocks = (pageFields[index] ?? []).map(({ filled }) =>
      placeAsDesigned(filled, contextOf(filled), page.height),
    );
    return { page, blocks };
  });
  return painted(pages, ({ page, blocks }, index) => {
    const content = paintPage(page, blocks, numbers.of(index), output);
    return { ...content, links: reachable(content.links, new Set()) };
  });
}

/** No document has more pages. */
const WIDEST_NUMBER = "0000";
/** Wider than all others up to 87. */
const WIDEST_ROMAN = "LXXXVIII";

/** Returns the context of a field, with the warnings about it. */
function fieldContexts(
  { template, images, languages, warnings, encodeBarcode, drawing, headings }: DocumentInput,
  tallest: number,
  noteColumn?: NoteColumn,
) {
  const { typography } = template;
  const { failsOnMissingGlyph } = typography;
  const look = {
    fonts: template.fonts,
    failsOnMissingGlyph,
    // Publishing has refused those of the layout: the others are of the data.
    failsOnColours: false,
    isArchivable: template.standards.archive !== undefined,
    readImage: (source: string) => images.read(source),
  };
  const drawerIn = (language: string): BlockContext["drawSvg"] =>
    drawing && ((content, size) => drawing(content, { ...size, ...look, language }));
  const drawSvg = drawerIn(template.language);
  const widestNumber = template.hasRomanNumbers === true ? WIDEST_ROMAN : WIDEST_NUMBER;
  const text = { typography, widestNumber, ...languages.ofDocument, languages: languages.ofFields };
  const ofDocument = { images, encodeBarcode, headings, form: new Form() };
  const context = { ...text, ...ofDocument, drawSvg, tallest, noteColumn };
  return ({ field, path }: FilledField): BlockContext => {
    const warn = (message: string) => warnings.add(path, message);
    const missing = (character: string) =>
      warn(`${new MissingGlyph(character).message}; the document shows a box`);
    const own = languages.ofFields.get(field.language ?? "");
    return {
      ...context,
      ...(own && {
        ...own,
        typography: inDeclaredLanguage(typography),
        drawSvg: drawerIn(own.language),
      }),
      warn,
      missing: failsOnMissingGlyph ? undefined : missing,
    };
  };
}

function placeAsDesigned(
  filledField: FilledField,
  context: BlockContext,
  pageHeight: number,
): PlacedBlock<Block> {
  const block = makeBlock(filledField, context);
  const { extent } = block;
  const height = extent.kind === "whole" ? extent.height : totalHeight(extent);
  const { name, position } = filledField.field;
  if (extent.kind === "divisible" && position.y + height > pageHeight + TOLERANCE)
    context.warn(`"${name}" extends beyond the page`);
  const to = extent.kind === "whole" ? 0 : extent.units.length;
  return { order: 0, block, placement: { box: 0, page: 0, top: position.y, height, from: 0, to } };
}

/** Designers round positions. */
const TOLERANCE = 0.5;

function paintPage(
  { width, height }: DisplayedPage,
  blocks: ReadonlyArray<TaggedBlock>,
  number: PageNumber,
  output: Output,
  page?: PageTags,
): PageContent {
  const links: Array<LinkArea> = [];
  const widgets: Array<Widget> = [];
  const signing: Array<PlacedSigningField> = [];
  const { resources } = output;
  const sheet = { resources, height: height * POINTS, links, widgets, signing };
  const content = blocks
    .map(({ block, placement, field }) => {
      if (page === undefined) return block.paint(placement, number, sheet);
      if (field === undefined) return artifact(block.paint(placement, number, sheet));
      const tags = { page, field };
      return block.paint(placement, number, {
        resources,
        height: sheet.height,
        links,
        widgets,
        signing,
        tags,
      });
    })
    .join("");
  output.signing.push({ width, height, signing });
  return { width, height, content, links, widgets, tags: page };
}
