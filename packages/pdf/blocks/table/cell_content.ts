import type { BarcodeCell, ImageCell } from "@paraph/core/layouts";

import type { Barcode } from "../../barcodes/encode_barcode.ts";
import { anyPage } from "../../fill/page_number.ts";
import { type RichPart, spansOf } from "../../fill/rich_text.ts";
import type { TextStyle } from "../../fill/text_style.ts";
import type { PreparedImage } from "../../images/prepared_image.ts";
import type { RichParagraphs } from "../../rich/markdown.ts";
import { widestWord } from "../../text/break_lines.ts";
import { shapeText } from "../../text/paragraph.ts";
import { POINTS } from "../../write/content.ts";
import { artifact, type StructureElement } from "../../write/tags/structure.ts";
import type { TextContent } from "../../write/text_content.ts";
import { barcodeContent, barcodeWidth } from "../barcode_block.ts";
import type { Effects } from "../block.ts";
import type { Description } from "../block_tags.ts";
import { imageContent } from "../image_block.ts";
import type { Rectangle, Sheet } from "../sheet.ts";
import { type RichElements, richElements } from "../text/rich_elements.ts";
import { shapeParagraphs } from "../text/rich_paragraphs.ts";
import { paintUnits, unitsOf } from "../text/rich_units.ts";
import { type TextContext, textOptions } from "../text/text_box.ts";

/** What a cell shows in place of plain text. Lengths are in millimetres. */
export interface CellContent {
  /** The heights of the units between which page breaks can divide it. */
  readonly units: ReadonlyArray<number>;
  readonly isPicture: boolean;
  /** Its width where the content of cells decides the widths of columns. */
  readonly widths: () => ContentWidths;
  /** Paints some of its units from the top of a box. */
  readonly paint: (range: UnitRange, box: Rectangle, place: CellPlace) => CellPainting;
}

/** The width of the widest word or picture, and of one that breaks no line. */
export interface ContentWidths {
  readonly least: number;
  readonly most: number;
}

/** Units from `from` (inclusive) to `to` (exclusive). */
export interface UnitRange {
  readonly from: number;
  readonly to: number;
}

/** Where a cell is painted. */
export interface CellPlace {
  /** The text of the page, to which the cell adds its own. */
  readonly text: TextContent;
  readonly sheet: Sheet;
  /** The box of the table, whose rotation links have. */
  readonly frame: Rectangle;
  readonly effects: Effects;
  /** Undefined where a page shows the cell again, and in documents without tags. */
  readonly element: StructureElement | undefined;
}

/** The content of a cell that is not text. */
export interface CellPainting {
  /** Below the text: underlines and backgrounds, without a meaning. */
  readonly rules: string;
  readonly pictures: string;
}

/** Paints all of a cell at the height in its box that its style says. */
export function paintContent(
  content: CellContent,
  box: Rectangle,
  { verticalAlignment }: TextStyle,
  place: CellPlace,
): CellPainting {
  const { units } = content;
  const spare = box.height - units.reduce((sum, unit) => sum + unit, 0);
  const shift = { top: 0, middle: spare / 2, bottom: spare }[verticalAlignment];
  return content.paint({ from: 0, to: units.length }, { ...box, top: box.top + shift }, place);
}

/**
 * Rich text in a cell.
 *
 * @param width The width inside the cell.
 * @param tallest The height that a part of the cell can have.
 */
export function richContent(
  paragraphs: RichParagraphs<ReadonlyArray<RichPart>>,
  style: TextStyle,
  width: number,
  tallest: number,
  context: TextContext,
): CellContent {
  const set = shapeParagraphs(
    paragraphs,
    style,
    anyPage(context.widestNumber),
    context,
  )(style.fontSize, width);
  const units = unitsOf(set, tallest);
  let elements: ((paragraph: number) => RichElements | undefined) | undefined;
  return {
    units: units.map(({ height }) => height),
    isPicture: false,
    widths: () => richWidths(paragraphs, style, context),
    paint: ({ from, to }, box, { text, sheet, frame, effects, element }) => {
      if (element !== undefined) elements ??= richElements(paragraphs, element);
      const isRepeated = sheet.tags !== undefined && element === undefined;
      // A link has its place in the structure once.
      const target = isRepeated ? { ...sheet, links: [] } : sheet;
      const place = {
        text,
        sheet: target,
        box: frame,
        elements: isRepeated ? undefined : elements,
      };
      const rules = paintUnits(units.slice(from, to), set, box, effects, place);
      return { rules, pictures: "" };
    },
  };
}

