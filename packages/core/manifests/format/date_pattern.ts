/** The tokens of a pattern; text in square brackets prints unchanged. */
const TOKEN = /\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|DD|D|dddd|ddd|HH|H|hh|h|mm|ss|A|a/g;

const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/;

/** Parses an ISO 8601 date or time, as UTC if it has no offset. */
export function utcDate(iso: string): Date | undefined {
  const match = ISO.exec(iso);
  if (match === null) return undefined;
  const [, year, month, day, time = "00:00", offset = "Z"] = match;
  const date = new Date(`${year}-${month}-${day}T${time}${offset}`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/**
 * The problem of a date pattern: letters that are no token, or no token at all. `undefined` if it is valid.
 *
 * @example Literal text is in brackets
 * ```ts
 * import { datePatternProblem } from "@paraph/core/manifests";
 * import assert from "node:assert/strict";
 *
 * assert.equal(datePatternProblem("D [of] MMMM YYYY"), undefined);
 * assert.notEqual(datePatternProblem("D of MMMM"), undefined);
 * ```
 */
export function datePatternProblem(pattern: string): string | undefined {
  const rest = pattern.replace(TOKEN, "");
  const unknown = /\p{L}+/u.exec(rest)?.[0];
  if (unknown !== undefined)
    return `"${unknown}" is not part of a date; write [${unknown}] for text`;
  const namesPart = Array.from(pattern.matchAll(TOKEN)).some(([, text]) => text === undefined);
  return namesPart ? undefined : "The pattern names no part of a date";
}

/** Prints an ISO date by a pattern, in UTC. Other text prints unchanged. */
export function printDatePattern(pattern: string, iso: string, locale: string): string {
  const date = utcDate(iso);
  if (date === undefined) return iso;
  return pattern.replace(
    TOKEN,
    (token: string, text: string | undefined) => text ?? tokenText(token, date, locale),
  );
}

function tokenText(token: string, date: Date, locale: string): string {
  const hour = date.getUTCHours();
  switch (token) {
    case "YYYY":
      return String(date.getUTCFullYear()).padStart(4, "0");
    case "YY":
      return two(date.getUTCFullYear() % 100);
    case "MMMM":
      return part("month", { day: "numeric", month: "long" }, date, locale);
    case "MMM":
      return part("month", { day: "numeric", month: "short" }, date, locale);
    case "MM":
      return two(date.getUTCMonth() + 1);
    case "M":
      return String(date.getUTCMonth() + 1);
    case "DD":
      return two(date.getUTCDate());
    case "D":
      return String(date.getUTCDate());
    case "dddd":
      return part("weekday", { weekday: "long" }, date, locale);
    case "ddd":
      return part("weekday", { weekday: "short" }, date, locale);
    case "HH":
      return two(hour);
    case "H":
      return String(hour);
    case "hh":
      return two(hour % 12 === 0 ? 12 : hour % 12);
    case "h":
      return String(hour % 12 === 0 ? 12 : hour % 12);
    case "mm":
      return two(date.getUTCMinutes());
    case "ss":
      return two(date.getUTCSeconds());
    case "A":
      return hour < 12 ? "AM" : "PM";
    default:
      return hour < 12 ? "am" : "pm";
  }
}

/** A name of a month or weekday in a locale. Next to a day, months take their grammatical case. */
function part(
  type: "month" | "weekday",
  options: Intl.DateTimeFormatOptions,
  date: Date,
  locale: string,
): string {
  const parts = namesIn(locale, options).formatToParts(date);
  return parts.find((candidate) => candidate.type === type)?.value ?? "";
}

/** Recently used formatters. Templates may name any number of locales. */
const FORMATTERS = new Map<string, Intl.DateTimeFormat>();
const MAX_FORMATTERS = 200;

function namesIn(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${options.month} ${options.weekday}`;
  const cachedFormatter = FORMATTERS.get(key);
  if (cachedFormatter !== undefined) return cachedFormatter;
  if (FORMATTERS.size >= MAX_FORMATTERS) FORMATTERS.clear();
  const formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
  FORMATTERS.set(key, formatter);
  return formatter;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
