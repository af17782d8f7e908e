import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { decimalSum } from "./decimal_sum.ts";

describe("decimalSum()", () => {
  it.each([
    [["0.1", "0.2"], "0.3"],
    [["1.50", "2.5"], "4.00"],
    [["-1", "0.25"], "-0.75"],
    [["1e2", "1.5E1", "25e-1"], "117.5"],
    [[".5", "5.", "+1"], "6.5"],
    [["-0.5", "0.5"], "0.0"],
    [["90071992547409931.005", "0.005"], "90071992547409931.010"],
    [["", "x", "1"], "1"],
    [[], "0"],
  ] as const)("adds %j up to %s", (decimals, sum) => assert.strictEqual(decimalSum(decimals), sum));

  const Cents = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: -1e9, maximum: 1e9 })));
  it.prop("adds cents exactly like integers", [Cents], ([cents]) => {
    const amounts = cents.map((cent) => `${cent}e-2`);
    const sum = cents.reduce((total, cent) => total + BigInt(cent), 0n);
    return BigInt(decimalSum([...amounts, "0.00"]).replace(".", "")) === sum;
  });
});
