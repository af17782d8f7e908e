import { Predicate, Result } from "effect";

import { hasMaxCharacters, imageBytesProblem } from "../values/mod.ts";
import type { DataType } from "./data_type.ts";

/**
 * A validated value: text, an exact decimal as text, an ISO date, a boolean, or the URL of an image.
 * `null` prints as an empty text.
 */
export type InputValue = string | boolean | null;

const MAX_TEXT = 100_000;
const MAX_ADDRESS = 8_192;
const MAX_DECIMAL = 400;

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?$/;
const ISO_DATE =
  /^(\d{4})-(\d\d)-(\d\d)(?:T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)?)?$/;
const EMAIL =
  /^[^\s@,;:<>()[\]\\"]{1,64}@[A-Za-z0-9\p{L}]([A-Za-z0-9\p{L}.-]{0,251}[A-Za-z0-9\p{L}])?$/u;
const IMAGE_DATA = /^data:image\/(?:png|jpe?g);base64,[A-Za-z0-9+/\s]+={0,2}\s*$/;
const URL_SCHEMES = new Set(["http:", "https:", "mailto:", "tel:", "ftp:"]);
const WEB_SCHEMES = new Set(["http:", "https:"]);

type CheckResult = Result.Result<InputValue, string>;

/** Validates and normalises a value of each data type (contract, Data for a render). */
const CHECKS: Record<DataType, (value: unknown) => CheckResult> = {
  text,
  longtext: text,
  number: decimal,
  currency: decimal,
  date: isoDate,
  datetime: isoDate,
  boolean: booleanValue,
  image,
  url: (value) => textThat(value, (text) => hasScheme(text, URL_SCHEMES), "Expected a URL"),
  email: (value) =>
    textThat(
      value,
      (text) => hasMaxCharacters(text, 320) && EMAIL.test(text),
      "Expected an email address",
    ),
};

/**
 * Checks a value against its data type. Returns the value to store, or the message of the problem.
 *
 * @example Amounts are exact
 * ```ts
 * import { checkValue } from "@paraph/core/manifests";
 * import { Result } from "effect";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(checkValue("currency", "0.10"), Result.succeed("0.10"));
 * assert.equal(Result.isFailure(checkValue("date", "2026-02-30")), true);
 * ```
 */
export function checkValue(dataType: DataType, value: unknown): Result.Result<InputValue, string> {
  return CHECKS[dataType](value);
}

function text(value: unknown): CheckResult {
  if (Predicate.isNumber(value) || Predicate.isBoolean(value)) return Result.succeed(String(value));
  if (!Predicate.isString(value)) return Result.fail("Expected text");
  return hasMaxCharacters(value, MAX_TEXT)
    ? Result.succeed(value)
    : Result.fail(`Expected at most ${MAX_TEXT} characters`);
}

function decimal(value: unknown): CheckResult {
  const text = Predicate.isNumber(value) ? String(value) : value;
  const isDecimal =
    Predicate.isString(text) &&
    text.length <= MAX_DECIMAL &&
    DECIMAL.test(text) &&
    Number.isFinite(Number(text));
  return isDecimal ? Result.succeed(text) : Result.fail("Expected a number");
}

function isoDate(value: unknown): CheckResult {
  const match = Predicate.isString(value) ? ISO_DATE.exec(value) : null;
  if (match === null) return Result.fail("Expected an ISO 8601 date");
  const [whole, year, month, day] = match;
  // A day that the month lacks rolls over into the next one.
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const exists = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return exists ? Result.succeed(whole) : Result.fail("Expected a day that exists");
}

function booleanValue(value: unknown): CheckResult {
  if (Predicate.isBoolean(value)) return Result.succeed(value);
  if (value === "true" || value === "false") return Result.succeed(value === "true");
  return Result.fail("Expected true or false");
}

function image(value: unknown): CheckResult {
  if (Predicate.isString(value) && value.startsWith("data:") && IMAGE_DATA.test(value)) {
    const problem = imageBytesProblem(value.slice(value.indexOf(",") + 1));
    return problem === undefined ? Result.succeed(value) : Result.fail(problem);
  }
  return textThat(
    value,
    (text) => hasScheme(text, WEB_SCHEMES),
    "Expected a PNG or JPEG as a data: URI, or an http(s) URL",
  );
}

function textThat(value: unknown, holds: (text: string) => boolean, message: string): CheckResult {
  return Predicate.isString(value) && holds(value) ? Result.succeed(value) : Result.fail(message);
}

function hasScheme(text: string, schemes: ReadonlySet<string>): boolean {
  return text.length <= MAX_ADDRESS && URL.canParse(text) && schemes.has(new URL(text).protocol);
}
