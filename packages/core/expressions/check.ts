import * as Result from "effect/Result";

import { nearestName } from "../manifests/mod.ts";
import type { Code, EachFunction } from "./code.ts";
import { FUNCTIONS } from "./functions.ts";
import type { Argument, FunctionRule, Parameter } from "./functions/function_rule.ts";
import { parseExpression } from "./parse.ts";
import { type ExpressionScope, fieldOf, resolveKey, withSuggestion } from "./scope.ts";
import type { BinaryOperator, ExpressionProblem, Syntax } from "./syntax.ts";
import {
  ABSENT,
  BOOLEAN,
  commonType,
  nameOfType,
  NUMBER,
  productType,
  quotientType,
  TEXT,
  type ValueType,
} from "./value_type.ts";

/** An expression that can be evaluated, and the type of its value. */
export interface CheckedExpression {
  readonly code: Code;
  readonly type: ValueType;
  /**
   * The addends of running totals, for each row in turn. The expression and the later addends have the totals
   * under the names of `runningName`.
   */
  readonly running?: ReadonlyArray<Code>;
}

/** The name of a running total, which no expression can use. */
export function runningName(index: number): string {
  return `#running${index}`;
}

/**
 * Parses an expression and checks its names and types.
 *
 * @example A typo
 * ```ts
 * import { checkExpression, scopeOf } from "@paraph/core/expressions";
 * import { Result } from "effect";
 * import assert from "node:assert/strict";
 *
 * const total = { key: "total", label: "Total", dataType: "number", required: true } as const;
 * const scope = scopeOf({ variables: [total], loops: [] });
 * assert.equal(Result.isSuccess(checkExpression("total * 2 > 100", scope)), true);
 * assert.deepEqual(
 *   checkExpression("2 * totl", scope),
 *   Result.fail([{ message: 'The manifest has no "totl". Did you mean "total"?', column: 5 }]),
 * );
 * ```
 */
export function checkExpression(
  source: string,
  scope: ExpressionScope,
): Result.Result<CheckedExpression, ReadonlyArray<ExpressionProblem>> {
  const syntax = parseExpression(source);
  if (Result.isFailure(syntax)) return Result.fail([syntax.failure]);
  const checker = new Checker();
  const { code, type } = checker.check(syntax.success, scope);
  if (checker.problems.length > 0) return Result.fail(checker.problems);
  const { running } = checker;
  return Result.succeed(running.length === 0 ? { code, type } : { code, type, running });
}

/** The type of what has a problem, which would only have more because of it. */
type CheckedType = ValueType | undefined;

interface Checked {
  readonly code: Code;
  readonly type: ValueType;
  /** Whether it has a problem already: what uses it is not checked. */
  readonly isBroken: boolean;
  /** The names of list functions that it uses. */
  readonly locals: ReadonlySet<string>;
}

const NO_LOCALS: ReadonlySet<string> = new Set();
const NOTHING: Code = { op: "fixed", value: null };
const BROKEN: Checked = { code: NOTHING, type: ABSENT, isBroken: true, locals: NO_LOCALS };

const EACH_FUNCTIONS: ReadonlyMap<string, EachFunction> = new Map([
  ["map", "map"],
  ["filter", "filter"],
  ["where", "filter"],
  ["exists", "exists"],
  ["all", "all"],
]);

const FUNCTION_NAMES = [...FUNCTIONS.keys(), ...EACH_FUNCTIONS.keys(), "if", "running"];

class Checker {
  readonly problems: Array<ExpressionProblem> = [];
  /** The addends of running totals. */
  readonly running: Array<Code> = [];

  check(syntax: Syntax, scope: ExpressionScope): Checked {
    switch (syntax.kind) {
      case "number":
        return checked({ op: "number", digits: syntax.value }, NUMBER);
      case "text":
        return checked({ op: "fixed", value: syntax.value }, TEXT);
      case "boolean":
        return checked({ op: "fixed", value: syntax.value }, BOOLEAN);
      case "null":
        return checked(NOTHING, ABSENT);
      case "name": {
        const resolved = resolveKey(syntax.path, scope);
        if ("problem" in resolved) return this.#problem(resolved.problem, syntax);
        const { code, type, local } = resolved;
        return checked(code, type, local === undefined ? NO_LOCALS : new Set([local]));
      }
      case "select": {
        const of = this.check(syntax.of, scope);
        if (of.isBroken) return BROKEN;
        const field = fieldOf(of.code, of.type, syntax.path);
        if ("problem" in field) return this.#problem(field.problem, syntax);
        return checked(field.code, field.type, of.locals);
      }
      case "list":
        return this.#list(syntax.items, syntax, scope);
      case "unary":
        return this.#unary(syntax, scope);
      case "binary":
        return this.#binary(syntax, scope);
      case "choice":
        return this.#choice([syntax.condition, syntax.whenTrue, syntax.whenFalse], syntax, scope);
      default: {
        if (syntax.name === "if") return this.#choice(syntax.args, syntax, scope);
        if (syntax.name === "running") return this.#running(syntax, scope);
        const how = EACH_FUNCTIONS.get(syntax.name);
        return how === undefined ? this.#call(syntax, scope) : this.#each(how, syntax, scope);
      }
    }
  }

