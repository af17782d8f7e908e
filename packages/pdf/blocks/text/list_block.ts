import type { ListField } from "@paraph/core/layouts";

import { anyPage } from "../../fill/page_number.ts";
import { hasMarks, type RichPart, spansOf } from "../../fill/rich_text.ts";
import { fieldStyle } from "../../fill/text_style.ts";
import type { Line } from "../../text/line.ts";
import { shapeText } from "../../text/paragraph.ts";
import type { StructureElement } from "../../write/tags/structure.ts";
import { TextContent } from "../../write/text_content.ts";
import { addLinks, type Block, withEffects } from "../block.ts";
import { decoration } from "../block_tags.ts";
import { lineGroups } from "./line_groups.ts";
import { inOrder, type ItemElements, ListElements } from "./list_elements.ts";
import {
  boxContent,
  fitLines,
  lineHeight,
  rulesContent,
  setLines,
  type TextContext,
  textOptions,
  type TextSetting,
} from "./text_box.ts";
import { markedAreas } from "./text_marks.ts";

/** A line of an item; the first one has the item's marker. */
interface ItemLine {
  readonly item: number;
  readonly line: Line;
  readonly mark: ReadonlyArray<Line>;
  readonly indent: number;
  readonly height: number;
}

const MAX_LEVEL = 8;

/** A list, which a page break can divide between its items, and within them as between lines of text. */
export function listBlock(
  field: ListField,
  items: ReadonlyArray<ReadonlyArray<RichPart>>,
  context: TextContext & { readonly tallest: number },
): Block {
  const style = {
    ...fieldStyle(field, context.typography),
    verticalAlignment: "top" as const,
    firstLineIndent: 0,
    paragraphSpacing: 0,
  };
  const setting: TextSetting = { style, fontSize: style.fontSize };
  const markSetting: TextSetting = { ...setting, style: { ...style, alignment: "right" } };
  const markWidth = field.markerWidth ?? 6;
  const bodyOffset = markWidth + (field.markerGap ?? 2);
  const { lines, places } = itemLines(field, items, setting, bodyOffset, context);
  let elements: ((item: number) => ItemElements | undefined) | undefined;
  const most = Math.floor(context.tallest / lineHeight(setting));
  const isMarked = items.some(hasMarks);
  const groups = lineGroups(
    lines.map(({ line }) => line),
    most,
  );
  let end = 0;
  const starts = [0, ...groups.map((count) => (end += count))];
  const units = groups.map((count, index) => {
    const from = starts[index] ?? 0;
    return lines.slice(from, from + count).reduce((sum, { height }) => sum + height, 0);
  });
  return {
    extent: { kind: "divisible", head: 0, units },
    paint: ({ top, height, from, to }, _page, sheet) => {
      const frame = { left: field.position.x, top, width: field.width, height };
      const text = new TextContent(sheet.resources.fonts, sheet.tags?.page);
      if (sheet.tags !== undefined) elements ??= elementsOf(places, sheet.tags.field);
      let rules = "";
      let y = top;
      for (const each of lines.slice(starts[from], starts[to])) {
        const { item, line, mark, indent, height: unit } = each;
        const left = frame.left + indent;
        const markBox = { left, top: y, width: markWidth, height: unit };
        const bodyBox = {
          left: left + bodyOffset,
          top: y,
          width: frame.width - indent - bodyOffset,
          height: unit,
        };
        setLines(text, mark, markBox, markSetting, sheet, () => elements?.(item)?.label);
        setLines(text, [line], bodyBox, setting, sheet, () => elements?.(item)?.body);
        rules += rulesContent([line], bodyBox, setting, field, sheet);
        if (isMarked) {
          const areas = markedAreas([line], bodyBox, setting, sheet);
          addLinks(areas.links, field, frame, sheet);
          rules += areas.content;
        }
        y += unit;
      }
      const decorations = decoration(boxContent(frame, style, sheet) + rules, sheet);
      return withEffects(decorations + text.toString(), field, frame, sheet);
    },
  };
}

/** The place of an item in its list: its level, and its number if the list is ordered. */
interface ItemPlace {
  readonly level: number;
  readonly number: number | undefined;
}

/** Adds the elements of items as their text is painted, so that a nested list follows the text of its item. */
function elementsOf(places: ReadonlyArray<ItemPlace>, parent: StructureElement) {
  const lists = new ListElements(parent);
  return inOrder(places, ({ level, number }) => lists.item(level, number));
}

function itemLines(
  field: ListField,
  items: ReadonlyArray<ReadonlyArray<RichPart>>,
  setting: TextSetting,
  bodyOffset: number,
  context: TextContext,
): { readonly lines: ReadonlyArray<ItemLine>; readonly places: ReadonlyArray<ItemPlace> } {
  const { style } = setting;
  const places: Array<ItemPlace> = [];
  const options = textOptions(style, context);
  const step = lineHeight(setting);
  const gap = field.itemSpacing ?? 1;
  const counters: Array<number> = Array(MAX_LEVEL + 1).fill(0);
  const isOrdered = field.listStyle === "ordered";
  const lines = items.flatMap((parts, item) => {
    const { level, parts: body } = withoutIndent(parts);
    counters[level] = (counters[level] ?? 0) + 1;
    counters.fill(0, level + 1);
    places.push({ level, number: isOrdered ? counters[level] : undefined });
    const indent = level * (field.indentSize ?? 6);
    const width = Math.max(0.1, field.width - indent - bodyOffset);
    const text = shapeText(spansOf(body, style.fontName, anyPage(context.widestNumber)), options);
    const lines = fitLines(text, width, setting);
    const mark = isOrdered ? `${counters[level]}.` : "•";
    const markText = shapeText([{ text: mark, fontName: style.fontName }], options);
    const markLines = fitLines(markText, Infinity, setting);
    return lines.map((line, index) => ({
      item,
      line,
      mark: index === 0 ? markLines : [],
      indent,
      height: step + (index === lines.length - 1 && item < items.length - 1 ? gap : 0),
    }));
  });
  return { lines, places };
}

/** Each leading tab of an item nests it one level deeper. */
function withoutIndent(parts: ReadonlyArray<RichPart>): {
  readonly level: number;
  readonly parts: ReadonlyArray<RichPart>;
} {
  const [first, ...rest] = parts;
  if (first === undefined || !("text" in first)) return { level: 0, parts };
  const text = first.text.replace(/^\t+/, "");
  return {
    level: Math.min(MAX_LEVEL, first.text.length - text.length),
    parts: [{ ...first, text }, ...rest],
  };
}
