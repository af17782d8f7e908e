import type { DateFormat } from "../../values/mod.ts";

/**
 * A date as the document shows it.
 *
 * @example A date in Germany and in the United States
 * ```ts
 * import { dateText } from "@paraph/core/builtin_provider";
 * import assert from "node:assert/strict";
 *
 * assert.equal(dateText("2026-12-24", "DD.MM.YYYY"), "24.12.2026");
 * assert.equal(dateText("2026-12-24", "MM/DD/YYYY"), "12/24/2026");
 * assert.equal(dateText("2026-12-24", undefined), "2026-12-24");
 * ```
 *
 * @param date Such as `2026-12-24`.
 * @param format The format of the signer; without one, dates are as in ISO 8601.
 */
export function dateText(date: string, format: DateFormat = "YYYY-MM-DD"): string {
  const [year = "", month = "", day = ""] = date.split("-");
  return format.replace("YYYY", year).replace("MM", month).replace("DD", day);
}
