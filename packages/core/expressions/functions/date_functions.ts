import * as Result from "effect/Result";

import { checkValue } from "../../manifests/mod.ts";
import { wholeDecimal } from "../../values/mod.ts";
import { addDays, addMonths, datePart, daysBetween, MAX_DAYS } from "../dates.ts";
import { integer, type Meter, textOf, type Value } from "../value.ts";
import { DATE, NUMBER, type ValueType } from "../value_type.ts";
import { date, type FunctionRule, number, type Parameter } from "./function_rule.ts";

const isoDate: Parameter = {
  expected: "text",
  accepts: ({ type }) => type.kind === "text" || type.kind === "absent",
  problem: ({ literal }) =>
    literal === undefined || parseDate(literal) !== null
      ? undefined
      : `Expected an ISO 8601 date such as "2026-01-31"`,
};

function parseDate(text: string): string | null {
  const result = checkValue("date", text);
  return Result.isSuccess(result) && typeof result.success === "string" ? result.success : null;
}

function part(name: "year" | "month" | "day" | "weekday"): FunctionRule {
  return {
    parameters: [date],
    result: () => NUMBER,
    run: ([value], meter) => wholeOrAbsent(datePart(textOf(value), name), meter),
  };
}

function shift(move: (iso: string, by: number) => string | undefined): FunctionRule {
  return {
    parameters: [date, number],
    result: ([first = DATE]: ReadonlyArray<ValueType>) => first,
    run: ([value, by], meter) => {
      meter.spend(2);
      return move(textOf(value), integer(by, MAX_DAYS)) ?? null;
    },
  };
}

function wholeOrAbsent(value: number | undefined, meter: Meter): Value {
  meter.spend(2);
  return value === undefined ? null : wholeDecimal(value);
}

export const dateFunctions = {
  addDays: shift(addDays),
  addMonths: shift(addMonths),
  addYears: shift((iso, years) => addMonths(iso, years * 12)),
  daysBetween: {
    parameters: [date, date],
    result: () => NUMBER,
    run: ([from, to], meter) => wholeOrAbsent(daysBetween(textOf(from), textOf(to)), meter),
  },
  year: part("year"),
  month: part("month"),
  day: part("day"),
  weekday: part("weekday"),
  date: { parameters: [isoDate], result: () => DATE, run: ([value]) => parseDate(textOf(value)) },
} as const satisfies Readonly<Record<string, FunctionRule>>;
