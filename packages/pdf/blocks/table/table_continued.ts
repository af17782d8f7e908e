import type { TableField } from "@paraph/core/layouts";

import type { GroupLine } from "../../fill/fill_groups.ts";
import type { TableFilling } from "../../fill/fill_table.ts";
import { totalsStyle } from "../../fill/text_style.ts";
import type { TextContext } from "../text/text_box.ts";
import { measureRow, type Row, type UnitRow } from "./table_row.ts";

/** The headers of pages that continue groups. */
export interface ContinuedHeaders {
  /** The height of the headers of all levels. */
  readonly height: number;
  /** The header that continues a group, by that at its start. */
  readonly rowOf: (header: GroupLine) => UnitRow | undefined;
}

/** The share of a page that they may have. */
const MAX_SHARE = 1 / 3;

/**
 * Measures the headers that continue groups; undefined for a table without them. Headers that leave too little
 * space are left out.
 *
 * @param available The height of a page without its other lines.
 * @param least The height that rows need on a page.
 */
export function continuedHeaders(
  field: TableField,
  { grouping }: TableFilling,
  context: TextContext,
  available: number,
  least: number,
): ContinuedHeaders | undefined {
  const levels = (field.groupBy ?? []).filter(({ continued }) => continued).length;
  if (grouping === undefined || levels === 0) return undefined;
  const most = (available * MAX_SHARE) / levels;
  const rows = new Map<GroupLine, UnitRow>();
  const heights: Array<number> = [];
  const styles = (field.groupBy ?? []).map(({ headerStyles }) => ({
    style: totalsStyle(headerStyles, field.bodyStyles, context.typography),
  }));
  for (const lines of grouping.before.values())
    for (const line of lines) {
      const style = styles[line.level];
      const { continued, columns } = line;
      if (!continued || style === undefined) continue;
      // It is no part of the structure: the group has its header there.
      const row = (): Row => ({
        ...measureRow([continued], columns, field.width, style, context),
        tags: undefined,
      });
      const { height } = row();
      if (height > most) continue;
      rows.set(line, { height, row });
      heights[line.level] = Math.max(heights[line.level] ?? 0, height);
    }
  const height = heights.reduce((sum, each) => sum + each, 0);
  if (available - height < least) return undefined;
  return { height, rowOf: (header) => rows.get(header) };
}

/** The groups of the rows that are measured, with their headers for the next page. */
export class OpenGroups {
  readonly #headers: ContinuedHeaders;
  #levels: ReadonlyArray<UnitRow | undefined> = [];
  /** The headers that continue the groups of the next row. */
  rows: ReadonlyArray<UnitRow> = [];

  constructor(headers: ContinuedHeaders) {
    this.#headers = headers;
  }

  /** Returns the headers above a line of a group, and begins the group if the line is its header. */
  at(line: GroupLine): ReadonlyArray<UnitRow> {
    const { kind, level } = line;
    if (kind === "totals") return defined(this.#levels.slice(0, level + 1));
    const around = this.#levels.slice(0, level);
    this.#levels = [...around, this.#headers.rowOf(line)];
    this.rows = defined(this.#levels);
    return defined(around);
  }
}

function defined(rows: ReadonlyArray<UnitRow | undefined>): ReadonlyArray<UnitRow> {
  return rows.filter((row) => row !== undefined);
}
