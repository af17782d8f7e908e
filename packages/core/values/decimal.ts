/** An exact decimal number: `digits` divided by ten to the power of `scale`. */
export interface Decimal {
  readonly digits: bigint;
  /** The number of digits after the point, 0 or more. */
  readonly scale: number;
}

/**
 * What happens to a number halfway between two others: `half-up` rounds it away from zero, as invoices do,
 * `half-even` to the even digit, as banks do.
 */
export type Rounding = "half-up" | "half-even";

/** The maximum number of digits that `parseDecimal` reads, exponents written out. */
export const MAX_DECIMAL_DIGITS = 1_400;

/** The number of digits after the point of a quotient that does not end. */
export const QUOTIENT_SCALE = 20;

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,6}))?$/i;

export const ZERO: Decimal = { digits: 0n, scale: 0 };

/**
 * Parses decimal text with an optional exponent. `undefined` for other text, and for more than 1,400 digits.
 *
 * @example Trailing zeros stay
 * ```ts
 * import { decimalText, parseDecimal } from "@paraph/core/values";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(parseDecimal("-1.50"), { digits: -150n, scale: 2 });
 * assert.deepEqual(parseDecimal("2e3"), { digits: 2000n, scale: 0 });
 * assert.equal(parseDecimal("1,5"), undefined);
 * ```
 */
export function parseDecimal(text: string): Decimal | undefined {
  return text.length <= MAX_PLAIN_LENGTH ? (parsePlain(text) ?? parseAny(text)) : parseAny(text);
}

/** Texts of up to this length have a number without loss. */
const MAX_PLAIN_LENGTH = 15;
const [MINUS, POINT, DIGIT_0, DIGIT_9] = [0x2d, 0x2e, 0x30, 0x39];

/** Reads digits with at most one point and a minus sign, the form of almost all amounts, in a tenth of the time. */
function parsePlain(text: string): Decimal | undefined {
  const start = text.charCodeAt(0) === MINUS ? 1 : 0;
  let point = text.length;
  let value = 0;
  for (let index = start; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= DIGIT_0 && code <= DIGIT_9) value = value * 10 + (code - DIGIT_0);
    else if (code === POINT && point === text.length) point = index;
    else return undefined;
  }
  const hasDigits = text.length - start > (point === text.length ? 0 : 1);
  if (!hasDigits) return undefined;
  const scale = Math.max(0, text.length - point - 1);
  return { digits: BigInt(start === 0 ? value : -value), scale };
}

function parseAny(text: string): Decimal | undefined {
  if (text.length > MAX_DECIMAL_DIGITS + 10) return undefined;
  const match = DECIMAL.exec(text);
  if (match === null) return undefined;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  const written = whole + fraction;
  const scale = fraction.length - Number(exponent);
  const zeros = Math.max(0, -scale);
  if (written === "" || written.length + zeros > MAX_DECIMAL_DIGITS || scale > MAX_DECIMAL_DIGITS) {
    return undefined;
  }
  const digits = BigInt(written + "0".repeat(zeros));
  return { digits: sign === "-" ? -digits : digits, scale: Math.max(0, scale) };
}

/** A whole number as a decimal. */
export function wholeDecimal(value: number | bigint): Decimal {
  return { digits: BigInt(value), scale: 0 };
}

/**
 * The decimal as text without an exponent, with all digits after its point.
 *
 * @example
 * ```ts
 * import { decimalText } from "@paraph/core/values";
 * import assert from "node:assert/strict";
 *
 * assert.equal(decimalText({ digits: -5n, scale: 2 }), "-0.05");
 * ```
 */
export function decimalText({ digits, scale }: Decimal): string {
  const sign = digits < 0n ? "-" : "";
  const text = absolute(digits)
    .toString()
    .padStart(scale + 1, "0");
  return scale === 0 ? sign + text : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

/** The exact sum, with the larger scale of the two. */
export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { digits: rescaled(a, scale) + rescaled(b, scale), scale };
}

/** The exact difference, with the larger scale of the two. */
export function subtractDecimals(a: Decimal, b: Decimal): Decimal {
  return addDecimals(a, negateDecimal(b));
}

/** The exact product; its scale is the sum of both. */
export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  return { digits: a.digits * b.digits, scale: a.scale + b.scale };
}

