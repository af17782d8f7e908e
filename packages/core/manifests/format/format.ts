// Not from "effect": render threads load this file, and would load all of `effect` with it.
import * as Result from "effect/Result";

import type { DataType } from "../data_type.ts";
import { datePatternProblem } from "./date_pattern.ts";

/** How a value prints: the parsed form of texts such as `currency:EUR@de-DE`. */
export type Format =
  | { readonly kind: "currency"; readonly currency: string; readonly locale: string }
  | {
      readonly kind: "number" | "percent";
      readonly decimals: number | undefined;
      readonly locale: string;
    }
  | { readonly kind: "date"; readonly pattern: string; readonly locale: string };

/** The locale of formats without one. */
export const DEFAULT_LOCALE = "en-US";
/** The date styles of `Intl.DateTimeFormat`. */
export const DATE_STYLES = {
  full: "full",
  long: "long",
  medium: "medium",
  short: "short",
} as const;
export const isNumeric = (dataType: DataType) => dataType === "number" || dataType === "currency";
export const isTemporal = (dataType: DataType) => dataType === "date" || dataType === "datetime";

/**
 * Parses a format: `currency:EUR`, `number:2`, `percent`, `date:DD/MM/YYYY`, `date:long`, each with an
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
 * @returns The format, or the message for an invalid text.
 */
export function parseFormat(text: string): Result.Result<Format, string> {
  const separatorIndex = text.lastIndexOf("@");
  const body = separatorIndex === -1 ? text : text.slice(0, separatorIndex);
  const locale = separatorIndex === -1 ? DEFAULT_LOCALE : text.slice(separatorIndex + 1);
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
        `Unknown format "${text}"; expected one such as currency:EUR, number:2, percent or date:long`,
      );
  }
}

/**
 * The problem of a format for values of a data type; `undefined` if there is none.
 *
 * Text, booleans, images and URLs print unchanged; the format in their manifest is ignored.
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
  if (!isNumeric(dataType) && !isTemporal(dataType)) return undefined;
  const result = parseFormat(format);
  if (Result.isFailure(result)) return result.failure;
  const isDate = result.success.kind === "date";
  return isDate === isTemporal(dataType) ? undefined : `A ${dataType} cannot print as "${format}"`;
}

/** Like `formatProblem`, for a format in a layout, where an ignored format is a problem too. */
export function layoutFormatProblem(format: string, dataType: DataType): string | undefined {
  return isNumeric(dataType) || isTemporal(dataType)
    ? formatProblem(format, dataType)
    : `A ${dataType} prints unchanged: it takes no format`;
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
    return false; // Not a language tag.
  }
}
