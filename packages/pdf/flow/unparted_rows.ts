/**
 * The units a table may be divided between: its rows, the first with the head when that is not repeated,
 * the last with the totals.
 */
export function unpartedRows<Row>(
  head: ReadonlyArray<Row>,
  rows: ReadonlyArray<Row>,
  totals: ReadonlyArray<Row>,
): ReadonlyArray<ReadonlyArray<Row>> {
  const [first, ...others] = rows.map((row) => [row]);
  const units = [[...head, ...(first ?? [])], ...others];
  units.at(-1)?.push(...totals);
  return units.filter((unit) => unit.length > 0);
}
