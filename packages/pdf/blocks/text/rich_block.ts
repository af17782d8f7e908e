import type { MultiVariableTextField, TextField } from "@paraph/core/layouts";

import { anyPage, type PageNumber } from "../../fill/page_number.ts";
import { type FilledNote, hasPageNumbers, type RichPart } from "../../fill/rich_text.ts";
import { fieldStyle } from "../../fill/text_style.ts";
import { columnEnds, columnsHeight, balancedHeight } from "../../flow/columns.ts";
import type { Placement } from "../../flow/flow_box.ts";
import type { BlockNote } from "../../flow/flow_fields.ts";
import type { RichParagraphs } from "../../rich/markdown.ts";
import { TextContent } from "../../write/text_content.ts";
import { type Block, withEffects } from "../block.ts";
import { decoration } from "../block_tags.ts";
import type { Sheet } from "../sheet.ts";
import { fittingSize } from "./fitting_size.ts";
import { type RichElements, richElements } from "./rich_elements.ts";
import { type SetParagraph, shapeParagraphs } from "./rich_paragraphs.ts";
import { paintUnits, type RichUnit, unitsOf } from "./rich_units.ts";
import { boxContent, insideBox, type TextContext } from "./text_box.ts";

/** Rich text in its box. With `overflow: "expand"` the box grows, and page breaks can divide it. */
export function richBlock(
  field: TextField | MultiVariableTextField,
  paragraphs: RichParagraphs<ReadonlyArray<RichPart>>,
  context: TextContext & { readonly tallest: number },
  noteOf?: (note: FilledNote) => Block,
): Block {
  const style = fieldStyle(field, context.typography);
  const frame = { left: field.position.x, top: 0, width: field.width, height: field.height };
  const inside = insideBox(frame, style);
  const inset = frame.height - inside.height;
  const { count = 1, gap = 0 } = field.columns ?? {};
  const columnWidth = Math.max(0.1, (inside.width - (count - 1) * gap) / count);
  const shape = (page: PageNumber) => shapeParagraphs(paragraphs, style, page, context);
  const setAt = shape(anyPage(context.widestNumber));
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

  const notes = noteOf === undefined ? [] : notesOf(units, measured, paragraphs, noteOf);

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
    ...(notes.length === 0 ? {} : { notes: grows ? notes : notes.map(inWhole) }),
    extent: grows
      ? { kind: "divisible", head: inset, units: heights, columns: count }
      : { kind: "whole", height: field.height },
    paint,
  };
}

/** The footnotes of units, in the order of their numbers. */
function notesOf(
  units: ReadonlyArray<RichUnit>,
  set: ReadonlyArray<SetParagraph>,
  paragraphs: RichParagraphs<ReadonlyArray<RichPart>>,
  noteOf: (note: FilledNote) => Block,
): ReadonlyArray<BlockNote<Block>> {
  const notes = new Map(
    paragraphs.flatMap(({ text }) =>
      text.flatMap((part) => ("note" in part ? [[part.note.number, part.note] as const] : [])),
    ),
  );
  if (notes.size === 0) return [];
  return units.flatMap(({ pieces }, unit) => {
    const lines = pieces.flatMap(({ paragraph, from, to }) =>
      (set[paragraph]?.lines ?? []).slice(from, to),
    );
    const numbers = lines.flatMap((line) => line.pieces.flatMap(({ mark }) => mark?.note ?? []));
    return [...new Set(numbers)].flatMap((number) => {
      const note = notes.get(number);
      if (note === undefined) return [];
      const block = noteOf(note);
      const { extent } = block;
      return [{ unit, lines: extent.kind === "divisible" ? extent.units : [extent.height], block }];
    });
  });
}

function inWhole(note: BlockNote<Block>): BlockNote<Block> {
  return { ...note, unit: 0 };
}

function heightOf(units: ReadonlyArray<RichUnit>, columns: number): number {
  const heights = units.map(({ height }) => height);
  const all = { from: 0, to: heights.length };
  return columns === 1
    ? columnsHeight(heights, 0, [heights.length])
    : balancedHeight(heights, all, columns);
}
