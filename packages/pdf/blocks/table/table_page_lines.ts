import type { CellStyle, TableField } from "@paraph/core/layouts";

import type { PageLine } from "../../fill/fill_groups.ts";
import type { TableFilling } from "../../fill/fill_table.ts";
import { totalsStyle } from "../../fill/text_style.ts";
import { NO_PAGE_LINES, type PageLines } from "../../flow/flow_box.ts";
import type { TextContext } from "../text/text_box.ts";
import { heightOf, measureRow, type Row } from "./table_row.ts";

/** The lines of a table at page breaks. */
export interface MeasuredPageLines {
  readonly heights: PageLines;
  /** The height of all lines that a page can have. */
  readonly height: number;
  /** The line that brings forward the rows before `from`. */
  readonly above: (from: number) => ReadonlyArray<Row>;
  /** The lines below the rows of a page. */
  readonly below: (from: number, to: number, isLast: boolean) => ReadonlyArray<Row>;
}

const NONE: MeasuredPageLines = {
  heights: NO_PAGE_LINES,
  height: 0,
  above: () => [],
  below: () => [],
};

export function measurePageLines(
  field: TableField,
  { grouping }: TableFilling,
  context: TextContext,
): MeasuredPageLines {
  if (grouping === undefined) return NONE;
  const { pageTotals, broughtForward, carriedForward } = grouping;
  const line = lineMeasure(field, context);
  const total = line(pageTotals, field.pageTotals?.styles);
  const brought = line(broughtForward, field.carryOver?.styles);
  const carried = line(carriedForward, field.carryOver?.styles);
  const heights = {
    before: brought.height,
    after: total.height + carried.height,
    end: total.height,
  };
  return {
    heights,
    height: heights.before + heights.after,
    above: (from) => brought.rows(0, from),
    below: (from, to, isLast) => [...total.rows(from, to), ...(isLast ? [] : carried.rows(0, to))],
  };
}

interface MeasuredLine {
  readonly height: number;
  readonly rows: (from: number, to: number) => ReadonlyArray<Row>;
}

/** Measures lines. Their height must not depend on the page: totals stay on one line. */
function lineMeasure(field: TableField, context: TextContext) {
  return (line: PageLine | undefined, styles: CellStyle | null | undefined): MeasuredLine => {
    if (line === undefined) return { height: 0, rows: () => [] };
    const style = { style: totalsStyle(styles, field.bodyStyles, context.typography) };
    const { columns, cells, labels } = line;
    const labelRow = measureRow(labels, columns, field.width, style, context);
    const { height } = labelRow;
    // Wide enough for any total.
    const wide = columns.map((column) => ({ ...column, share: 1 }));
    return {
      height: heightOf([labelRow]),
      rows: (from, to) => {
        const printed = cells(from, to);
        const totals = measureRow(printed, wide, WIDE, style, context);
        const lines = columns.map((_, index) =>
          labels[index] === "" ? (totals.cells[index] ?? []) : (labelRow.cells[index] ?? []),
        );
        return [{ ...labelRow, cells: lines, height, tags: undefined }];
      },
    };
  };
}

/** No amount is wider than five metres. */
const WIDE = 5_000;
