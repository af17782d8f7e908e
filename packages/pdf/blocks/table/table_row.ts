import type { TableColumn } from "../../compile/compiled_template.ts";
import type { TextStyle } from "../../fill/text_style.ts";
import type { Line } from "../../text/line.ts";
import { shapeText } from "../../text/paragraph.ts";
import { POINTS } from "../../write/content.ts";
import type { StructureElement } from "../../write/tags/structure.ts";
import { endOfLines } from "../text/line_groups.ts";
import { fitLines, insetsOf, type TextContext, textOptions } from "../text/text_box.ts";
import type { CellContent, UnitRange } from "./cell_content.ts";
import type { RowTags, TablePart } from "./table_tags.ts";

/** A row whose cells are broken into lines; lengths in millimetres. */
export interface Row {
  readonly cells: ReadonlyArray<ReadonlyArray<Line>>;
  readonly height: number;
  readonly style: TextStyle;
  readonly columns: ReadonlyArray<TableColumn>;
  /** The styles of cells that differ from that of the row. */
  readonly cellStyles?: ReadonlyArray<TextStyle | undefined>;
  /** What cells show in place of lines. */
  readonly contents?: ReadonlyArray<CellContent | undefined>;
  /** Its cells that span rows, with those of rows above. */
  readonly merged?: ReadonlyArray<MergedCell | undefined>;
  /** The same for the parts of a row that is divided; undefined for a line that page breaks add. */
  readonly tags: RowTags | undefined;
}

/** A cell that spans rows. */
export interface MergedCell {
  /** Measures a row with this cell alone, of this height. */
  readonly row: () => Row;
  readonly height: number;
  /** The number of rows. */
  readonly rows: number;
  /** Its element, from when it is first painted. */
  element: StructureElement | undefined;
  isPainted: boolean;
}

export function mergedCell({ height, row }: UnitRow, rows: number): MergedCell {
  return { row, height, rows, element: undefined, isPainted: false };
}

/** The style of a row, and those of cells that differ from it. */
export interface RowStyle {
  readonly style: TextStyle;
  readonly cellStyles?: ReadonlyArray<TextStyle | undefined>;
}

/** A row of the data between the lines of its groups. */
export interface MeasuredRow {
  readonly height: number;
  /** Measures the row again. */
  readonly again: () => Row;
  /** The height that each of its parts can have. */
  readonly tallest: number;
  /** Its cells and the texts about it. */
  readonly texts: ReadonlyArray<string>;
  /** The style of its cells without the alternate background. */
  readonly plainStyle: () => RowStyle;
  readonly style: RowStyle;
  readonly before: number;
  readonly after: number;
  /** Whether it stays on one page with the next row. */
  readonly isKept: boolean;
}

/**
 * A row by its height. Long tables do not keep their rows, which would take some 3 KB each, and 8 KB with rich text:
 * they are measured again when they are painted.
 */
export interface UnitRow {
  readonly height: number;
  readonly row: () => Row;
}

/** A row that stays measured. */
export function measuredRow(row: Row): UnitRow {
  return { height: row.height, row: () => row };
}

/**
 * A row of the table, which stays measured if it has pictures: a barcode takes longer to encode than a page of text.
 *
 * @param isShort Whether the table is short, so that its rows stay measured.
 */
export function repeatable(
  measure: () => Row,
  isShort = false,
): Pick<MeasuredRow, "height" | "again"> {
  const row = measure();
  const isKept = isShort || row.contents?.some((content) => content?.isPicture) === true;
  return { height: row.height, again: isKept ? () => row : measure };
}

/** Divides a row that is higher than a page into rows that fit. Its parts stay measured, because they are rare. */
export function unitRows(
  { height, again }: Pick<MeasuredRow, "height" | "again">,
  tallest: number,
): ReadonlyArray<UnitRow> {
  if (height <= tallest) return [{ height, row: again }];
  const row = again();
  const tags = row.tags && { ...row.tags, isDivided: true };
  return divideRow({ ...row, tags }, tallest).map(measuredRow);
}

export function heightOf(rows: ReadonlyArray<Pick<Row, "height">>): number {
  return rows.reduce((sum, { height }) => sum + height, 0);
}

export function measureRow(
  cells: ReadonlyArray<string>,
  columns: ReadonlyArray<TableColumn>,
  width: number,
  { style, cellStyles }: RowStyle,
  context: TextContext,
): Row {
  const lines = columns.map(({ share }, index) => {
    const own = cellStyles?.[index] ?? style;
    const insets = insetsOf(own);
    const available = Math.max(0.1, width * share - insets.left - insets.right);
    const span = { text: cells[index] ?? "", fontName: own.fontName };
    const text = shapeText([span], textOptions(own, context));
    return fitLines(text, available, { style: own, fontSize: own.fontSize });
  });
  const height =
    cellStyles === undefined
      ? rowHeight(lines, style)
      : lines.reduce(
          (most, cell, index) => Math.max(most, rowHeight([cell], cellStyles[index] ?? style)),
          rowHeight([], style),
        );
  const tags: RowTags = { part: "TBody", cells: undefined };
  const row = { cells: lines, height, style, columns, tags };
  return cellStyles === undefined ? row : { ...row, cellStyles };
}

