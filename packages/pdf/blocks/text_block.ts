import type { MultiVariableTextField, TextField } from "@paraph/core/layouts";

import { hasPageNumbers, type RichPart, spansOf } from "../fill/rich_text.ts";
import { fieldStyle, type TextStyle } from "../fill/text_style.ts";
import type { Placement } from "../flow/flow_box.ts";
import type { Line } from "../text/line.ts";
import { type ShapedText, shapeText, widestWord } from "../text/paragraph.ts";
import { POINTS } from "../write/content.ts";
import { TextContent } from "../write/text_content.ts";
import { type Block, withEffects } from "./block.ts";
import { lineGroups } from "./line_groups.ts";
import type { BlockContext } from "./make_block.ts";
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

const ANY_PAGE = { currentPage: 1, totalPages: 1 };

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
  const shapedText = shapeText(spansOf(parts, style.fontName, ANY_PAGE), options);
  const setting: TextSetting = { style, fontSize: fittingSize(field, style, shapedText, inside) };
  const lines = fitLines(shapedText, inside.width, setting);
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
  const linesOn = (placement: Placement, page: typeof ANY_PAGE) => {
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
      const text = new TextContent(sheet.resources.fonts);
      setLines(text, pageLines, inner, setting, sheet);
      const content =
        boxContent(box, style, sheet) +
        rulesContent(pageLines, inner, setting, field, sheet) +
        text.toString();
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

/** Finer steps than a quarter of a point are not visible. */
const SIZE_STEP = 0.25;

/**
 * The largest size within the field's bounds at which its text fits; without bounds, the size of the field.
 */
function fittingSize(
  field: TextField | MultiVariableTextField,
  style: TextStyle,
  text: ShapedText,
  inside: { readonly width: number; readonly height: number },
): number {
  const bounds = field.dynamicFontSize;
  if (bounds === undefined || bounds === null) return style.fontSize;
  const fits = (fontSize: number) => {
    const lines = fitLines(text, inside.width, { style, fontSize });
    const isOnePerParagraph = bounds.fit !== "horizontal" || lines.length <= text.length;
    const widest = (widestWord(text, (style.spacing * 1000) / fontSize) * fontSize) / 1000 / POINTS;
    return (
      isOnePerParagraph &&
      widest <= inside.width + 0.01 &&
      linesHeight(lines, { style, fontSize }) <= inside.height + 0.01
    );
  };
  let [least, most] = [0, Math.floor((bounds.max - bounds.min) / SIZE_STEP)];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(bounds.min + middle * SIZE_STEP)) least = middle;
    else most = middle - 1;
  }
  return bounds.min + least * SIZE_STEP;
}
