import type { TableField } from "@paraph/core/layouts";

import type { TableColumn } from "../../compile/compiled_template.ts";
import type { TextStyle } from "../../fill/text_style.ts";
import type { StructureElement } from "../../write/tags/structure.ts";
import { TextContent } from "../../write/text_content.ts";
import { decoration } from "../block_tags.ts";
import type { Rectangle, Sheet } from "../sheet.ts";
import { boxContent, insideBox, setLines, type TextSetting } from "../text/text_box.ts";
import { paintContent } from "./cell_content.ts";
import type { TableElements } from "./table_elements.ts";
import type { MergedCell, Row } from "./table_row.ts";

/** Content that draws rows: all boxes, then all text, so that a page has one text object, then pictures. */
export function rowsContent(
  rows: ReadonlyArray<Row>,
  frame: Rectangle,
  field: TableField,
  sheet: Sheet,
  elements: TableElements | undefined,
): string {
  const text = new TextContent(sheet.resources.fonts, sheet.tags?.page);
  const mergedHeights = heightsOfMerged(rows);
  const edgeOf = field.direction === "rtl" ? edgesFromRight : edgesFromLeft;
  let boxes = "";
  let pictures = "";
  let top = frame.top;
  const paintCell = (
    { cells, contents }: Row,
    index: number,
    inside: Rectangle,
    setting: TextSetting,
    element: StructureElement | undefined,
  ) => {
    const content = contents?.[index];
    if (content === undefined) {
      setLines(text, cells[index] ?? [], inside, setting, sheet, () => element);
      return;
    }
    const place = { text, sheet, frame, effects: field, element };
    const painting = paintContent(content, inside, setting.style, place);
    boxes += painting.rules;
    pictures += painting.pictures;
  };
  const paintMerged = (cell: MergedCell, box: Rectangle, element: StructureElement | undefined) => {
    const row = cell.row();
    const [setting] = cellSettings(row);
    if (setting === undefined) return;
    boxes += boxContent(box, row.style, sheet);
    // A page that continues the cell shows it again.
    const own = cell.isPainted ? undefined : element;
    cell.isPainted ||= element !== undefined;
    paintCell(row, 0, insideBox(box, row.style), setting, own);
  };
  for (const row of rows) {
    const { height, style, columns, cellStyles, merged } = row;
    const settings = cellSettings(row);
    const cellElements = elements?.cellsOf(row.tags, columns, merged);
    const { across, between } = boxStyles(style);
    // One box for the row: adjacent boxes would show seams.
    for (const { left, width } of merged === undefined
      ? [frame]
      : unmerged(row, merged, frame, edgeOf))
      boxes += boxContent({ left, top, width, height }, across, sheet);
    const nextEdge = edgeOf(frame);
    columns.forEach(({ share }, index) => {
      const width = frame.width * share;
      const box = { left: nextEdge(width), top, width, height };
      const cell = merged?.[index];
      if (cell !== undefined) {
        const mergedHeight = mergedHeights.get(cell);
        mergedHeights.delete(cell);
        if (mergedHeight !== undefined)
          paintMerged(cell, { ...box, height: mergedHeight }, cellElements?.[index]);
        return;
      }
      const setting = settings[index];
      if (setting === undefined) return;
      const own = cellStyles?.[index];
      if (own !== undefined) boxes += boxContent(box, own, sheet);
      else if (between !== undefined) boxes += boxContent(box, between, sheet);
      paintCell(row, index, insideBox(box, own ?? style), setting, cellElements?.[index]);
    });
    if (sheet.tags !== undefined) elements?.endRow(row.tags, sheet.tags.page);
    top += height;
  }
  return decoration(boxes, sheet) + text.toString() + pictures;
}

/** Returns the left edge of each next column of a row, by its width. */
type Edges = (frame: Rectangle) => (width: number) => number;

const edgesFromLeft: Edges = ({ left }) => {
  let edge = left;
  return (width) => {
    const start = edge;
    edge += width;
    return start;
  };
};

const edgesFromRight: Edges = ({ left, width: whole }) => {
  let edge = left + whole;
  return (width) => {
    edge -= width;
    return edge;
  };
};

/** The heights of cells that span rows on a page. */
function heightsOfMerged(rows: ReadonlyArray<Row>): Map<MergedCell, number> {
  const heights = new Map<MergedCell, number>();
  for (const { merged, height } of rows)
    for (const cell of merged ?? [])
      if (cell !== undefined) heights.set(cell, (heights.get(cell) ?? 0) + height);
  return heights;
}

/** The parts of a row between cells that span rows. */
function unmerged(
  { columns }: Row,
  merged: NonNullable<Row["merged"]>,
  frame: Rectangle,
  edgeOf: Edges,
): ReadonlyArray<{ readonly left: number; readonly width: number }> {
  const parts: Array<{ left: number; width: number }> = [];
  const nextEdge = edgeOf(frame);
  let isOpen = false;
  columns.forEach(({ share }, index) => {
    const width = frame.width * share;
    const left = nextEdge(width);
    const last = parts.at(-1);
    if (merged[index] !== undefined) isOpen = false;
    else if (isOpen && last !== undefined) {
      last.left = Math.min(last.left, left);
      last.width += width;
    } else {
      parts.push({ left, width });
      isOpen = true;
    }
  });
  return parts;
}

interface BoxStyles {
  /** The background of a row, and its top and bottom borders. */
  readonly across: TextStyle;
  /** The left and right borders of its cells, if it has any. */
  readonly between: TextStyle | undefined;
}

const boxesOfStyles = new WeakMap<TextStyle, BoxStyles>();

function boxStyles(style: TextStyle): BoxStyles {
  const cachedStyles = boxesOfStyles.get(style);
  if (cachedStyles !== undefined) return cachedStyles;
  const { top, right, bottom, left } = style.borderWidth;
  const parts = {
    across: { ...style, borderWidth: { top, right: 0, bottom, left: 0 } },
    between:
      left > 0 || right > 0
        ? { ...style, backgroundColor: undefined, borderWidth: { top: 0, right, bottom: 0, left } }
        : undefined,
  };
  boxesOfStyles.set(style, parts);
  return parts;
}

const settingsOfStyles = new WeakMap<TextStyle, ReadonlyArray<TextSetting>>();

/** The alignment of a column overrides that of its row, so that figures line up. */
function cellSettings({ style, columns, cellStyles }: Row): ReadonlyArray<TextSetting> {
  if (cellStyles !== undefined)
    return columns.map((column, index) => settingOf(cellStyles[index] ?? style, column));
  const cachedSettings = settingsOfStyles.get(style);
  if (cachedSettings !== undefined) return cachedSettings;
  const settings = columns.map((column) => settingOf(style, column));
  settingsOfStyles.set(style, settings);
  return settings;
}

function settingOf(style: TextStyle, { alignment }: TableColumn): TextSetting {
  return {
    style: alignment === undefined ? style : { ...style, alignment },
    fontSize: style.fontSize,
  };
}