  #list(items: ReadonlyArray<Syntax>, syntax: Syntax, scope: ExpressionScope): Checked {
    const all = items.map((item) => this.check(item, scope));
    if (all.some(({ isBroken }) => isBroken)) return BROKEN;
    let of: CheckedType = ABSENT;
    for (const { type } of all) of = of === undefined ? undefined : commonType(of, type);
    if (of === undefined) return this.#problem("Expected values of one type in a list", syntax);
    const code: Code = { op: "list", items: all.map((item) => item.code) };
    return checked(code, { kind: "list", of }, localsOf(all));
  }

  #unary(
    { operator, operand }: Syntax & { readonly kind: "unary" },
    scope: ExpressionScope,
  ): Checked {
    if (operator === "!") {
      const condition = this.#condition(operand, scope);
      return condition.isBroken ? BROKEN : called("not", [condition], BOOLEAN);
    }
    const value = this.check(operand, scope);
    if (value.isBroken) return BROKEN;
    return value.type.kind === "number" || value.type.kind === "absent"
      ? called("negate", [value], value.type)
      : this.#problem(`Expected a number after -, not ${nameOfType(value.type)}`, operand);
  }

  #binary(syntax: Syntax & { readonly kind: "binary" }, scope: ExpressionScope): Checked {
    const { operator, left, right } = syntax;
    if (operator === "&&" || operator === "||") {
      const [a, b] = [this.#condition(left, scope), this.#condition(right, scope)];
      if (a.isBroken || b.isBroken) return BROKEN;
      const op = operator === "&&" ? "and" : "or";
      return checked({ op, left: a.code, right: b.code }, BOOLEAN, localsOf([a, b]));
    }
    const [a, b] = [this.check(left, scope), this.check(right, scope)];
    if (a.isBroken || b.isBroken) return BROKEN;
    const result = binaryType(operator, a.type, b.type);
    if (typeof result === "string") return this.#problem(result, syntax);
    const { name, type, isDate } = result;
    const extra = isDate ? [checked({ op: "fixed", value: "date" }, TEXT)] : [];
    return called(name, [a, b, ...extra], type);
  }

  /** An operand that is true or false. */
  #condition(syntax: Syntax, scope: ExpressionScope): Checked {
    const condition = this.check(syntax, scope);
    if (condition.isBroken) return condition;
    const problem = conditionProblem(condition.type);
    return problem === undefined ? condition : this.#problem(problem, syntax);
  }

  #choice(args: ReadonlyArray<Syntax>, syntax: Syntax, scope: ExpressionScope): Checked {
    const [first, second, third] = args;
    if (first === undefined || second === undefined || third === undefined || args.length > 3)
      return this.#problem("if() expects a condition and two values", syntax);
    const condition = this.#condition(first, scope);
    const [whenTrue, whenFalse] = [this.check(second, scope), this.check(third, scope)];
    if (condition.isBroken || whenTrue.isBroken || whenFalse.isBroken) return BROKEN;
    const type = commonType(whenTrue.type, whenFalse.type);
    if (type === undefined) {
      const kinds = `${nameOfType(whenTrue.type)} and ${nameOfType(whenFalse.type)}`;
      return this.#problem(`Expected two values of one type, not ${kinds}`, syntax);
    }
    const code: Code = {
      op: "choice",
      condition: condition.code,
      whenTrue: whenTrue.code,
      whenFalse: whenFalse.code,
    };
    return checked(code, type, localsOf([condition, whenTrue, whenFalse]));
  }

  /** `list.map(item, expression)` and the like. */
  #each(
    how: EachFunction,
    syntax: Syntax & { readonly kind: "call" },
    scope: ExpressionScope,
  ): Checked {
    const { name, args } = syntax;
    const [source, item, body] = args;
    const local = item?.kind === "name" && item.path.length === 1 ? item.path[0] : undefined;
    if (source === undefined || local === undefined || body === undefined || args.length > 3)
      return this.#problem(
        `${name}() expects a list, a name for its items and an expression, such as items.${name}(item, item.price${how === "map" ? "" : " > 0"})`,
        syntax,
      );
    const list = this.check(source, scope);
    if (list.isBroken) return BROKEN;
    if (list.type.kind !== "list")
      return this.#problem(`${name}() expects a list, not ${nameOfType(list.type)}`, source);
    const { of } = list.type;
    // The item hides a row of that name, and the rows inside it.
    const others = [...scope.locals].filter(([name]) => !name.startsWith(`${local}.`));
    const inner = { ...scope, locals: new Map([...others, [local, of]]), hasRunningTotals: false };
    const value = how === "map" ? this.check(body, inner) : this.#condition(body, inner);
    if (value.isBroken) return BROKEN;
    const outside = new Set([...value.locals].filter((used) => used !== local));
    const locals = new Set([...list.locals, ...outside]);
    const code: Code = {
      op: "each",
      how,
      list: list.code,
      local,
      body: value.code,
      once: locals.size === 0,
    };
    if (how === "map") return checked(code, { kind: "list", of: value.type }, locals);
    return checked(code, how === "filter" ? list.type : BOOLEAN, locals);
  }

  #call(syntax: Syntax & { readonly kind: "call" }, scope: ExpressionScope): Checked {
    const { name, args } = syntax;
    const rule = FUNCTIONS.get(name);
    if (rule === undefined) {
      const nearest = nearestName(name, FUNCTION_NAMES);
      return this.#problem(withSuggestion(`There is no function ${name}()`, nearest), syntax);
    }
    const values = args.map((arg) => this.check(arg, scope));
    const count = countProblem(name, rule, args.length);
    if (count !== undefined) return this.#problem(count, syntax);
    if (values.some(({ isBroken }) => isBroken)) return BROKEN;
    const known = args.map((arg, index): Argument => ({
      type: values[index]?.type ?? ABSENT,
      literal: arg.kind === "text" ? arg.value : undefined,
    }));
    const problems = args.flatMap((arg, index) => {
      const problem = argumentProblem(name, parameterAt(rule, index), known, index);
      return problem === undefined ? [] : [{ message: problem, column: arg.start + 1 }];
    });
    if (problems.length > 0) {
      this.problems.push(...problems);
      return BROKEN;
    }
    const types = known.map(({ type }) => type);
    const result = rule.result(types);
    if (typeof result === "string") return this.#problem(result, syntax);
    const extra = (rule.extra?.(types) ?? []).map((value) => checked({ op: "fixed", value }, TEXT));
    const takesList = types.some(({ kind }) => kind === "list");
    return called(name, [...values, ...extra], result, takesList);
  }

  /** `running(amount)`: the sum over the rows up to this one. */
  #running(syntax: Syntax & { readonly kind: "call" }, scope: ExpressionScope): Checked {
    const [addend] = syntax.args;
    if (scope.hasRunningTotals !== true)
      return this.#problem("running() is only for the columns of a table", syntax);
    if (addend === undefined || syntax.args.length > 1)
      return this.#problem("running() expects a number, such as running(row.amount)", syntax);
    const value = this.check(addend, scope);
    if (value.isBroken) return BROKEN;
    if (value.type.kind !== "number")
      return this.#problem(`running() expects a number, not ${nameOfType(value.type)}`, addend);
    const name = runningName(this.running.length);
    this.running.push(value.code);
    return checked({ op: "local", name }, value.type, new Set([name]));
  }

  #problem(message: string, { start }: Syntax): Checked {
    this.problems.push({ message, column: start + 1 });
    return BROKEN;
  }
}

