import * as Result from "effect/Result";

import { MAX_DEPTH, MAX_LENGTH } from "./limits.ts";
import type { BinaryOperator, ExpressionProblem, Syntax } from "./syntax.ts";
import { type Token, tokensOf } from "./tokens.ts";

/** The operators, from the loosest to the tightest, as in CEL. */
const LEVELS: ReadonlyArray<ReadonlyArray<BinaryOperator>> = [
  ["||"],
  ["&&"],
  ["==", "!=", "<", "<=", ">", ">=", "in"],
  ["+", "-"],
  ["*", "/", "%"],
];

/**
 * Parses an expression in the syntax of CEL.
 *
 * @example A problem has a column
 * ```ts
 * import { parseExpression } from "@paraph/core/expressions";
 * import { Result } from "effect";
 * import assert from "node:assert/strict";
 *
 * assert.equal(Result.isSuccess(parseExpression("net * (1 + rate)")), true);
 * assert.deepEqual(
 *   parseExpression("net +"),
 *   Result.fail({ message: "Expected a value after +", column: 6 }),
 * );
 * ```
 */
export function parseExpression(source: string): Result.Result<Syntax, ExpressionProblem> {
  if (source.length > MAX_LENGTH)
    return Result.fail({ message: `Expected at most ${MAX_LENGTH} characters`, column: 1 });
  const tokens = tokensOf(source);
  if (Result.isFailure(tokens)) return Result.fail(tokens.failure);
  try {
    return Result.succeed(new Parser(tokens.success).parse());
  } catch (error) {
    if (error instanceof SyntaxProblem)
      return Result.fail({ message: error.message, column: error.column });
    throw error;
  }
}

/** Ends parsing: an expression has one syntax error at most. */
class SyntaxProblem extends Error {
  readonly column: number;
  constructor(message: string, column: number) {
    super(message);
    this.column = column;
  }
}

class Parser {
  readonly #tokens: ReadonlyArray<Token>;
  #position = 0;
  #depth = 0;

  constructor(tokens: ReadonlyArray<Token>) {
    this.#tokens = tokens;
  }

  parse(): Syntax {
    const syntax = this.#nested(() => this.#choice());
    const next = this.#peek();
    if (next.kind !== "end") this.#fail(`Unexpected ${shown(next)}`, next);
    return syntax;
  }

  /** `condition ? then : otherwise` */
  #choice(): Syntax {
    const condition = this.#binary(0);
    if (!this.#take("?")) return condition;
    const whenTrue = this.#nested(() => this.#choice());
    this.#expect(":");
    const whenFalse = this.#nested(() => this.#choice());
    const { start } = condition;
    return { kind: "choice", condition, whenTrue, whenFalse, start, end: whenFalse.end };
  }

  #binary(level: number): Syntax {
    const operators = LEVELS[level];
    if (operators === undefined) return this.#unary();
    let left = this.#binary(level + 1);
    for (;;) {
      const { value, kind } = this.#peek();
      const operator = operators.find((candidate) => candidate === value);
      if (operator === undefined || (kind !== "symbol" && operator !== "in")) return left;
      this.#position += 1;
      const right = this.#binary(level + 1);
      left = { kind: "binary", operator, left, right, start: left.start, end: right.end };
    }
  }

  #unary(): Syntax {
    const { start } = this.#peek();
    for (const operator of ["!", "-"] as const) {
      if (!this.#take(operator)) continue;
      const operand = this.#nested(() => this.#unary());
      return { kind: "unary", operator, operand, start, end: operand.end };
    }
    return this.#postfix();
  }

  /** Fields of rows, and functions behind a point: `name.upper()` is `upper(name)`. */
  #postfix(): Syntax {
    let syntax = this.#primary();
    while (this.#take(".")) {
      const name = this.#expectName();
      if (this.#peek().value === "(" && this.#peek().kind === "symbol") {
        syntax = this.#call(name, syntax);
      } else if (syntax.kind === "name" || syntax.kind === "select") {
        syntax = { ...syntax, path: [...syntax.path, name.value], end: name.end };
      } else {
        const { start } = syntax;
        syntax = { kind: "select", of: syntax, path: [name.value], start, end: name.end };
      }
    }
    return syntax;
  }

  #primary(): Syntax {
    const token = this.#peek();
    const { start, end, value } = token;
    this.#position += 1;
    switch (token.kind) {
      case "number":
      case "text":
        return { kind: token.kind, value, start, end };
      case "name":
        if (value === "true" || value === "false")
          return { kind: "boolean", value: value === "true", start, end };
        if (value === "null") return { kind: "null", start, end };
        if (value === "in") break;
        return this.#peek().value === "(" && this.#peek().kind === "symbol"
          ? this.#call(token, undefined)
          : { kind: "name", path: [value], start, end };
      case "symbol":
        if (value === "(") {
          const inside = this.#nested(() => this.#choice());
          return { ...inside, start, end: this.#expect(")").end };
        }
        if (value === "[") {
          const items = this.#arguments("]");
          return { kind: "list", items, start, end: this.#previous().end };
        }
        break;
      default:
    }
    this.#position -= 1;
    const before = this.#previous();
    return this.#fail(
      before.kind === "end" ? "Expected a value" : `Expected a value after ${shown(before)}`,
      token,
    );
  }

  #call({ value: name, start }: Token, target: Syntax | undefined): Syntax {
    this.#position += 1;
    const args = this.#arguments(")");
    const { end } = this.#previous();
    return target === undefined
      ? { kind: "call", name, args, start, end }
      : { kind: "call", name, args: [target, ...args], start, end };
  }

  #arguments(close: string): ReadonlyArray<Syntax> {
    const items: Array<Syntax> = [];
    if (this.#take(close)) return items;
    do items.push(this.#nested(() => this.#choice()));
    while (this.#take(","));
    this.#expect(close);
    return items;
  }

  #nested<A>(parse: () => A): A {
    if (this.#depth >= MAX_DEPTH)
      this.#fail(`Expected at most ${MAX_DEPTH} levels of nesting`, this.#peek());
    this.#depth += 1;
    const result = parse();
    this.#depth -= 1;
    return result;
  }

  #take(symbol: string): boolean {
    const { kind, value } = this.#peek();
    if (kind !== "symbol" || value !== symbol) return false;
    this.#position += 1;
    return true;
  }

  #expect(symbol: string): Token {
    const token = this.#peek();
    if (!this.#take(symbol)) this.#fail(`Expected ${symbol} before ${shown(token)}`, token);
    return token;
  }

  #expectName(): Token {
    const token = this.#peek();
    if (token.kind !== "name") this.#fail("Expected a name after .", token);
    this.#position += 1;
    return token;
  }

  #peek(): Token {
    return this.#tokens[this.#position] ?? END;
  }

  #previous(): Token {
    return this.#tokens[this.#position - 1] ?? END;
  }

  #fail(message: string, { start }: Token): never {
    throw new SyntaxProblem(message, start + 1);
  }
}

const END: Token = { kind: "end", value: "", start: 0, end: 0 };

function shown({ kind, value }: Token): string {
  if (kind === "end") return "the end";
  return kind === "text" ? `"${value}"` : value;
}
