import { dateText } from "@paraph/core/builtin_provider";
import { DATE_FORMATS, type DateFormat } from "@paraph/core/values";

import { toLocalDate } from "./draft.ts";

const [ISO, ...LOCAL] = DATE_FORMATS;

/**
 * Returns the format of dates in a locale. Locales with other formats have that of ISO 8601.
 *
 * @param locale Such as `de-AT`; that of the browser by default.
 */
export function dateFormatOf(locale: string = navigator.language): DateFormat {
  const options = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const example = new Date(2026, 10, 27);
  const text = new Intl.DateTimeFormat(locale, { ...options, calendar: "gregory" }).format(example);
  return LOCAL.find((format) => dateText("2026-11-27", format) === text) ?? ISO;
}

/**
 * Returns today's date as the document shows it.
 *
 * @param format The format that the sender chose; that of the browser by default.
 */
export function todayText(format: DateFormat = dateFormatOf()): string {
  return dateText(toLocalDate(new Date()), format);
}
