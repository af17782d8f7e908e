import {
  addDecimals,
  compareDecimals,
  type Decimal,
  multiplyDecimals,
  negateDecimal,
  remainderOfDecimals,
  subtractDecimals,
} from "../values/mod.ts";
import { compareDates } from "./dates.ts";
import { quotient } from "./functions/number_functions.ts";
import { isDecimal, isList, type Meter, textOf, type Value } from "./value.ts";

type Operator = (args: ReadonlyArray<Value>, meter: Meter) => Value;

/** Operators of two numbers; absent if one of them is. */
function arithmetic(run: (a: Decimal, b: Decimal) => Decimal | null): Operator {
  return ([a = null, b = null], meter) => {
    if (!isDecimal(a) || !isDecimal(b)) return null;
    const result = run(a, b);
    return result === null ? null : meter.number(result);
  };
}

/** Whether two values of the same type are equal. Absent values equal each other and empty text. */
function areEqual(a: Value, b: Value, isDate: boolean): boolean {
  if (isDecimal(a) && isDecimal(b)) return compareDecimals(a, b) === 0;
  if (isDate && typeof a === "string" && typeof b === "string") return compareDates(a, b) === 0;
  return (a === "" ? null : a) === (b === "" ? null : b);
}

/** Comparisons are false with an absent value. */
function ordering(holds: (sign: number) => boolean): Operator {
  return ([a = null, b = null, type]) => {
    if (a === null || b === null) return false;
    if (isDecimal(a) && isDecimal(b)) return holds(compareDecimals(a, b));
    const [left, right] = [textOf(a), textOf(b)];
    if (type === "date") return holds(compareDates(left, right));
    if (left === right) return holds(0);
    return holds(left < right ? -1 : 1);
  };
}

/** The operators but `&&`, `||` and `?:`, which do not evaluate all of their operands. */
export const OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ["+", arithmetic(addDecimals)],
  ["-", arithmetic(subtractDecimals)],
  ["*", arithmetic(multiplyDecimals)],
  ["/", arithmetic(quotient)],
  ["%", arithmetic((a, b) => remainderOfDecimals(a, b) ?? null)],
  ["negate", ([a = null], meter) => (isDecimal(a) ? meter.number(negateDecimal(a)) : null)],
  ["not", ([a]) => a !== true],
  ["concat", (texts, meter) => meter.text(texts.map(textOf).join(""))],
  ["==", ([a = null, b = null, type]) => areEqual(a, b, type === "date")],
  ["!=", ([a = null, b = null, type]) => !areEqual(a, b, type === "date")],
  ["<", ordering((sign) => sign < 0)],
  ["<=", ordering((sign) => sign <= 0)],
  [">", ordering((sign) => sign > 0)],
  [">=", ordering((sign) => sign >= 0)],
  [
    "in",
    ([item = null, list = null, type], meter) => {
      if (!isList(list)) return false;
      meter.spend(list.length);
      return list.some((each) => areEqual(item, each, type === "date"));
    },
  ],
]);
