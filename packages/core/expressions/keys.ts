import * as Result from "effect/Result";

import { parseExpression } from "./parse.ts";
import type { Syntax } from "./syntax.ts";

/**
 * The keys that an expression names, each with all its parts: `items.price`. None if it cannot be parsed.
 *
 * @example The name of an item is no key
 * ```ts
 * import { keysInExpression } from "@paraph/core/expressions";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(keysInExpression("net + sum(items.map(i, i.price))"), ["net", "items"]);
 * ```
 */
export function keysInExpression(source: string): ReadonlyArray<string> {
  const syntax = parseExpression(source);
  return Result.isSuccess(syntax) ? keysIn(syntax.success, []) : [];
}

function keysIn(syntax: Syntax, locals: ReadonlyArray<string>): ReadonlyArray<string> {
  switch (syntax.kind) {
    case "name":
      return locals.includes(syntax.path[0] ?? "") ? [] : [syntax.path.join(".")];
    case "select":
      return keysIn(syntax.of, locals);
    case "call": {
      const [list, item, body] = syntax.args;
      if (EACH.has(syntax.name) && list && body && item?.kind === "name")
        return [...keysIn(list, locals), ...keysIn(body, [...locals, ...item.path])];
      return syntax.args.flatMap((arg) => keysIn(arg, locals));
    }
    case "list":
      return syntax.items.flatMap((item) => keysIn(item, locals));
    case "unary":
      return keysIn(syntax.operand, locals);
    case "binary":
      return [...keysIn(syntax.left, locals), ...keysIn(syntax.right, locals)];
    case "choice":
      return [syntax.condition, syntax.whenTrue, syntax.whenFalse].flatMap((part) =>
        keysIn(part, locals),
      );
    default:
      return [];
  }
}

const EACH = new Set(["map", "filter", "where", "exists", "all"]);
