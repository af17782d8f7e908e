// Not from "effect": render threads load this file, and would load all of `effect` with it.
import * as Result from "effect/Result";

import type { DataType } from "../data_type.ts";
import { printDatePattern, utcDate } from "./date_pattern.ts";
import {
  DATE_STYLES,
  DEFAULT_LOCALE,
  type Format,
  isNumeric,
  isTemporal,
  parseFormat,
} from "./format.ts";

/** How the values of a key print; plain data that can be stored. */
export type PrintFormat = Format | { readonly kind: "text" };

/** Prints a validated value; `null` prints as an empty text. */
export type ValuePrinter = (value: string | boolean | null | undefined) => string;

const TEXT: PrintFormat = { kind: "text" };

/** Amounts without a currency have two decimals, like most currencies. */
const PLAIN_AMOUNT: PrintFormat = { kind: "number", decimals: 2, locale: DEFAULT_LOCALE };

/** Readers understand ISO order without knowing the locale. */
const ISO_PATTERNS = { date: "YYYY-MM-DD", datetime: "YYYY-MM-DD HH:mm" } as const;

/**
 * The format of values of a data type: the given one if it is valid for the type, else the default.
 *
 * @example Default formats
 * ```ts
 * import { printFormat } from "@paraph/core/manifests";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(printFormat("text"), { kind: "text" });
 * assert.deepEqual(printFormat("date"), { kind: "date", pattern: "YYYY-MM-DD", locale: "en-US" });
 * ```
 */
export function printFormat(dataType: DataType, format?: string): PrintFormat {
  const parsedFormat =
    format === undefined ? undefined : Result.getOrUndefined(parseFormat(format));
  if (isNumeric(dataType)) {
    if (parsedFormat !== undefined && parsedFormat.kind !== "date") return parsedFormat;
    return dataType === "currency" ? PLAIN_AMOUNT : TEXT;
  }
  if (!isTemporal(dataType)) return TEXT;
  if (parsedFormat?.kind === "date") return parsedFormat;
  const pattern = ISO_PATTERNS[dataType === "date" ? "date" : "datetime"];
  return { kind: "date", pattern, locale: DEFAULT_LOCALE };
}

/** Printers by format: creating one takes longer than printing a hundred values. */
const PRINTERS = new WeakMap<PrintFormat, ValuePrinter>();

/**
 * A printer for values in a format.
 *
 * Amounts are decimal text throughout: `Intl.NumberFormat` rounds the decimal, never a binary float.
 *
 * @example Amounts are exact
 * ```ts
 * import { printFormat, printerOf } from "@paraph/core/manifests";
 * import assert from "node:assert/strict";
 *
 * const print = printerOf(printFormat("currency", "currency:EUR@en-US"));
 * assert.equal(print("90071992547409931.005"), "€90,071,992,547,409,931.01");
 * ```
 */
export function printerOf(format: PrintFormat): ValuePrinter {
  const cachedPrinter = PRINTERS.get(format);
  if (cachedPrinter !== undefined) return cachedPrinter;
  const print = textPrinter(format);
  const printer: ValuePrinter = (value) => {
    if (value === null || value === undefined || value === "") return "";
    if (typeof value === "boolean") return value ? "Yes" : "No";
    return print(value);
  };
  PRINTERS.set(format, printer);
  return printer;
}

function textPrinter(format: PrintFormat): (value: string) => string {
  switch (format.kind) {
    case "text":
      return (value) => value;
    case "date":
      return datePrinter(format.pattern, format.locale);
    default:
      return numberPrinter(format);
  }
}

function numberPrinter(
  format: Extract<Format, { kind: "currency" | "number" | "percent" }>,
): (value: string) => string {
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
