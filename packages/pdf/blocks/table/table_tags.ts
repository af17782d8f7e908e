import type { StructureElement } from "../../write/tags/structure.ts";

/** The part of a table that a row is in. */
export type TablePart = "THead" | "TBody" | "TFoot";

/** The elements of a row's cells, from when it is first painted. */
export interface RowTags {
  readonly part: TablePart;
  /** Whether it is in several parts, which can be on different pages. */
  readonly isDivided?: boolean;
  cells: CellElements | undefined;
}

/** The elements of the cells of a row; undefined for a cell that begins in a row above. */
export type CellElements = ReadonlyArray<StructureElement | undefined>;
