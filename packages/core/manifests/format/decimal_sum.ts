const DECIMAL = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i;

/**
 * Adds decimal text of any length exactly, without binary floats.
 *
 * @example A sum that floats get wrong
 * ```ts
 * import { decimalSum } from "@paraph/core/manifests";
 * import assert from "node:assert/strict";
 *
 * assert.equal(decimalSum(["0.1", "0.2", "-1e1"]), "-9.7");
 * assert.equal(decimalSum([]), "0");
 * ```
 *
 * @param decimals Validated numbers of the data; other text is ignored.
 * @returns Decimal text with the largest number of decimals among the addends.
 */
export function decimalSum(decimals: ReadonlyArray<string>): string {
  const terms = decimals.flatMap((text) => parse(text) ?? []);
  const scale = terms.reduce((most, { decimals }) => Math.max(most, decimals), 0);
  const sum = terms.reduce(
    (total, { digits, decimals }) => total + BigInt(digits + "0".repeat(scale - decimals)),
    0n,
  );
  const digits = (sum < 0n ? -sum : sum).toString().padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  const sign = sum < 0n ? "-" : "";
  return scale === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-scale)}`;
}

/** The digits of a decimal, and the number of them after the point. */
function parse(text: string) {
  const match = DECIMAL.exec(text);
  if (match === null) return undefined;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  const decimals = fraction.length - Number(exponent);
  const digits = `${sign === "-" ? "-" : ""}${whole}${fraction}${"0".repeat(Math.max(0, -decimals))}`;
  return /\d/.test(digits) ? { digits, decimals: Math.max(0, decimals) } : undefined;
}