function richWidths(
  paragraphs: RichParagraphs<ReadonlyArray<RichPart>>,
  style: TextStyle,
  context: TextContext,
): ContentWidths {
  const set = shapeParagraphs(
    paragraphs,
    style,
    anyPage(context.widestNumber),
    context,
  )(style.fontSize, UNLIMITED);
  const widths = set.map(({ lines, indent, setting }, index) => {
    const em = setting.fontSize / 1000 / POINTS;
    const spacing = (style.spacing * 1000) / setting.fontSize;
    const spans = spansOf(
      paragraphs[index]?.text ?? [],
      setting.style.fontName,
      anyPage(context.widestNumber),
    );
    const words = shapeText(spans, textOptions(setting.style, context));
    const line = lines.reduce((most, { width }) => Math.max(most, width), 0);
    return { least: indent + widestWord(words, spacing) * em, most: indent + line * em };
  });
  return {
    least: widths.reduce((most, { least }) => Math.max(most, least), 0),
    most: widths.reduce((widest, { most }) => Math.max(widest, most), 0),
  };
}

/** In millimetres: no line is wider. */
const UNLIMITED = 1e6;

/** An image in a cell, as wide as the cell and at most as high as its setting. */
export function imageCell(
  { height, ...cell }: ImageCell,
  image: PreparedImage,
  alt: string,
  style: TextStyle,
): CellContent {
  const focalPoint = { x: SHARES[style.alignment ?? "left"] * 100, y: 50 };
  const width = (height * image.width) / image.height;
  return {
    units: [height],
    isPicture: true,
    widths: () => ({ least: width, most: width }),
    paint: (_range, box, { sheet, element }) => ({
      rules: "",
      pictures: picture(sheet, element, (target) =>
        imageContent({ focalPoint }, image, describe(cell, alt), { ...box, height }, target),
      ),
    }),
  };
}

/** The narrowest bar that scanners read well, in millimetres. */
const MODULE = 0.33;

/** A barcode in a cell: bars are as wide as the cell, a matrix code is a square. */
export function barcodeCell(
  { height, ...cell }: BarcodeCell,
  code: Barcode,
  alt: string,
  style: TextStyle,
): CellContent {
  const { modules, ratio } = barcodeWidth(cell.type, code);
  const natural = ratio === undefined ? modules * MODULE : height * ratio;
  return {
    units: [height],
    isPicture: true,
    widths: () => ({ least: natural, most: natural }),
    paint: (_range, box, { sheet, element }) => {
      const width = ratio === undefined ? box.width : Math.min(box.width, natural);
      const left = box.left + (box.width - width) * SHARES[style.alignment ?? "left"];
      const frame = { left, top: box.top, width, height };
      return {
        rules: "",
        pictures: picture(sheet, element, (target) =>
          barcodeContent(cell, code, describe(cell, alt), frame, target),
        ),
      };
    },
  };
}

/** The share of the free width on the left of a picture. */
const SHARES = { left: 0, justify: 0, center: 0.5, right: 1 } as const;

/** A picture without a text is skipped: an empty one would say nothing. */
function describe({ decorative }: Pick<ImageCell, "decorative">, alt: string): Description {
  return { alt, isDecorative: decorative === true || alt === "" };
}

/** A picture in the structure of its cell, or without one. */
function picture(
  sheet: Sheet,
  element: StructureElement | undefined,
  paint: (sheet: Sheet) => string,
): string {
  if (sheet.tags === undefined) return paint(sheet);
  return element === undefined
    ? artifact(paint({ ...sheet, tags: undefined }))
    : paint({ ...sheet, tags: { ...sheet.tags, field: element } });
}
