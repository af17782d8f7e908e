import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import {
  addDecimals,
  compareDecimals,
  type Decimal,
  decimalText,
  digitCount,
  divideDecimals,
  multiplyDecimals,
  parseDecimal,
  remainderOfDecimals,
  roundDecimal,
  subtractDecimals,
  wholePart,
  ZERO,
} from "./decimal.ts";

const decimal = (text: string) => parseDecimal(text) ?? assert.fail(`${text} is not a decimal`);
const textOf = (value: Decimal | undefined) => (value === undefined ? "none" : decimalText(value));

describe("parseDecimal()", () => {
  it.each([
    ["0", "0"],
    ["-0", "0"],
    ["+1.50", "1.50"],
    [".5", "0.5"],
    ["5.", "5"],
    ["1e2", "100"],
    ["1.25E1", "12.5"],
    ["-25e-3", "-0.025"],
    ["007", "7"],
    ["-.05", "-0.05"],
    ["-12.340", "-12.340"],
    ["123456789012345", "123456789012345"],
    ["-12345678901.234", "-12345678901.234"],
    ["1234567890123456", "1234567890123456"],
    ["90071992547409931.005", "90071992547409931.005"],
    [`1${"0".repeat(999)}`, `1${"0".repeat(999)}`],
  ])("reads %s", (text, expected) => assert.strictEqual(textOf(parseDecimal(text)), expected));

  it.each([
    "",
    ".",
    "-",
    "-.",
    "--1",
    "1.2.3",
    "1-",
    " 1",
    "e5",
    "1e",
    "1,5",
    "1 000",
    "0x10",
    "NaN",
    "Infinity",
    "1e1400",
    "1e-1401",
    "1e9999999999",
    "1".repeat(1401),
    "1\n",
  ])("refuses %j", (text) => assert.isUndefined(parseDecimal(text)));
});

describe("roundDecimal()", () => {
  it.each([
    ["2.345", 2, "2.35", "2.34"],
    ["-2.345", 2, "-2.35", "-2.34"],
    ["2.355", 2, "2.36", "2.36"],
    ["-2.5", 0, "-3", "-2"],
    ["0.5", 0, "1", "0"],
    ["0.05", 0, "0", "0"],
    ["1.5", 3, "1.500", "1.500"],
    ["1250", -2, "1300", "1200"],
    ["49.9", -2, "0", "0"],
  ] as const)("rounds %s to %s digits", (text, places, halfUp, halfEven) => {
    assert.strictEqual(decimalText(roundDecimal(decimal(text), places)), halfUp);
    assert.strictEqual(decimalText(roundDecimal(decimal(text), places, "half-even")), halfEven);
  });
});

describe("divideDecimals()", () => {
  it.each([
    ["1", "3", "0.33333333333333333333"],
    ["2", "3", "0.66666666666666666667"],
    ["-2", "3", "-0.66666666666666666667"],
    ["1.00", "4", "0.25"],
    ["1.00", "2", "0.50"],
    ["10", "4", "2.5"],
    ["7", "0.5", "14"],
    ["0", "7", "0"],
    ["1", "0", "none"],
    ["1", "0.00", "none"],
  ])("divides %s by %s", (a, b, expected) => {
    assert.strictEqual(textOf(divideDecimals(decimal(a), decimal(b))), expected);
  });
});

describe("wholePart()", () => {
  it.each([
    ["1.5", "1", "2"],
    ["-1.5", "-2", "-1"],
    ["2.00", "2", "2"],
    ["0.1", "0", "1"],
    ["-0.1", "-1", "0"],
  ])("of %s", (text, down, up) => {
    assert.strictEqual(decimalText(wholePart(decimal(text), "down")), down);
    assert.strictEqual(decimalText(wholePart(decimal(text), "up")), up);
  });
});

describe("exact arithmetic", () => {
  it("leaves no rounding errors", () => {
    assert.strictEqual(decimalText(addDecimals(decimal("0.1"), decimal("0.2"))), "0.3");
    assert.strictEqual(decimalText(subtractDecimals(decimal("1"), decimal("0.999"))), "0.001");
    assert.strictEqual(decimalText(multiplyDecimals(decimal("1.10"), decimal("1.1"))), "1.210");
    assert.strictEqual(textOf(remainderOfDecimals(decimal("-7.5"), decimal("2"))), "-1.5");
    assert.isUndefined(remainderOfDecimals(decimal("1"), ZERO));
    assert.strictEqual(compareDecimals(decimal("1.50"), decimal("1.5")), 0);
    assert.strictEqual(digitCount(decimal("-12.50")), 4);
  });

  const Whole = Schema.Int.check(Schema.isBetween({ minimum: -1e6, maximum: 1e6 }));
  const Places = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 6 }));
  /** A decimal of whole thousandths of a millionth, and its independent value as such. */
  const at = (digits: number, scale: number) => ({
    value: decimal(`${digits}e-${scale}`),
    millionths: BigInt(digits) * 10n ** BigInt(6 - scale),
  });

  it.prop("agrees with whole numbers", [Whole, Places, Whole, Places], ([x, i, y, j]) => {
    const [a, b] = [at(x, i), at(y, j)];
    const millionths = (value: Decimal) => roundDecimal(value, 6).digits;
    assert.strictEqual(millionths(addDecimals(a.value, b.value)), a.millionths + b.millionths);
    assert.strictEqual(millionths(subtractDecimals(a.value, b.value)), a.millionths - b.millionths);
    assert.strictEqual(
      roundDecimal(multiplyDecimals(a.value, b.value), 12).digits,
      a.millionths * b.millionths,
    );
    assert.strictEqual(
      compareDecimals(a.value, b.value),
      Math.sign(Number(a.millionths - b.millionths)),
    );
    assert.deepStrictEqual(parseDecimal(decimalText(a.value)), a.value);
  });

  it.prop("divides to within half of the last digit", [Whole, Whole], ([x, y]) => {
    if (y === 0) return;
    const quotient = divideDecimals(decimal(String(x)), decimal(String(y)));
    const digits = roundDecimal(quotient ?? ZERO, 20).digits;
    const error = digits * BigInt(y) - BigInt(x) * 10n ** 20n;
    assert.isAtMost(Math.abs(Number(error)) * 2, Math.abs(y));
  });
});
