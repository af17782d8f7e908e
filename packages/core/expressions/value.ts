import type { InputRow, InputValue } from "../manifests/mod.ts";
import { type Decimal, MAX_DECIMAL_DIGITS, parseDecimal, wholePart } from "../values/mod.ts";
import { ExpressionLimit, MAX_STEPS, MAX_TEXT } from "./limits.ts";

/** A value of an expression. Dates are ISO text; `null` is absent. */
export type Value = null | string | boolean | Decimal | InputRow | ReadonlyArray<Value>;

/** Counts the steps of the expressions of a document. */
export class Meter {
  #steps = 0;

  spend(steps = 1): void {
    this.#steps += steps;
    if (this.#steps > MAX_STEPS)
      throw new ExpressionLimit(
        `The expressions of the document take more than ${MAX_STEPS.toLocaleString("en-US")} steps`,
      );
  }

  /** Text, within the limit on its length. */
  text(text: string): string {
    this.length(text.length);
    return text;
  }

  /** Checks the length of a text before it is made. */
  length(characters: number): void {
    if (characters > MAX_TEXT)
      throw new ExpressionLimit(
        `A text has more than ${MAX_TEXT.toLocaleString("en-US")} characters`,
      );
    this.spend(Math.ceil(characters / 64));
  }

  /** A number, within the limit on its digits. */
  number(value: Decimal): Decimal {
    const { digits, scale } = value;
    if (scale > MAX_DECIMAL_DIGITS || digits > LARGEST || digits < -LARGEST)
      throw new ExpressionLimit(
        `A number has more than ${MAX_DECIMAL_DIGITS.toLocaleString("en-US")} digits`,
      );
    this.spend(scale > LONG || digits > LONG_NUMBER || digits < -LONG_NUMBER ? 20 : 1);
    return value;
  }
}

const LARGEST = 10n ** BigInt(MAX_DECIMAL_DIGITS);
/** Arithmetic with more digits takes notably longer. */
const LONG = 100;
const LONG_NUMBER = 10n ** BigInt(LONG);

export function isDecimal(value: Value): value is Decimal {
  return (
    typeof value === "object" &&
    value !== null &&
    "digits" in value &&
    typeof value.digits === "bigint"
  );
}

export function isList(value: Value): value is ReadonlyArray<Value> {
  return Array.isArray(value);
}

export function isRow(value: Value): value is InputRow {
  return typeof value === "object" && value !== null && !isList(value) && !isDecimal(value);
}

/** A text or a date; empty for other values. */
export function textOf(value: Value | undefined): string {
  return typeof value === "string" ? value : "";
}

/** Whether a value is missing or empty. */
export function isAbsent(value: Value): boolean {
  return value === null || value === "" || (isList(value) && value.length === 0);
}

/** A value of the data. */
export function valueOfData(value: InputValue | undefined, isNumber: boolean, meter: Meter): Value {
  meter.spend();
  if (value === null || value === undefined || value === "") return null;
  if (!isNumber || typeof value === "boolean") return value;
  meter.spend(value.length >> 4);
  return parseDecimal(value) ?? null;
}

/** The number that a validated text of the data is; absent for other text. */
export function decimalOf(text: string): Decimal | null {
  return parseDecimal(text) ?? null;
}

/** A whole number within a limit; the limit itself for numbers beyond it. */
export function integer(value: Value | undefined, limit: number): number {
  if (value === undefined || !isDecimal(value)) return 0;
  const whole = wholePart(value, value.digits < 0n ? "up" : "down").digits;
  if (whole > BigInt(limit)) return limit;
  return whole < BigInt(-limit) ? -limit : Number(whole);
}
