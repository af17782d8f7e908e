import { Predicate } from "effect";

import type { Issue } from "./issues.ts";

/** How deep a JSON value may nest; deeper ones are refused before anything walks them by recursion. */
export const MAX_DEPTH = 64;

/**
 * Tells what makes a JSON value impossible to keep: text that PostgreSQL cannot hold
 * (`\u0000`, a lone surrogate) and nesting deeper than {@linkcode MAX_DEPTH}.
 *
 * @example A lone surrogate is found under its path
 * ```ts
 * import { unstorableParts } from "@paraph/core/values";
 * import assert from "node:assert/strict";
 *
 * assert.equal(unstorableParts({ a: ["fine", "\ud800"] })[0]?.path, "a.1");
 * assert.deepEqual(unstorableParts({ a: ["fine"] }), []);
 * ```
 */
export function unstorableParts(root: unknown): ReadonlyArray<Issue> {
  const issues: Array<Issue> = [];
  const open: Array<{ readonly value: unknown; readonly path: string; readonly depth: number }> = [
    { value: root, path: "", depth: 0 },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path, depth } = next;
    if (Predicate.isString(value) && !isStorableText(value)) {
      issues.push({ path, message: "Contains a character that cannot be stored" });
    }
    if (!Predicate.isObjectOrArray(value)) continue;
    if (depth >= MAX_DEPTH) {
      issues.push({ path: path.slice(0, 200), message: `Nested deeper than ${MAX_DEPTH} levels` });
      break;
    }
    for (const [key, child] of Object.entries(value)) {
      const storable = isStorableText(key);
      const childPath = joinPath(path, storable ? key : JSON.stringify(key));
      if (!storable) issues.push({ path: childPath, message: "Is a key that cannot be stored" });
      if (Predicate.isString(child) || Predicate.isObjectOrArray(child)) {
        open.push({ value: child, path: childPath, depth: depth + 1 });
      }
    }
  }
  return issues;
}

/** Whether PostgreSQL can hold a text: no NUL, no lone surrogate. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

function joinPath(parent: string, key: string): string {
  return parent === "" ? key : `${parent}.${key}`;
}
