/**
 * Rows as CSV (RFC 4180).
 *
 * @example Cells with a separator are quoted
 * ```ts
 * import { csvText } from "@paraph/core/renders";
 * import assert from "node:assert/strict";
 *
 * assert.equal(csvText([["name", "note"], ["Ada", 'said "yes", twice']]), 'name,note\r\nAda,"said ""yes"", twice"\r\n');
 * ```
 */
export function csvText(rows: ReadonlyArray<ReadonlyArray<string>>): string {
  return rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}

function csvCell(text: string): string {
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
