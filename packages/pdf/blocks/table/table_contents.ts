import { isBarcode, isPictureCell, type TableField } from "@paraph/core/layouts";

import type { CompiledContent } from "../../compile/compiled_template.ts";
import type { FilledContents, TableFilling } from "../../fill/fill_table.ts";
import { bodyStyle, type TextStyle } from "../../fill/text_style.ts";
import { barcodeOf, type PictureContext, readableImage } from "../picture_sources.ts";
import { insetsOf, lineHeight, type TextContext } from "../text/text_box.ts";
import { barcodeCell, type CellContent, imageCell, richContent } from "./cell_content.ts";
import type { Row } from "./table_row.ts";

/** The highest line of rich text, relative to its plain text: a heading of the first level. */
const HIGHEST_HEADING = 1.6;

/** Measures the cells of a table that show more than plain text. */
export class TableContents {
  readonly #columns: ReadonlyArray<CompiledContent>;
  readonly #filled: FilledContents;
  readonly #head: ReadonlyArray<string>;
  readonly #context: TextContext & PictureContext;

  constructor(
    filled: FilledContents,
    head: ReadonlyArray<string>,
    context: TextContext & PictureContext,
  ) {
    this.#columns = filled.columns;
    this.#filled = filled;
    this.#head = head;
    this.#context = context;
  }

  /** Those of a table that has any. */
  static of(
    { contents, head }: TableFilling,
    context: TextContext & PictureContext,
  ): TableContents | undefined {
    return contents && new TableContents(contents, head, context);
  }

  /** The height inside a cell that every part of it needs at least. */
  lowest(field: TableField): number {
    const styles = [{}, ...(field.conditionalStyles ?? []).map((each) => each.styles)].map((own) =>
      bodyStyle({ ...field.bodyStyles, ...own }, this.#context.typography),
    );
    const inset = styles.reduce((most, style) => {
      const { top, bottom } = insetsOf(style);
      return Math.max(most, top + bottom);
    }, 0);
    const line = styles.reduce((most, style) => Math.max(most, lineOf(style)), 0);
    return this.#columns.reduce(
      (most, { cell }) =>
        Math.max(most, inset + (isPictureCell(cell) ? cell.height : line * HIGHEST_HEADING)),
      0,
    );
  }

  /**
   * Adds the contents of its cells to a row.
   *
   * @param texts The cells of the row and the texts about it.
   * @param positions The columns of its cells; undefined for all columns.
   * @param tallest The height that a part of it can have.
   */
  added(
    row: Row,
    texts: ReadonlyArray<string>,
    positions: ReadonlyArray<number> | undefined,
    width: number,
    tallest: number,
  ): Row {
    const contents: Array<CellContent | undefined> = row.columns.map(() => undefined);
    let { height } = row;
    for (const each of this.#columns) {
      const index = positions?.indexOf(each.column) ?? each.column;
      const column = row.columns[index];
      if (column === undefined) continue;
      const { alignment, share } = column;
      const own = row.cellStyles?.[index] ?? row.style;
      const style = alignment === undefined ? own : { ...own, alignment };
      const { top, right, bottom, left } = insetsOf(style);
      const inside = Math.max(0.1, width * share - left - right);
      const content = this.#contentOf(each, texts, style, inside, tallest - top - bottom);
      contents[index] = content;
      const units = (content?.units ?? []).reduce((sum, unit) => sum + unit, 0);
      height = Math.max(height, units + top + bottom);
    }
    return { ...row, height, contents };
  }

  /** The widths of the cells of a row, by their columns. */
  widths(texts: ReadonlyArray<string>, style: TextStyle) {
    return this.#columns.map((each) => ({
      column: each.column,
      widths: this.#contentOf(each, texts, style, UNLIMITED, UNLIMITED)?.widths(),
    }));
  }

  /** The cells of a row without those that are no plain text. */
  plain(texts: ReadonlyArray<string>): ReadonlyArray<string> {
    const cells = [...texts];
    for (const { column } of this.#columns) cells[column] = "";
    return cells;
  }

  #contentOf(
    { column, cell, name, alt }: CompiledContent,
    texts: ReadonlyArray<string>,
    style: TextStyle,
    width: number,
    tallest: number,
  ): CellContent | undefined {
    const value = texts[column] ?? "";
    if (value === "") return undefined;
    const context = this.#context;
    if (!isPictureCell(cell))
      return richContent(this.#filled.parse(value), style, width, tallest, context);
    const text = alt === undefined ? "" : (texts[alt] ?? "");
    return isBarcode(cell)
      ? barcodeCell(cell, barcodeOf(cell.type, value, name, context), text || value, style)
      : imageCell(cell, readableImage(value, name, context), text || this.#titleOf(column), style);
  }

  /** The title of a column, which describes its images if nothing else does. */
  #titleOf(column: number): string {
    return this.#head[column] ?? "";
  }
}

/** In millimetres: no cell is wider or higher. */
const UNLIMITED = 1e6;

function lineOf(style: TextStyle): number {
  return lineHeight({ style, fontSize: style.fontSize });
}