function checked(code: Code, type: ValueType, locals = NO_LOCALS): Checked {
  return { code, type, isBroken: false, locals };
}

function called(
  name: string,
  args: ReadonlyArray<Checked>,
  type: ValueType,
  takesList = false,
): Checked {
  const locals = localsOf(args);
  const once = takesList && locals.size === 0;
  return checked({ op: "call", name, args: args.map(({ code }) => code), once }, type, locals);
}

function localsOf(values: ReadonlyArray<Checked>): ReadonlySet<string> {
  return values.every(({ locals }) => locals.size === 0)
    ? NO_LOCALS
    : new Set(values.flatMap(({ locals }) => [...locals]));
}

function parameterAt({ parameters, repeats }: FunctionRule, index: number): Parameter | undefined {
  return parameters[index] ?? (repeats === true ? parameters.at(-1) : undefined);
}

function countProblem(name: string, rule: FunctionRule, count: number): string | undefined {
  const most = rule.repeats === true ? Infinity : rule.parameters.length;
  const fewest = rule.parameters.length - (rule.optional ?? 0);
  if (count >= fewest && count <= most) return undefined;
  const expected = fewest === most ? String(most) : `${fewest} to ${most}`;
  const plural = expected === "1" ? "argument" : "arguments";
  return `${name}() expects ${most === Infinity ? `${fewest} or more` : expected} ${plural}, not ${count}`;
}

