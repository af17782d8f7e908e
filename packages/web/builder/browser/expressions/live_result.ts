import {
  checkExpression,
  type Code,
  conditionProblem,
  dataTypeOf,
  evaluateExpression,
  type ExpressionScope,
  printExpressionValue,
  printProblem,
  runningName,
  type Value,
} from "@paraph/core/expressions";
import { parseCondition, placeholderAt } from "@paraph/core/layouts";
import {
  type InputData,
  layoutFormatProblem,
  printerOf,
  printFormat,
} from "@paraph/core/manifests";
import { Result } from "effect";

import { TEXTS } from "../texts.ts";

/** The names of an expression, and the sample data to evaluate it with. */
export interface SampleScope {
  readonly scope: ExpressionScope;
  readonly data: InputData;
  /** The values of local names, such as the row of a table. */
  readonly locals?: Readonly<Record<string, Value>>;
}

/** What a text or condition is with the sample data, or its first problem with its place in the text. */
export type LiveResult =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "condition"; readonly isTrue: boolean }
  | {
      readonly kind: "problem";
      readonly message: string;
      readonly start: number;
      readonly end: number;
    };

/** Prints a text with placeholders and expressions. */
export function printText(text: string, sample: SampleScope): LiveResult {
  let printed = "";
  for (let offset = 0; offset < text.length;) {
    const found = text[offset] === "{" ? placeholderAt(text, offset) : undefined;
    if (found === undefined) {
      printed += text[offset];
      offset += 1;
      continue;
    }
    const result = printPlaceholder(found.part, sample);
    if (typeof result !== "string") {
      const source = found.part.kind === "expression" ? found.part.source : "";
      const inside = text.indexOf(source, offset) + result.column - 1;
      const start = source === "" ? offset : inside;
      return { kind: "problem", message: result.message, start, end: found.end };
    }
    printed += result;
    offset = found.end;
  }
  return { kind: "text", text: printed };
}

/** Evaluates a condition: a key, or an expression. An empty one is always true. */
export function evaluateCondition(text: string, sample: SampleScope): LiveResult {
  if (text.trim() === "") return { kind: "condition", isTrue: true };
  const condition = parseCondition(text);
  if (condition.kind === "key") {
    const { scope, data } = sample;
    if (scope.loops.has(condition.key))
      return { kind: "condition", isTrue: (data.loops[condition.key] ?? []).length > 0 };
    if (scope.variables.has(condition.key))
      return { kind: "condition", isTrue: isPresent(data.values[condition.key]) };
  }
  const source = condition.kind === "key" ? condition.key : condition.source;
  const problemAt = (message: string, column: number): LiveResult => {
    const start = Math.max(0, text.indexOf(source)) + column - 1;
    return { kind: "problem", message, start, end: text.length };
  };
  const result = checkExpression(source, sample.scope);
  if (Result.isFailure(result)) {
    const [{ message, column } = { message: "", column: 1 }] = result.failure;
    return problemAt(message, column);
  }
  const problem = conditionProblem(result.success.type);
  if (problem !== undefined) return problemAt(problem, 1);
  return { kind: "condition", isTrue: evaluate(result.success.code, sample) === true };
}

function isPresent(value: unknown): boolean {
  const isEmpty = value === undefined || value === null || value === false || value === "";
  return !isEmpty && !(typeof value === "string" && ZERO.test(value));
}

const ZERO = /^[+-]?(?:0+(?:\.0*)?|\.0+)(?:e[+-]?\d+)?$/i;

type Part = NonNullable<ReturnType<typeof placeholderAt>>["part"];

function printPlaceholder(
  part: Part,
  sample: SampleScope,
): string | { readonly message: string; readonly column: number } {
  if (part.kind === "page") return part.which === "pageOf" ? "2" : PAGES[part.which];
  const { scope, data } = sample;
  if (part.kind === "value") {
    const variable = scope.variables.get(part.key);
    if (variable === undefined) {
      return { message: TEXTS.problems.unknownKey(part.key), column: 1 };
    }
    const problem = part.format && layoutFormatProblem(part.format, variable.dataType);
    if (problem) return { message: problem, column: 1 };
    const format = printFormat(variable.dataType, part.format ?? variable.format);
    return printerOf(format)(data.values[part.key]);
  }
  const result = checkExpression(part.source, scope);
  if (Result.isFailure(result)) return result.failure[0] ?? { message: "", column: 1 };
  const { code, type, running = [] } = result.success;
  const problem = printProblem(type, part.format);
  if (problem !== undefined) return { message: problem, column: 1 };
  const own = "format" in type ? type.format : undefined;
  return printExpressionValue(
    evaluate(code, withTotals(running, sample)),
    printFormat(dataTypeOf(type), part.format ?? own),
  );
}

/** Page numbers of a document of two pages. */
const PAGES = { currentPage: "1", totalPages: "2", documentPage: "1", documentPages: "2" } as const;

/** The names with the running totals of the first row. */
function withTotals(running: ReadonlyArray<Code>, sample: SampleScope): SampleScope {
  const locals = { ...sample.locals };
  for (const [index, addend] of running.entries())
    locals[runningName(index)] = evaluate(addend, { ...sample, locals });
  return { ...sample, locals };
}

/** The value of an expression; absent if the sample data exceeds a limit. */
function evaluate(code: Code, sample: SampleScope): Value {
  try {
    return evaluateExpression(code, sample.data, sample.locals);
  } catch {
    return null;
  }
}
