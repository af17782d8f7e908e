import type { MultiVariableTextField, TextField } from "@paraph/core/layouts";

import type { PageNumber } from "../../fill/page_number.ts";
import { hasPageNumbers, type RichPart } from "../../fill/rich_text.ts";
import { fieldStyle } from "../../fill/text_style.ts";
import { columnEnds, columnsHeight, balancedHeight } from "../../flow/columns.ts";
import type { Placement } from "../../flow/flow_box.ts";
import type { RichParagraphs } from "../../rich/markdown.ts";
import { TextContent } from "../../write/text_content.ts";
import { addLinks, type Block, withEffects } from "../block.ts";
import { decoration } from "../block_tags.ts";
import type { Rectangle, Sheet } from "../sheet.ts";
import { fittingSize } from "./fitting_size.ts";
import { lineGroups } from "./line_groups.ts";
import { type RichElements, richElements } from "./rich_elements.ts";
import { type SetParagraph, shapeParagraphs } from "./rich_paragraphs.ts";
import { boxContent, insideBox, rulesContent, setLines, type TextContext } from "./text_box.ts";
import { markedAreas } from "./text_marks.ts";

const ANY_PAGE: PageNumber = { currentPage: 1, totalPages: 1 };

/** Lines of a paragraph, from `from` (inclusive) to `to` (exclusive), that a page break does not divide. */
interface Piece {
  readonly paragraph: number;
  readonly from: number;
  readonly to: number;
}

/** Pieces that stay together, such as a heading with the first lines below it. */
interface Unit {
  readonly pieces: ReadonlyArray<Piece>;
  readonly height: number;
}

/** Rich text in its box. With `overflow: "expand"` the box grows, and page breaks can divide it. */
export function richBlock(
  field: TextField | MultiVariableTextField,
  paragraphs: RichParagraphs<ReadonlyArray<RichPart>>,
  context: TextContext & { readonly tallest: number },
): Block {
  const style = fieldStyle(field, context.typography);
  const frame = { left: field.position.x, top: 0, width: field.width, height: field.height };
  const inside = insideBox(frame, style);
  const inset = frame.height - inside.height;
  const { count = 1, gap = 0 } = field.columns ?? {};
  const columnWidth = Math.max(0.1, (inside.width - (count - 1) * gap) / count);
  const shape = (page: PageNumber) => shapeParagraphs(paragraphs, style, page, context);
  const setAt = shape(ANY_PAGE);
  const unitsAt = (size: number) => unitsOf(setAt(size, columnWidth), context.tallest - inset);
  const heightAt = (size: number) => heightOf(unitsAt(size), count);
  const fontSize = fittingSize(
    field,
    style.fontSize,
    (size) => heightAt(size) <= inside.height + 0.01,
  );
  const measured = setAt(fontSize, columnWidth);
  const units = unitsOf(measured, context.tallest - inset);
  const heights = units.map(({ height }) => height);
  const total = heightOf(units, count);
  const grows = field.overflow === "expand" && total + inset > field.height + 0.01;
  const isNumbered = paragraphs.some(({ text }) => hasPageNumbers(text));

  let elements: ((paragraph: number) => RichElements | undefined) | undefined;

  const paint = (placement: Placement, page: PageNumber, sheet: Sheet) => {
    const box = { ...frame, top: placement.top, height: placement.height };
    const inner = insideBox(box, style);
    const range = grows ? placement : { from: 0, to: units.length };
    const columnHeight = grows ? inner.height : total;
    const ends = count === 1 ? [range.to] : columnEnds(heights, range, columnHeight, count);
    const spare = grows ? 0 : inside.height - total;
    const shift = { top: 0, middle: spare / 2, bottom: spare }[style.verticalAlignment];
    const set = isNumbered ? shape(page)(fontSize, columnWidth) : measured;
    const text = new TextContent(sheet.resources.fonts, sheet.tags?.page);
    if (sheet.tags !== undefined) elements ??= richElements(paragraphs, sheet.tags.field);
    let rules = "";
    let from = range.from;
    ends.forEach((to, column) => {
      const left = inner.left + column * (columnWidth + gap);
      const columnBox = { ...inner, left, top: inner.top + shift, width: columnWidth };
      const surroundings = { text, sheet, box, elements };
      rules += paintUnits(units.slice(from, to), set, columnBox, field, surroundings);
      from = to;
    });
    const decorations = decoration(boxContent(box, style, sheet) + rules, sheet);
    return withEffects(decorations + text.toString(), field, box, sheet);
  };
  const paragraphUnits: Array<number> = [];
  units.forEach(({ pieces }, unit) => {
    for (const { paragraph, from } of pieces) if (from === 0) paragraphUnits[paragraph] = unit;
  });
  return {
    ...(grows ? { paragraphUnits } : {}),
    extent: grows
      ? { kind: "divisible", head: inset, units: heights, columns: count }
      : { kind: "whole", height: field.height },
    paint,
  };
}

