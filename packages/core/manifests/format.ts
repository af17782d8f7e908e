import { Result } from "effect";

import type { DataType } from "./data_type.ts";
import { datePatternProblem, printDatePattern, utcDate } from "./date_pattern.ts";

/** How one value prints, read from text such as `currency:EUR@de-DE`. */
export type Format =
  | { readonly kind: "currency"; readonly currency: string; readonly locale: string }
  | {
      readonly kind: "number" | "percent";
      readonly decimals: number | undefined;
      readonly locale: string;
    }
  | { readonly kind: "date"; readonly pattern: string; readonly locale: string };

const DEFAULT_LOCALE = "en-US";
const DATE_STYLES = { full: "full", long: "long", medium: "medium", short: "short" } as const;
const NUMERIC = new Set<DataType>(["number", "currency"]);
const TEMPORAL = new Set<DataType>(["date", "datetime"]);

/**
 * Reads a format: `currency:EUR`, `number:2`, `percent`, `date:DD/MM/YYYY`, `date:long`, each with an
 * optional locale after `@`.
 *
 * @example A format and its locale
 * ```ts
 * import { parseFormat } from "@paraph/core/manifests";
 * import { Result } from "effect";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(
 *   parseFormat("currency:EUR@de-DE"),
 *   Result.succeed({ kind: "currency", currency: "EUR", locale: "de-DE" }),
 * );
 * assert.equal(Result.isFailure(parseFormat("currency:euros")), true);
 * ```
 *
 * @returns The format, or what is wrong with the text.
 */
export function parseFormat(text: string): Result.Result<Format, string> {
  const at = text.lastIndexOf("@");
  const body = at === -1 ? text : text.slice(0, at);
  const locale = at === -1 ? DEFAULT_LOCALE : text.slice(at + 1);
  if (!isKnownLocale(locale)) return Result.fail(`Unknown locale "${locale}"`);
  const colon = body.indexOf(":");
  const name = colon === -1 ? body : body.slice(0, colon);
  const detail = colon === -1 ? undefined : body.slice(colon + 1);
  switch (name) {
    case "currency":
      return currencyFormat(detail, locale);
    case "number":
    case "percent":
      return decimalsFormat(name, detail, locale);
    case "date":
    case "datetime":
      return dateFormat(detail, locale);
    default:
      return Result.fail(
        `Unknown format "${text}"; known are currency:EUR, number:2, percent, date:long`,
      );
  }
}

/**
 * Tells what is wrong with a format for values of a data type, if anything.
 *
 * Text, booleans, images and addresses print as they are: whatever their format says is not looked at.
 *
 * @example A date has no currency
 * ```ts
 * import { formatProblem } from "@paraph/core/manifests";
 * import assert from "node:assert/strict";
 *
 * assert.equal(formatProblem("currency:EUR", "currency"), undefined);
 * assert.notEqual(formatProblem("currency:EUR", "date"), undefined);
 * ```
 */
export function formatProblem(format: string, dataType: DataType): string | undefined {
  if (!NUMERIC.has(dataType) && !TEMPORAL.has(dataType)) return undefined;
  const parsed = parseFormat(format);
  if (Result.isFailure(parsed)) return parsed.failure;
  const isDate = parsed.success.kind === "date";
  return isDate === TEMPORAL.has(dataType)
    ? undefined
    : `A ${dataType} cannot print as "${format}"`;
}

/**
 * Prints values of a data type, in a format when there is one.
 *
 * Amounts stay decimal text all the way: `Intl.NumberFormat` rounds the decimal, never a binary float.
 *
 * @example Exact to the last digit
 * ```ts
 * import { valuePrinter } from "@paraph/core/manifests";
 * import assert from "node:assert/strict";
 *
 * const print = valuePrinter("currency", "currency:EUR@en-US");
 * assert.equal(print("90071992547409931.005"), "€90,071,992,547,409,931.01");
 * ```
 *
 * @returns A function from a checked value to what the page shows; `null` shows nothing.
 */
