import type { UsageDay, UsageReport } from "./usage_report.ts";

/** The columns of the CSV, in their order. New ones are last, since spreadsheets read them by position. */
const COLUMNS = [
  "date",
  "renders",
  "succeeded",
  "failed",
  "pages",
  "bytes",
  "p95DurationMs",
  "signatureRequests",
  "completedSignatureRequests",
  "shares",
  "views",
  "downloads",
] as const satisfies ReadonlyArray<keyof UsageDay>;

/** A report as CSV (RFC 4180): the names of the fields, then a line for each day. */
export function usageCsv({ days }: UsageReport): string {
  const lines = days.map((day) => COLUMNS.map((column) => String(day[column] ?? "")).join(","));
  return [COLUMNS.join(","), ...lines, ""].join("\r\n");
}
