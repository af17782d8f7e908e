import type { BodyRow } from "./table_body.ts";
import { heightOf, measuredRow, type Row, type UnitRow } from "./table_row.ts";

/** Sums of heights are rounded. */
const ROUNDING = 1e-6;

/** The units between which a table can be divided, and the number of data rows before each of them. */
export interface TableUnits {
  readonly units: Array<ReadonlyArray<UnitRow>>;
  readonly starts: ReadonlyArray<number>;
  /** The headers above each unit on a page that begins with it. */
  readonly above: ReadonlyArray<ReadonlyArray<UnitRow>>;
}

const NONE: ReadonlyArray<UnitRow> = [];

/**
 * Joins the rows that page breaks do not separate, unless they are too high for a page. The first unit has a head
 * that is not repeated, the last one the totals. A page that begins with a unit has no headers above it if the unit
 * needs their space.
 *
 * @param available The height of a page with rows and headers.
 */
export function tableUnits(
  body: Iterable<BodyRow>,
  head: ReadonlyArray<Row>,
  totals: ReadonlyArray<Row>,
  available: number,
): TableUnits {
  const units: Array<Array<UnitRow>> = [];
  const starts: Array<number> = [];
  const headers: Array<ReadonlyArray<UnitRow>> = [];
  let [height, count, isKept] = [0, 0, false];
  const add = (row: UnitRow, isFirst: boolean, above: ReadonlyArray<UnitRow> = NONE) => {
    const unit = units.at(-1);
    if (unit !== undefined && isKept && height + row.height <= available + ROUNDING) {
      unit.push(row);
      height += row.height;
      const last = headers.length - 1;
      if (height + heightOf(headers[last] ?? NONE) > available + ROUNDING) headers[last] = NONE;
    } else {
      units.push([row]);
      starts.push(count);
      headers.push(above);
      height = row.height;
    }
    if (isFirst) count += 1;
  };
  for (const { row, isFirst, isKept: keepsNext, above } of body) {
    add(row, isFirst, above);
    isKept = keepsNext;
  }
  for (const row of totals) add(measuredRow(row), false);
  starts.push(count);
  // A head that is not repeated stays with the first row.
  const first = head.map(measuredRow);
  if (first.length > 0 && units[0] !== undefined) units[0].unshift(...first);
  else if (first.length > 0) return { units: [first], starts: [0, 0], above: [NONE] };
  return { units, starts, above: headers };
}