export function valuePrinter(
  dataType: DataType,
  format?: string,
): (value: string | boolean | null | undefined) => string {
  const print = textPrinter(dataType, format);
  return (value) => {
    if (value === null || value === undefined || value === "") return "";
    if (typeof value === "boolean") return value ? "Yes" : "No";
    return print(value);
  };
}

function textPrinter(dataType: DataType, format: string | undefined): (value: string) => string {
  const parsed = format === undefined ? undefined : Result.getOrUndefined(parseFormat(format));
  if (NUMERIC.has(dataType)) {
    if (parsed !== undefined && parsed.kind !== "date") return numberPrinter(parsed);
    return dataType === "currency" ? numberPrinter(PLAIN_AMOUNT) : (value) => value;
  }
  if (!TEMPORAL.has(dataType)) return (value) => value;
  if (parsed?.kind === "date") return datePrinter(parsed.pattern, parsed.locale);
  // ISO order is what every reader understands without knowing the locale.
  return datePrinter(dataType === "date" ? "YYYY-MM-DD" : "YYYY-MM-DD HH:mm", DEFAULT_LOCALE);
}

/** An amount whose currency is not told: two decimals, as most currencies have. */
const PLAIN_AMOUNT = { kind: "number", decimals: 2, locale: DEFAULT_LOCALE } as const;

function numberPrinter(format: Exclude<Format, { kind: "date" }>): (value: string) => string {
  const options: Intl.NumberFormatOptions =
    format.kind === "currency"
      ? { style: "currency", currency: format.currency }
      : {
          style: format.kind === "percent" ? "percent" : "decimal",
          minimumFractionDigits: format.decimals ?? 0,
          maximumFractionDigits: format.decimals ?? (format.kind === "percent" ? 2 : 20),
        };
  const formatter = new Intl.NumberFormat(format.locale, { ...options, signDisplay: "negative" });
  // Decimal text is formatted exactly; the type only names literals.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked input data is decimal text
  return (value) => formatter.format(value as Intl.StringNumericLiteral);
}

function datePrinter(pattern: string, locale: string): (value: string) => string {
  const style = Object.entries(DATE_STYLES).find(([name]) => name === pattern)?.[1];
  if (style === undefined) return (value) => printDatePattern(pattern, value, locale);
  const formatter = new Intl.DateTimeFormat(locale, { dateStyle: style, timeZone: "UTC" });
  return (value) => {
    const date = utcDate(value);
    return date === undefined ? value : formatter.format(date);
  };
}

function currencyFormat(detail: string | undefined, locale: string): Result.Result<Format, string> {
  return detail !== undefined && /^[A-Z]{3}$/.test(detail)
    ? Result.succeed({ kind: "currency", currency: detail, locale })
    : Result.fail("Expected a currency of three capital letters, such as currency:EUR");
}

function decimalsFormat(
  kind: "number" | "percent",
  detail: string | undefined,
  locale: string,
): Result.Result<Format, string> {
  if (detail === undefined) return Result.succeed({ kind, decimals: undefined, locale });
  return /^(\d|1\d|20)$/.test(detail)
    ? Result.succeed({ kind, decimals: Number(detail), locale })
    : Result.fail(`Expected a number of decimals from 0 to 20, such as ${kind}:2`);
}

function dateFormat(detail: string | undefined, locale: string): Result.Result<Format, string> {
  if (detail === undefined || detail === "") {
    return Result.fail("Expected date:long or a pattern such as date:DD/MM/YYYY");
  }
  const problem = Object.hasOwn(DATE_STYLES, detail) ? undefined : datePatternProblem(detail);
  return problem === undefined
    ? Result.succeed({ kind: "date", pattern: detail, locale })
    : Result.fail(problem);
}

function isKnownLocale(locale: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    return false; // Not even shaped like a locale.
  }
}