function heightOf(units: ReadonlyArray<Unit>, columns: number): number {
  const heights = units.map(({ height }) => height);
  const all = { from: 0, to: heights.length };
  return columns === 1
    ? columnsHeight(heights, 0, [heights.length])
    : balancedHeight(heights, all, columns);
}

/**
 * The units between which page breaks and columns divide paragraphs. A heading, and the last lines in front
 * of a list, stay with the first lines below them. The space between paragraphs belongs to the upper one.
 *
 * @param tallest The height of a page. Higher units are divided between their lines.
 */
function unitsOf(paragraphs: ReadonlyArray<SetParagraph>, tallest: number): ReadonlyArray<Unit> {
  const units: Array<Unit> = [];
  let above: Unit | undefined;
  paragraphs.forEach(({ lines, step, isHeading, introducesList }, paragraph) => {
    const space = paragraphs[paragraph + 1]?.spaceBefore ?? 0;
    let from = 0;
    for (const count of lineGroups(lines, Math.floor(tallest / step))) {
      const to = from + count;
      const height = count * step + (to === lines.length ? space : 0);
      const own: Unit = { pieces: [{ paragraph, from, to }], height };
      from = to;
      const isJoined = above !== undefined && above.height + height <= tallest;
      const unit = isJoined ? joined(above, own) : own;
      if (isJoined) units.pop();
      units.push(unit);
      above = isHeading || (introducesList && to === lines.length) ? unit : undefined;
    }
  });
  return units;
}

function joined(upper: Unit | undefined, lower: Unit): Unit {
  return upper === undefined
    ? lower
    : { pieces: [...upper.pieces, ...lower.pieces], height: upper.height + lower.height };
}

/** Adds the text of units to a page; returns the content of their rules. */
function paintUnits(
  units: ReadonlyArray<Unit>,
  paragraphs: ReadonlyArray<SetParagraph>,
  column: Rectangle,
  field: TextField | MultiVariableTextField,
  {
    text,
    sheet,
    box,
    elements,
  }: {
    readonly text: TextContent;
    readonly sheet: Sheet;
    readonly box: Rectangle;
    readonly elements: ((paragraph: number) => RichElements | undefined) | undefined;
  },
): string {
  let rules = "";
  let top = column.top;
  for (const { pieces, height } of units) {
    let pieceTop = top;
    for (const { paragraph, from, to } of pieces) {
      const set = paragraphs[paragraph];
      if (set === undefined) continue;
      const { setting, step, indent, marker } = set;
      const lines = set.lines.slice(from, to);
      const place = { top: pieceTop, height: (to - from) * step };
      const lineBox = { ...place, left: column.left + indent, width: column.width - indent };
      if (marker !== undefined && from === 0) {
        const markerBox = {
          ...place,
          left: column.left + marker.left,
          width: indent,
          height: step,
        };
        const label = () => elements?.(paragraph)?.label;
        setLines(text, marker.lines, markerBox, leftAligned(setting), sheet, label);
      }
      setLines(text, lines, lineBox, setting, sheet, () => elements?.(paragraph)?.text);
      rules += rulesContent(lines, lineBox, setting, field, sheet);
      if (set.isMarked) {
        const areas = markedAreas(lines, lineBox, setting, sheet);
        rules += areas.content;
        addLinks(areas.links, field, box, sheet);
      }
      const isLast = to === set.lines.length;
      pieceTop += place.height + (isLast ? (paragraphs[paragraph + 1]?.spaceBefore ?? 0) : 0);
    }
    top += height;
  }
  return rules;
}

function leftAligned({ style, fontSize }: SetParagraph["setting"]): SetParagraph["setting"] {
  return { fontSize, style: { ...style, alignment: "left" } };
}
