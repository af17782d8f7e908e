import {
  type Decimal,
  divideDecimals,
  negateDecimal,
  parseDecimal,
  roundDecimal,
  wholePart,
} from "../../values/mod.ts";
import { integer, isDecimal, type Value } from "../value.ts";
import { NUMBER, type ValueType } from "../value_type.ts";
import { type FunctionRule, number, type Parameter, text } from "./function_rule.ts";

/** The largest number of digits that numbers are rounded to. */
const MAX_PLACES = 20;

const ROUNDINGS = new Set(["half-up", "half-even"]);

const rounding: Parameter = {
  expected: "text",
  accepts: ({ type }) => type.kind === "text",
  problem: ({ literal }) =>
    literal !== undefined && ROUNDINGS.has(literal)
      ? undefined
      : 'Expected "half-up" or "half-even"',
};

/** The type of the first argument: a rounded amount is an amount. */
const sameType = ([first = NUMBER]: ReadonlyArray<ValueType>) => first;

function withNumber(run: (value: Decimal) => Decimal): FunctionRule["run"] {
  return ([value = null]: ReadonlyArray<Value>, meter) =>
    isDecimal(value) ? meter.number(run(value)) : null;
}

export const numberFunctions = {
  round: {
    parameters: [number, number, rounding],
    optional: 2,
    result: sameType,
    run: ([value = null, places, mode], meter) =>
      isDecimal(value)
        ? meter.number(
            roundDecimal(
              value,
              integer(places, MAX_PLACES),
              mode === "half-even" ? "half-even" : "half-up",
            ),
          )
        : null,
  },
  floor: {
    parameters: [number],
    result: sameType,
    run: withNumber((value) => wholePart(value, "down")),
  },
  ceil: {
    parameters: [number],
    result: sameType,
    run: withNumber((value) => wholePart(value, "up")),
  },
  abs: {
    parameters: [number],
    result: sameType,
    run: withNumber((value) => (value.digits < 0n ? negateDecimal(value) : value)),
  },
  number: {
    parameters: [text],
    result: () => NUMBER,
    run: ([value = null], meter) => {
      const parsed = typeof value === "string" ? parseDecimal(value.trim()) : undefined;
      return parsed === undefined ? null : meter.number(parsed);
    },
  },
} as const satisfies Readonly<Record<string, FunctionRule>>;

/** The quotient of two numbers; absent if the divisor is zero. */
export function quotient(a: Decimal, b: Decimal): Decimal | null {
  return divideDecimals(a, b) ?? null;
}
