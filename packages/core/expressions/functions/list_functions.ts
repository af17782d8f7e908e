import {
  addDecimals,
  type Decimal,
  compareDecimals,
  wholeDecimal,
  ZERO,
} from "../../values/mod.ts";
import { compareDates } from "../dates.ts";
import { isAbsent, isDecimal, isList, type Meter, textOf, type Value } from "../value.ts";
import { ABSENT, BOOLEAN, nameOfType, NUMBER, type ValueType } from "../value_type.ts";
import {
  anything,
  common,
  type FunctionRule,
  list,
  listOf,
  type Parameter,
} from "./function_rule.ts";
import { quotient } from "./number_functions.ts";

const numbers = listOf("a list of numbers", "number");

/** A list of numbers or dates, or a number or a date. */
const comparable: Parameter = {
  expected: "numbers or dates",
  accepts: ({ type }) => {
    const { kind } = type.kind === "list" ? type.of : type;
    return kind === "number" || kind === "date" || kind === "absent";
  },
};

const elementType = ([first = ABSENT]: ReadonlyArray<ValueType>) =>
  first.kind === "list" ? first.of : first;

const NO_VALUES: ReadonlyArray<Value> = [];

function itemsOf(value: Value | undefined, meter: Meter): ReadonlyArray<Value> {
  if (value === undefined || !isList(value)) return NO_VALUES;
  meter.spend(value.length);
  return value;
}

/** Adds the numbers of a list exactly; those that are absent are left out. */
function total(items: ReadonlyArray<Value>, meter: Meter): Decimal {
  let sum = ZERO;
  for (const item of items) if (isDecimal(item)) sum = meter.number(addDecimals(sum, item));
  return sum;
}

/** The order of two numbers or two dates. */
export function compareValues(a: Value, b: Value): number {
  if (isDecimal(a) && isDecimal(b)) return compareDecimals(a, b);
  return compareDates(textOf(a), textOf(b));
}

function extreme(sign: 1 | -1): FunctionRule {
  return {
    parameters: [comparable],
    repeats: true,
    takesAbsent: true,
    result: (types) => {
      const [first] = types;
      if (types.length === 1 && first?.kind !== "list")
        return `Expected a list or several values, not ${nameOfType(first ?? ABSENT)}`;
      return common(types.map((type) => (type.kind === "list" ? type.of : type)));
    },
    run: (args, meter) => {
      let best: Value = null;
      for (const item of args.flatMap((arg) => (isList(arg) ? itemsOf(arg, meter) : [arg]))) {
        if (item !== null && (best === null || compareValues(item, best) * sign > 0)) best = item;
      }
      return best;
    },
  };
}

export const listFunctions = {
  sum: {
    parameters: [numbers],
    takesAbsent: true,
    result: elementType,
    run: ([value], meter) => total(itemsOf(value, meter), meter),
  },
  avg: {
    parameters: [numbers],
    takesAbsent: true,
    result: elementType,
    run: ([value], meter) => {
      const present = itemsOf(value, meter).filter(isDecimal);
      const mean = quotient(total(present, meter), wholeDecimal(present.length));
      return mean === null ? null : meter.number(mean);
    },
  },
  count: {
    parameters: [list],
    takesAbsent: true,
    result: () => NUMBER,
    run: ([value], meter) =>
      wholeDecimal(itemsOf(value, meter).filter((item) => !isAbsent(item)).length),
  },
  size: {
    parameters: [
      {
        expected: "text or a list",
        accepts: ({ type }) => ["text", "list", "absent"].includes(type.kind),
      },
    ],
    takesAbsent: true,
    result: () => NUMBER,
    run: ([value], meter) =>
      wholeDecimal(
        typeof value === "string" ? Array.from(value).length : itemsOf(value, meter).length,
      ),
  },
  min: extreme(-1),
  max: extreme(1),
  first: {
    parameters: [list],
    result: elementType,
    run: ([value]) => (value !== undefined && isList(value) ? (value[0] ?? null) : null),
  },
  last: {
    parameters: [list],
    result: elementType,
    run: ([value]) => (value !== undefined && isList(value) ? (value.at(-1) ?? null) : null),
  },
  has: {
    parameters: [anything],
    takesAbsent: true,
    result: () => BOOLEAN,
    run: ([value = null]) => !isAbsent(value),
  },
  default: {
    parameters: [anything, anything],
    takesAbsent: true,
    result: common,
    run: ([value = null, other = null]) => (isAbsent(value) ? other : value),
  },
} as const satisfies Readonly<Record<string, FunctionRule>>;