const ORDINALS = ["first", "second", "third"];

function argumentProblem(
  name: string,
  parameter: Parameter | undefined,
  all: ReadonlyArray<Argument>,
  index: number,
): string | undefined {
  const argument = all[index];
  if (parameter === undefined || argument === undefined) return undefined;
  if (parameter.accepts(argument)) return parameter.problem?.(argument, all);
  const ordinal = ORDINALS[index] ?? `${index + 1}th`;
  return `${name}() expects ${parameter.expected} as its ${ordinal} argument, not ${nameOfType(argument.type)}`;
}

/** Why a value is no condition; `undefined` if it is true or false. */
export function conditionProblem(type: ValueType): string | undefined {
  switch (type.kind) {
    case "boolean":
    case "absent":
      return undefined;
    case "number":
      return "Expected true or false, not a number: compare it, as in total > 0";
    default:
      return `Expected true or false, not ${nameOfType(type)}: compare it, or use has()`;
  }
}

interface BinaryResult {
  readonly name: string;
  readonly type: ValueType;
  readonly isDate: boolean;
}

function binaryType(operator: BinaryOperator, a: ValueType, b: ValueType): BinaryResult | string {
  const kinds = `${nameOfType(a)} and ${nameOfType(b)}`;
  switch (operator) {
    case "==":
    case "!=":
      return comparison(operator, a, b, ["number", "date", "text", "boolean", "absent"]);
    case "<":
    case "<=":
    case ">":
    case ">=":
      return comparison(operator, a, b, ["number", "date", "text", "absent"]);
    case "in":
      if (b.kind !== "list") return `Expected a list after in, not ${nameOfType(b)}`;
      return comparison("in", a, b.of, ["number", "date", "text", "boolean", "absent"]);
    default:
  }
  const isText = (type: ValueType) => type.kind === "text";
  if (operator === "+" && (isText(a) || isText(b))) {
    const others = [a, b].filter(({ kind }) => kind !== "text" && kind !== "absent");
    return others.length === 0
      ? { name: "concat", type: TEXT, isDate: false }
      : `Cannot join ${kinds}: use string() or format() to make text of a value`;
  }
  if (a.kind === "absent" || b.kind === "absent") {
    const other = a.kind === "absent" ? b : a;
    if (other.kind === "number" || other.kind === "absent")
      return { name: operator, type: other.kind === "number" ? other : NUMBER, isDate: false };
  }
  if (a.kind !== "number" || b.kind !== "number") {
    const hint =
      a.kind === "date" || b.kind === "date" ? ": use addDays(), addMonths() or daysBetween()" : "";
    return `Expected numbers at ${operator}, not ${kinds}${hint}`;
  }
  if (operator === "*") return { name: operator, type: productType(a, b), isDate: false };
  if (operator === "/") return { name: operator, type: quotientType(a, b), isDate: false };
  return { name: operator, type: commonType(a, b) ?? NUMBER, isDate: false };
}

function comparison(
  name: string,
  a: ValueType,
  b: ValueType,
  allowed: ReadonlyArray<ValueType["kind"]>,
): BinaryResult | string {
  const refused = [a, b].find(({ kind }) => !allowed.includes(kind));
  if (refused !== undefined)
    return `${name} cannot compare ${nameOfType(refused)}${hintFor(refused)}`;
  if (commonType(a, b) === undefined) {
    const isDated = a.kind === "date" || b.kind === "date";
    const hint = isDated ? `: write dates as date("2026-01-31")` : "";
    return `${name} cannot compare ${nameOfType(a)} with ${nameOfType(b)}${hint}`;
  }
  return { name, type: BOOLEAN, isDate: a.kind === "date" || b.kind === "date" };
}

function hintFor({ kind }: ValueType): string {
  if (kind === "list") return ": compare its count(), or use exists()";
  return kind === "row" ? ": compare one of its fields" : "";
}
