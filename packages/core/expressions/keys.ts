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
  return namesInSource(source).map(({ path }) => path.join("."));
}

/**
 * Renames a key of an expression, and keys in its rows. An expression that cannot be parsed stays as it is.
 *
 * @example The name of an item stays
 * ```ts
 * import { renameInExpression } from "@paraph/core/expressions";
 * import assert from "node:assert/strict";
 *
 * assert.equal(renameInExpression("i + sum(i.map(i, i.net))", "i", "items"), "items + sum(items.map(i, i.net))");
 * ```
 */
export function renameInExpression(source: string, before: string, after: string): string {
  let [renamed, end] = ["", 0];
  for (const { path, start } of namesInSource(source)) {
    const isMeant = `${path.join(".")}.`.startsWith(`${before}.`);
    if (!isMeant || !source.startsWith(before, start)) continue;
    renamed += source.slice(end, start) + after;
    end = start + before.length;
  }
  return renamed + source.slice(end);
}

type Name = Syntax & { readonly kind: "name" };

/** The keys of an expression in their order. */
function namesInSource(source: string): ReadonlyArray<Name> {
  const syntax = parseExpression(source);
  if (Result.isFailure(syntax)) return [];
  return namesIn(syntax.success, []).toSorted((a, b) => a.start - b.start);
}

function namesIn(syntax: Syntax, locals: ReadonlyArray<string>): ReadonlyArray<Name> {
  switch (syntax.kind) {
    case "name":
      return locals.includes(syntax.path[0] ?? "") ? [] : [syntax];
    case "select":
      return namesIn(syntax.of, locals);
    case "call": {
      const [list, item, body] = syntax.args;
      if (EACH.has(syntax.name) && list && body && item?.kind === "name")
        return [...namesIn(list, locals), ...namesIn(body, [...locals, ...item.path])];
      return syntax.args.flatMap((arg) => namesIn(arg, locals));
    }
    case "list":
      return syntax.items.flatMap((item) => namesIn(item, locals));
    case "unary":
      return namesIn(syntax.operand, locals);
    case "binary":
      return [...namesIn(syntax.left, locals), ...namesIn(syntax.right, locals)];
    case "choice":
      return [syntax.condition, syntax.whenTrue, syntax.whenFalse].flatMap((part) =>
        namesIn(part, locals),
      );
    default:
      return [];
  }
}

const EACH = new Set(["map", "filter", "where", "exists", "all"]);
