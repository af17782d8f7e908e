import type { MultiVariableTextField, TextField } from "@paraph/core/layouts";

import { anyPage, type PageNumber } from "../../fill/page_number.ts";
import { hasMarks, hasPageNumbers, type RichPart, spansOf } from "../../fill/rich_text.ts";
import { fieldStyle } from "../../fill/text_style.ts";
import type { Placement } from "../../flow/flow_box.ts";
import { widestWord } from "../../text/break_lines.ts";
import type { Line } from "../../text/line.ts";
import { type ShapedText, shapeText } from "../../text/paragraph.ts";
import { POINTS } from "../../write/content.ts";
import { TextContent } from "../../write/text_content.ts";
import { addLinks, type Block, withEffects } from "../block.ts";
import type { BlockContext } from "../block_context.ts";
import { decoration } from "../block_tags.ts";
import { fittingSize } from "./fitting_size.ts";
import { lineGroups } from "./line_groups.ts";
import { ParagraphElements } from "./paragraph_elements.ts";
import {
  boxContent,
  fitLines,
  insideBox,
  lineHeight,
  linesHeight,
  rulesContent,
  setLines,
  type TextContext,
  textOptions,
  type TextSetting,
} from "./text_box.ts";
import { markedAreas, NO_AREAS } from "./text_marks.ts";

/** Text in its box. With `overflow: "expand"` the box grows, and page breaks can divide it between lines. */
export function textBlock(
  field: TextField | MultiVariableTextField,
  parts: ReadonlyArray<RichPart>,
  context: TextContext & Pick<BlockContext, "tallest" | "warn">,
): Block {
  const style = fieldStyle(field, context.typography);
  const options = textOptions(style, context);
  const frame = { left: field.position.x, top: 0, width: field.width, height: field.height };
  const inside = insideBox(frame, style);
  const shapedText = shapeText(
    spansOf(parts, style.fontName, anyPage(context.widestNumber)),
    options,
  );
  const fontSize = fittingSize(field, style.fontSize, (size) =>
    fitsInside(field, { style, fontSize: size }, shapedText, inside),
  );
  const setting: TextSetting = { style, fontSize };
  const lines = fitLines(shapedText, inside.width, setting);
  const isMarked = hasMarks(parts);
  const step = lineHeight(setting);
  const inset = frame.height - inside.height;
  if (field.overflow !== "expand") checkHeight(field.name, lines, inside.height, setting, context);
  const grows =
    field.overflow === "expand" && linesHeight(lines, setting) + inset > field.height + 0.01;
  const groups = grows ? lineGroups(lines, Math.floor((context.tallest - inset) / step)) : [];
  const starts = startsOf(groups);
  const units = groups.map((count, index) => {
    const from = starts[index] ?? 0;
    const next = lines.slice(from, from + count + 1);
    // With the space before the next paragraph, unless it is the last one.
    const height = linesHeight(next, setting) - (next.length > count ? step : 0);
    return height + (index === 0 ? inset : 0);
  });
  const paragraphs = new ParagraphElements(field, lines, style);
  const linesOn = (placement: Placement, page: PageNumber) => {
    const text = hasPageNumbers(parts)
      ? shapeText(spansOf(parts, style.fontName, page), options)
      : shapedText;
    const all = text === shapedText ? lines : fitLines(text, inside.width, setting);
    return grows ? all.slice(starts[placement.from], starts[placement.to]) : all;
  };
  return {
    extent: grows ? { kind: "divisible", head: 0, units } : { kind: "whole", height: field.height },
    paint: (placement, page, sheet) => {
      const box = { ...frame, top: placement.top, height: placement.height };
      const pageLines = linesOn(placement, page);
      const inner = insideBox(box, style);
      const text = new TextContent(sheet.resources.fonts, sheet.tags?.page);
      const first = grows ? (starts[placement.from] ?? 0) : 0;
      setLines(text, pageLines, inner, setting, sheet, (index) =>
        paragraphs.elementOf(first + index, sheet),
      );
      const areas = isMarked ? markedAreas(pageLines, inner, setting, sheet) : NO_AREAS;
      addLinks(areas.links, field, box, sheet);
      const decorations =
        boxContent(box, style, sheet) +
        rulesContent(pageLines, inner, setting, field, sheet) +
        areas.content;
      const content = decoration(decorations, sheet) + text.toString();
      return withEffects(content, field, box, sheet);
    },
  };
}

/** Adds a warning if more than half of a line is outside of the box. */
function checkHeight(
  name: string,
  lines: ReadonlyArray<Line>,
  available: number,
  setting: TextSetting,
  { warn }: Pick<BlockContext, "warn">,
): void {
  const step = lineHeight(setting);
  if (linesHeight(lines, setting) - available <= step / 2) return;
  if (lines.every(({ pieces }) => pieces.length === 0)) return;
  const fitting = lines.findIndex(
    (_, index) => linesHeight(lines.slice(0, index + 1), setting) - available > step / 2,
  );
  warn(`The text of "${name}" has ${count(lines.length)}, but its box has space for ${fitting}`);
}

function count(lines: number): string {
  return lines === 1 ? "1 line" : `${lines} lines`;
}

/** The number of lines before each group, and of all lines. */
function startsOf(groups: ReadonlyArray<number>): ReadonlyArray<number> {
  let start = 0;
  return [0, ...groups.map((count) => (start += count))];
}

/** Returns whether a text fits into a box at a size. */
function fitsInside(
  field: TextField | MultiVariableTextField,
  setting: TextSetting,
  text: ShapedText,
  inside: { readonly width: number; readonly height: number },
): boolean {
  const { style, fontSize } = setting;
  const lines = fitLines(text, inside.width, setting);
  const isOnePerParagraph =
    field.dynamicFontSize?.fit !== "horizontal" || lines.length <= text.length;
  const widest = (widestWord(text, (style.spacing * 1000) / fontSize) * fontSize) / 1000 / POINTS;
  return (
    isOnePerParagraph &&
    widest <= inside.width + 0.01 &&
    linesHeight(lines, setting) <= inside.height + 0.01
  );
}
