/**
 * Rows as CSV (RFC 4180). Spreadsheets would evaluate a cell that starts like a formula: it gets an
 * apostrophe, which they do not show.
 *
 * @example Cells with a separator are quoted
 * ```ts
 * import { csvText } from "@paraph/core/renders";
 * import assert from "node:assert/strict";
 *
 * assert.equal(csvText([["name", "note"], ["Ada", 'said "yes", twice']]), 'name,note\r\nAda,"said ""yes"", twice"\r\n');
 * assert.equal(csvText([["=1+1"], ["1-2"]]), "'=1+1\r\n1-2\r\n");
 * ```
 */
export function csvText(rows: ReadonlyArray<ReadonlyArray<string>>): string {
  return rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}

function csvCell(text: string): string {
  const cell = /^[=+\-@\t\r]/u.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
