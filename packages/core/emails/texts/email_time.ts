import { DateTime } from "effect";

import { dateLocaleOf, type Language, type Timestamp } from "../../values/mod.ts";

/**
 * A time in emails: to the minute in UTC, with the name of the month and the time zone.
 *
 * @example In German
 * ```ts
 * import { emailTime } from "@paraph/core/emails";
 * import { DateTime } from "effect";
 * import assert from "node:assert/strict";
 *
 * const time = DateTime.makeUnsafe("2026-05-04T03:02:01Z");
 * assert.equal(emailTime(time, "de"), "4. Mai 2026 um 03:02 UTC");
 * ```
 */
export function emailTime(time: Timestamp, language: Language): string {
  const format = new Intl.DateTimeFormat(dateLocaleOf(language), {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone: "UTC",
  });
  return format.format(DateTime.toDateUtc(time));
}
