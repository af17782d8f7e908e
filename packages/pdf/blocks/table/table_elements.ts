import type { TableColumn } from "../../compile/compiled_template.ts";
import { type PageTags, StructureElement } from "../../write/tags/structure.ts";
import type { Row } from "./table_row.ts";
import type { CellElements, RowTags, TablePart } from "./table_tags.ts";

/** Builds the structure of a table while its rows are painted, from the first to the last. */
export class TableElements {
  readonly #table: StructureElement;
  /** The middles of the columns, relative to the width of the table. */
  readonly #middles: ReadonlyArray<number>;
  readonly #parts: Partial<Record<TablePart, StructureElement>> = {};
  /** The row that was added last, until it ends. */
  #row: StructureElement | undefined;
  /** Whether the head was painted on an earlier page. */
  #isHeadRepeated = false;

  constructor(parent: StructureElement, columns: ReadonlyArray<TableColumn>, hasHead: boolean) {
    this.#table = parent.add("Table");
    let right = 0;
    this.#middles = columns.map(({ share }) => (right += share) - share / 2);
    // A head needs a body, also without rows.
    for (const part of hasHead ? (["THead", "TBody"] as const) : (["TBody"] as const))
      this.#parts[part] = this.#table.add(part);
  }

  /**
   * Returns the elements of a row's cells, undefined for a head that the page repeats.
   *
   * @param cells The columns of the row, which can span several of the table.
   * @param merged Its cells that span rows.
   */
  cellsOf(
    row: RowTags | undefined,
    cells: ReadonlyArray<TableColumn>,
    merged: Row["merged"],
  ): CellElements | undefined {
    if (row === undefined || (row.part === "THead" && this.#isHeadRepeated)) return undefined;
    return (row.cells ??= this.#addRow(row.part, cells, merged));
  }

  /** A row is painted. */
  endRow(row: RowTags | undefined, page: PageTags): void {
    if (row?.isDivided !== true) this.#row?.packCells(page);
    this.#row = undefined;
  }

  /** The next page repeats the head. */
  endPage(): void {
    this.#isHeadRepeated = true;
  }

  #addRow(part: TablePart, cells: ReadonlyArray<TableColumn>, merged: Row["merged"]): CellElements {
    const row = (this.#parts[part] ??= this.#table.add(part)).add("TR");
    const type = part === "THead" ? "TH" : "TD";
    const scope = part === "THead" ? "/Scope/Column" : "";
    if (merged === undefined && cells.length === this.#middles.length) {
      const entries = attributes(scope);
      const elements = cells.map(() => new StructureElement(type, entries));
      row.addAll(elements);
      this.#row = row;
      return elements;
    }
    let left = 0;
    return cells.map(({ share }, index) => {
      const right = left + share;
      const span = this.#middles.filter((middle) => middle > left && middle < right).length;
      left = right;
      const cell = merged?.[index];
      if (cell?.element !== undefined) return undefined;
      const columns = span > 1 ? `/ColSpan ${span}` : "";
      const rows = cell === undefined ? "" : `/RowSpan ${cell.rows}`;
      const element = row.add(type, attributes(`${scope}${columns}${rows}`));
      if (cell !== undefined) cell.element = element;
      return element;
    });
  }
}

function attributes(entries: string): string {
  return entries === "" ? "" : `/A<</O/Table${entries}>>`;
}
