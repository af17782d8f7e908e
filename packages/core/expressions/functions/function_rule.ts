import type { Meter, Value } from "../value.ts";
import { commonType, nameOfType, type ValueType } from "../value_type.ts";

/** An argument as publishing knows it. */
export interface Argument {
  readonly type: ValueType;
  /** The text, if it is one in quotes. */
  readonly literal: string | undefined;
}

/** A parameter: its types for people, and whether it takes an argument. */
export interface Parameter {
  readonly expected: string;
  readonly accepts: (argument: Argument) => boolean;
  /** The problem of an argument of the right type. */
  readonly problem?: (argument: Argument, all: ReadonlyArray<Argument>) => string | undefined;
}

/** A function of expressions. */
export interface FunctionRule {
  readonly parameters: ReadonlyArray<Parameter>;
  /** The number of parameters that can be omitted, from the last. */
  readonly optional?: number;
  /** Whether the last parameter can be repeated. */
  readonly repeats?: boolean;
  /** The type of the result; a text is a problem. */
  readonly result: (args: ReadonlyArray<ValueType>) => ValueType | string;
  /** Whether the function takes absent arguments. Otherwise, its result is absent with one of them. */
  readonly takesAbsent?: boolean;
  /** More arguments, which the types decide. */
  readonly extra?: (args: ReadonlyArray<ValueType>) => ReadonlyArray<string>;
  readonly run: (args: ReadonlyArray<Value>, meter: Meter) => Value;
}

function parameter(kind: ValueType["kind"], expected: string): Parameter {
  return { expected, accepts: ({ type }) => type.kind === kind || type.kind === "absent" };
}

export const number = parameter("number", "a number");
export const text = parameter("text", "text");
export const date = parameter("date", "a date");
export const list = parameter("list", "a list");
export const anything: Parameter = { expected: "a value", accepts: () => true };

/** Values that print in text: all but lists, rows and images. */
export const printable: Parameter = {
  expected: "text, a number, a date, or true or false",
  accepts: ({ type }) => !["list", "row", "image"].includes(type.kind),
};

/** A list of values of some kinds. */
export function listOf(expected: string, ...kinds: ReadonlyArray<ValueType["kind"]>): Parameter {
  return {
    expected,
    accepts: ({ type }) =>
      type.kind === "absent" ||
      (type.kind === "list" && (kinds.includes(type.of.kind) || type.of.kind === "absent")),
  };
}

/** The type that all have in common, or the problem that they have none. */
export function common(types: ReadonlyArray<ValueType>): ValueType | string {
  let result: ValueType = { kind: "absent" };
  for (const type of types) {
    const next = commonType(result, type);
    if (next === undefined)
      return `Expected values of one type, not ${nameOfType(result)} and ${nameOfType(type)}`;
    result = next;
  }
  return result;
}
