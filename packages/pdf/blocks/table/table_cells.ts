import type { TableField } from "@paraph/core/layouts";

import { joinedColumn } from "../../compile/compile_text_rows.ts";
import { isTrueText } from "../../fill/fill_rows.ts";
import type { TableFilling } from "../../fill/fill_table.ts";
import type { PictureContext } from "../picture_sources.ts";
import type { TextContext } from "../text/text_box.ts";
import { TableContents } from "./table_contents.ts";
import { measureRow, type Row, type RowStyle } from "./table_row.ts";

/** The columns of a cell, from `from` (inclusive) to `to` (exclusive). */
interface CellRange {
  readonly from: number;
  readonly to: number;
}

/** The cells of a row; undefined if each column has one. */
export function rangesOf(
  texts: ReadonlyArray<string>,
  { columns, columnSpans = [] }: Pick<TableFilling, "columns" | "columnSpans">,
): ReadonlyArray<CellRange> | undefined {
  const active = columnSpans.filter(({ when }) => isTrueText(texts[when]));
  if (active.length === 0) return undefined;
  const ranges: Array<CellRange> = [];
  for (let from = 0; from < columns.length;) {
    const span = active.find((each) => each.from === from);
    const to = span?.to ?? from + 1;
    ranges.push({ from, to });
    from = to;
  }
  return ranges;
}

/** Measures the cells of a table's rows. */
export class BodyCells {
  /** The height that every row with pictures or rich text needs at least. */
  readonly least: number;
  /** Not the rows, which a table lets go of when they are painted. */
  readonly #filling: Pick<TableFilling, "columns" | "columnSpans">;
  readonly #width: number;
  readonly #context: TextContext & PictureContext;
  readonly #contents: TableContents | undefined;

  constructor(field: TableField, filling: TableFilling, context: TextContext & PictureContext) {
    const { columns, columnSpans } = filling;
    this.#filling = columnSpans === undefined ? { columns } : { columns, columnSpans };
    this.#width = field.width;
    this.#context = context;
    this.#contents = TableContents.of(filling, context);
    this.least = this.#contents?.lowest(field) ?? 0;
  }

  /** @param tallest The height that a part of the row can have. */
  measure(texts: ReadonlyArray<string>, style: RowStyle, tallest: number): Row {
    const ranges = this.rangesOf(texts);
    return ranges === undefined
      ? this.#row(texts, undefined, this.#filling.columns, style, tallest)
      : this.#ranges(texts, ranges, style, tallest);
  }

  /** Measures the cell of a column as a row of its own. */
  alone(texts: ReadonlyArray<string>, column: number, style: RowStyle, tallest: number): Row {
    return this.#ranges(texts, [{ from: column, to: column + 1 }], style, tallest);
  }

  /** The columns in which the cells of a row begin. */
  columnsOf(texts: ReadonlyArray<string>): ReadonlyArray<number> {
    const ranges = this.rangesOf(texts);
    return ranges?.map(({ from }) => from) ?? this.#filling.columns.map((_, column) => column);
  }

  rangesOf(texts: ReadonlyArray<string>): ReadonlyArray<CellRange> | undefined {
    return this.#filling.columnSpans === undefined ? undefined : rangesOf(texts, this.#filling);
  }

  #ranges(
    texts: ReadonlyArray<string>,
    ranges: ReadonlyArray<CellRange>,
    { style, cellStyles }: RowStyle,
    tallest: number,
  ): Row {
    const { columns } = this.#filling;
    const own = ranges.map(({ from }) => cellStyles?.[from]);
    const joined = ranges.map((range) => joinedColumn(columns, range));
    const positions = ranges.map(({ from }) => from);
    return this.#row(texts, positions, joined, { style, cellStyles: own }, tallest);
  }

  /** @param positions The columns of the cells; undefined for all columns. */
  #row(
    texts: ReadonlyArray<string>,
    positions: ReadonlyArray<number> | undefined,
    columns: TableFilling["columns"],
    style: RowStyle,
    tallest: number,
  ): Row {
    const plain = this.#contents?.plain(texts) ?? texts;
    const cells = positions?.map((position) => plain[position] ?? "") ?? plain;
    const row = measureRow(cells, columns, this.#width, style, this.#context);
    return this.#contents?.added(row, texts, positions, this.#width, tallest) ?? row;
  }
}
