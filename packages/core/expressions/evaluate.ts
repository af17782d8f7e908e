import { type InputData, rowsInRow, valueInRow } from "../manifests/mod.ts";
import { parseDecimal } from "../values/mod.ts";
import type { Code } from "./code.ts";
import { FUNCTIONS } from "./functions.ts";
import { OPERATORS } from "./operators.ts";
import { isList, isRow, Meter, type Value, valueOfData } from "./value.ts";

/** The values of names that list functions pass on. */
interface Locals {
  readonly name: string;
  readonly value: Value;
  readonly outer: Locals | undefined;
}

/** The expressions of one document: they share their limits, and results that do not change. */
class Evaluation {
  readonly #data: InputData;
  readonly #meter = new Meter();
  readonly #results = new Map<Code, Value>();

  constructor(data: InputData) {
    this.#data = data;
  }

  value(code: Code, locals: Locals | undefined): Value {
    const { values, loops } = this.#data;
    switch (code.op) {
      case "fixed":
        return code.value;
      case "number":
        return parseDecimal(code.digits) ?? null;
      case "variable": {
        const value = Object.hasOwn(values, code.key) ? values[code.key] : null;
        return valueOfData(value, code.isNumber, this.#meter);
      }
      case "rows":
        return code.of === undefined
          ? Object.hasOwn(loops, code.loop)
            ? (loops[code.loop] ?? [])
            : []
          : this.#nestedRows(code.loop, this.value(code.of, locals));
      case "local":
        return localValue(code.name, locals);
      case "field": {
        const row = this.value(code.of, locals);
        return isRow(row)
          ? valueOfData(valueInRow(row, code.key), code.isNumber, this.#meter)
          : null;
      }
      case "list":
        return code.items.map((item) => this.value(item, locals));
      case "choice":
        this.#meter.spend();
        return this.value(
          this.value(code.condition, locals) === true ? code.whenTrue : code.whenFalse,
          locals,
        );
      case "and":
        this.#meter.spend();
        return this.value(code.left, locals) === true && this.value(code.right, locals) === true;
      case "or":
        this.#meter.spend();
        return this.value(code.left, locals) === true || this.value(code.right, locals) === true;
      default:
        return code.once ? this.#once(code) : this.#computed(code, locals);
    }
  }

  #nestedRows(loop: string, row: Value): Value {
    this.#meter.spend();
    return isRow(row) ? rowsInRow(row, loop) : [];
  }

  #once(code: Code & { readonly op: "call" | "each" }): Value {
    const known = this.#results.get(code);
    if (known !== undefined) return known;
    const value = this.#computed(code, undefined);
    this.#results.set(code, value);
    return value;
  }

  #computed(code: Code & { readonly op: "call" | "each" }, locals: Locals | undefined): Value {
    this.#meter.spend();
    if (code.op === "each") return this.#each(code, locals);
    const args = code.args.map((arg) => this.value(arg, locals));
    const operator = OPERATORS.get(code.name);
    if (operator !== undefined) return operator(args, this.#meter);
    const rule = FUNCTIONS.get(code.name);
    if (rule === undefined || (rule.takesAbsent !== true && args.includes(null))) return null;
    return rule.run(args, this.#meter);
  }

  #each(code: Code & { readonly op: "each" }, locals: Locals | undefined): Value {
    const list = this.value(code.list, locals);
    if (!isList(list)) return code.how === "exists" ? false : code.how === "all" ? true : [];
    const evaluateFor = (value: Value) =>
      this.value(code.body, { name: code.local, value, outer: locals });
    switch (code.how) {
      case "map":
        return list.map(evaluateFor);
      case "flatMap": {
        const items = list.flatMap(evaluateFor);
        this.#meter.spend(items.length);
        return items;
      }
      case "filter":
        return list.filter((value) => evaluateFor(value) === true);
      case "exists":
        return list.some((value) => evaluateFor(value) === true);
      default:
        return list.every((value) => evaluateFor(value) === true);
    }
  }
}

function localValue(name: string, locals: Locals | undefined): Value {
  let scope = locals;
  while (scope !== undefined && scope.name !== name) scope = scope.outer;
  return scope?.value ?? null;
}

const evaluations = new WeakMap<InputData, Evaluation>();

/**
 * Evaluates a checked expression. All expressions with the same data share one limit of steps.
 *
 * Throws an `ExpressionLimit` if the document exceeds a limit; nothing else fails.
 *
 * @param locals The values of the names in scope, such as the row of a cell.
 */
export function evaluateExpression(
  code: Code,
  data: InputData,
  locals: Readonly<Record<string, Value>> = {},
): Value {
  let evaluation = evaluations.get(data);
  if (evaluation === undefined) {
    evaluation = new Evaluation(data);
    evaluations.set(data, evaluation);
  }
  let scope: Locals | undefined;
  for (const [name, value] of Object.entries(locals)) scope = { name, value, outer: scope };
  return evaluation.value(code, scope);
}