/** A row of the head or of the totals. */
export function inPart(part: TablePart, row: Row): Row {
  return { ...row, tags: { part, cells: undefined } };
}

export function rowHeight(cells: ReadonlyArray<ReadonlyArray<Line>>, style: TextStyle): number {
  const most = cells.reduce((count, lines) => Math.max(count, lines.length), 1);
  const insets = insetsOf(style);
  return (most * style.fontSize * style.lineHeight) / POINTS + insets.top + insets.bottom;
}

/** The parts of a row that is higher than a page. */
function divideRow(row: Row, tallest: number): ReadonlyArray<Row> {
  const { cells, style, cellStyles, contents } = row;
  if (contents !== undefined) return divideContents({ ...row, contents }, tallest);
  const styleOf = (index: number) => cellStyles?.[index] ?? style;
  // As many lines in each part as fit in every one of its cells.
  const perRow = cells.reduce(
    (least, _, index) => Math.min(least, linesThatFit(styleOf(index), tallest)),
    linesThatFit(style, tallest),
  );
  const topStyles = cellStyles?.map((own) => own && atTop(own));
  const taken = cells.map(() => 0);
  const parts: Array<Row> = [];
  do {
    const part = cells.map((lines, index) => {
      const from = taken[index] ?? 0;
      const to = endOfLines(lines, from, perRow);
      taken[index] = to;
      return lines.slice(from, to);
    });
    parts.push({
      ...row,
      cells: part,
      height: part.reduce(
        (most, lines, column) => Math.max(most, rowHeight([lines], styleOf(column))),
        rowHeight([], style),
      ),
      style: atTop(style),
      ...(topStyles === undefined ? {} : { cellStyles: topStyles }),
    });
  } while (cells.some((lines, index) => (taken[index] ?? 0) < lines.length));
  return parts;
}

/** Divides a row with cells whose units differ in height: each part has as many of them as fit. */
function divideContents(
  row: Row & Required<Pick<Row, "contents">>,
  tallest: number,
): ReadonlyArray<Row> {
  const { cells, style, cellStyles, contents } = row;
  const columns = cells.map((lines, index) => {
    const own = cellStyles?.[index] ?? style;
    const { top, bottom } = insetsOf(own);
    const line = (own.fontSize * own.lineHeight) / POINTS;
    const content = contents[index];
    const inset = top + bottom;
    return content === undefined
      ? { units: lines.map(() => line), lines, inset, taken: 0 }
      : { units: content.units, lines: undefined, inset, taken: 0 };
  });
  const topStyles = cellStyles?.map((own) => own && atTop(own));
  const parts: Array<Row> = [];
  while (columns.some(({ units, taken }) => taken < units.length)) {
    let height = rowHeight([], style);
    const ranges = columns.map((column) => {
      const { units, lines, inset, taken: from } = column;
      let used = inset;
      let end = from;
      // A unit that fits on no page has one of its own.
      while (end < units.length && (end === from || used + (units[end] ?? 0) <= tallest + ROUNDING))
        used += units[end++] ?? 0;
      const to = lines === undefined ? end : endOfLines(lines, from, Math.max(1, end - from));
      const own = units.slice(from, to).reduce((sum, unit) => sum + unit, inset);
      height = Math.max(height, own);
      column.taken = to;
      return { from, to };
    });
    parts.push({
      ...row,
      cells: cells.map((lines, index) => lines.slice(ranges[index]?.from, ranges[index]?.to)),
      contents: contents.map((content, index) => content && partOf(content, ranges[index])),
      height,
      style: atTop(style),
      ...(topStyles === undefined ? {} : { cellStyles: topStyles }),
    });
  }
  return parts;
}

/** Heights are rounded. */
const ROUNDING = 1e-6;

/** Some of the units of a cell. */
function partOf(content: CellContent, range: UnitRange = { from: 0, to: 0 }): CellContent {
  const { from, to } = range;
  return {
    ...content,
    units: content.units.slice(from, to),
    paint: (own, box, place) =>
      content.paint({ from: from + own.from, to: from + own.to }, box, place),
  };
}

function linesThatFit(style: TextStyle, tallest: number): number {
  const step = (style.fontSize * style.lineHeight) / POINTS;
  const inset = rowHeight([], style) - step;
  return Math.max(1, Math.floor((tallest - inset) / step));
}

function atTop(style: TextStyle): TextStyle {
  return { ...style, verticalAlignment: "top" };
}