/**
 * The quotient, rounded half to even where it does not end within `scale` digits after the point. It has no
 * more trailing zeros than the dividend. `undefined` if the divisor is zero.
 *
 * @example
 * ```ts
 * import { decimalText, divideDecimals, wholeDecimal } from "@paraph/core/values";
 * import assert from "node:assert/strict";
 *
 * const third = divideDecimals(wholeDecimal(1), wholeDecimal(3));
 * assert.equal(third && decimalText(third), "0.33333333333333333333");
 * assert.equal(divideDecimals(wholeDecimal(1), wholeDecimal(0)), undefined);
 * ```
 */
export function divideDecimals(
  a: Decimal,
  b: Decimal,
  scale = Math.max(QUOTIENT_SCALE, a.scale),
): Decimal | undefined {
  if (b.digits === 0n) return undefined;
  const shift = scale + b.scale - a.scale;
  const dividend = shift >= 0 ? a.digits * powerOfTen(shift) : a.digits;
  const divisor = shift >= 0 ? b.digits : b.digits * powerOfTen(-shift);
  const quotient = { digits: divideRounded(dividend, divisor, "half-even"), scale };
  return withoutTrailingZeros(quotient, a.scale);
}

/** What the division to a whole number leaves, with the sign of the dividend. `undefined` if the divisor is zero. */
export function remainderOfDecimals(a: Decimal, b: Decimal): Decimal | undefined {
  if (b.digits === 0n) return undefined;
  const scale = Math.max(a.scale, b.scale);
  return { digits: rescaled(a, scale) % rescaled(b, scale), scale };
}

export function negateDecimal({ digits, scale }: Decimal): Decimal {
  return { digits: -digits, scale };
}

/** The sign of `a - b`: `1.50` and `1.5` are equal. */
export function compareDecimals(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const scale = Math.max(a.scale, b.scale);
  const [left, right] = [rescaled(a, scale), rescaled(b, scale)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/**
 * Rounds to a number of digits after the point, and adds zeros if it has fewer. A negative number of digits
 * rounds to tens, hundreds and so on.
 *
 * @example
 * ```ts
 * import { decimalText, parseDecimal, roundDecimal, ZERO } from "@paraph/core/values";
 * import assert from "node:assert/strict";
 *
 * const amount = parseDecimal("2.345") ?? ZERO;
 * assert.equal(decimalText(roundDecimal(amount, 2)), "2.35");
 * assert.equal(decimalText(roundDecimal(amount, 2, "half-even")), "2.34");
 * assert.equal(decimalText(roundDecimal(amount, 4)), "2.3450");
 * ```
 */
export function roundDecimal(
  value: Decimal,
  places: number,
  rounding: Rounding = "half-up",
): Decimal {
  if (places >= value.scale) return { digits: rescaled(value, places), scale: places };
  const digits = divideRounded(value.digits, powerOfTen(value.scale - places), rounding);
  return places >= 0
    ? { digits, scale: places }
    : { digits: digits * powerOfTen(-places), scale: 0 };
}

/** The largest whole number that is not larger (`down`), or the smallest that is not smaller (`up`). */
export function wholePart({ digits, scale }: Decimal, direction: "down" | "up"): Decimal {
  const power = powerOfTen(scale);
  const whole = digits / power;
  const isWhole = whole * power === digits;
  if (isWhole || (direction === "down") === digits > 0n) return wholeDecimal(whole);
  return wholeDecimal(direction === "down" ? whole - 1n : whole + 1n);
}

/** The number of digits of a decimal; of 0.05 it is one. */
export function digitCount({ digits }: Decimal): number {
  return absolute(digits).toString().length;
}

/** Drops trailing zeros after the point, but none before the digit number `minimum`. */
function withoutTrailingZeros({ digits, scale }: Decimal, minimum: number): Decimal {
  let [shorter, places] = [digits, scale];
  while (places > minimum && shorter % 10n === 0n) {
    shorter /= 10n;
    places -= 1;
  }
  return { digits: shorter, scale: places };
}

function divideRounded(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  const quotient = dividend / divisor;
  const twice = absolute(dividend % divisor) * 2n;
  const half = absolute(divisor);
  const isAway =
    twice > half || (twice === half && (rounding === "half-up" || quotient % 2n !== 0n));
  if (!isAway) return quotient;
  return dividend < 0n === divisor < 0n ? quotient + 1n : quotient - 1n;
}

/** The digits of a decimal at a scale that is not smaller than its own. */
function rescaled({ digits, scale }: Decimal, to: number): bigint {
  return scale === to ? digits : digits * powerOfTen(to - scale);
}

const POWERS: Array<bigint> = [];

function powerOfTen(exponent: number): bigint {
  if (exponent > MAX_DECIMAL_DIGITS) return 10n ** BigInt(exponent);
  return (POWERS[exponent] ??= 10n ** BigInt(exponent));
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}
