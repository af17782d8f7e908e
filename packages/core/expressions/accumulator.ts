import { addDecimals, type Decimal, wholeDecimal, ZERO } from "../values/mod.ts";
import { compareValues } from "./functions/list_functions.ts";
import { quotient } from "./functions/number_functions.ts";
import { isAbsent, isDecimal, type Value } from "./value.ts";

/**
 * Exact totals of values that are added one by one. Absent values are left out.
 *
 * @example
 * ```ts
 * import { Accumulator, decimalOf } from "@paraph/core/expressions";
 * import { decimalText } from "@paraph/core/values";
 * import assert from "node:assert/strict";
 *
 * const totals = new Accumulator();
 * for (const amount of ["0.1", "0.2"]) totals.add(decimalOf(amount));
 * assert.equal(decimalText(totals.sum), "0.3");
 * ```
 */
export class Accumulator {
  #sum: Decimal = ZERO;
  #numbers = 0;
  #count = 0;
  #least: Value = null;
  #most: Value = null;

  add(value: Value): void {
    if (isAbsent(value)) return;
    this.#count += 1;
    if (this.#least === null || compareValues(value, this.#least) < 0) this.#least = value;
    if (this.#most === null || compareValues(value, this.#most) > 0) this.#most = value;
    if (!isDecimal(value)) return;
    this.#numbers += 1;
    this.#sum = addDecimals(this.#sum, value);
  }

  get sum(): Decimal {
    return this.#sum;
  }

  /** A total; absent if it needs values and there are none. */
  total(how: "sum" | "count" | "min" | "max" | "avg"): Value {
    switch (how) {
      case "sum":
        return this.#sum;
      case "count":
        return wholeDecimal(this.#count);
      case "min":
        return this.#least;
      case "max":
        return this.#most;
      default:
        return quotient(this.#sum, wholeDecimal(this.#numbers));
    }
  }
}
