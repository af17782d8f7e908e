import { Predicate } from "effect";

import type { Issue } from "../issues.ts";

/** The maximum depth of a JSON value. Deeper values are rejected before recursive functions visit them. */
export const MAX_DEPTH = 64;

/**
 * Reports why a JSON value cannot be stored: text that PostgreSQL does not accept
 * (`\u0000`, a lone surrogate) and nesting deeper than {@linkcode MAX_DEPTH}.
 *
 * @example The path of a lone surrogate
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
  if (Predicate.isString(root) && !isStorableText(root)) {
    issues.push({ path: "", message: UNSTORABLE_TEXT });
  }
  visit(root, [], issues);
  return issues;
}

/** The maximum number of reported problems: a text can have millions. */
const MAX_ISSUES = 100;

const UNSTORABLE_TEXT = "Contains a character that cannot be stored";

/**
 * Visits all values. It recurses at most {@linkcode MAX_DEPTH} levels and builds paths only for
 * problems, so that millions of values take less than a second.
 */
function visit(value: unknown, path: Array<string>, issues: Array<Issue>): void {
  if (!Predicate.isObjectOrArray(value)) return;
  if (path.length >= MAX_DEPTH) {
    const message = `Nested deeper than ${MAX_DEPTH} levels`;
    issues.push({ path: path.join(".").slice(0, 200), message });
    return;
  }
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    if (issues.length >= MAX_ISSUES) return;
    if (Predicate.isString(key) && !isStorableText(key)) {
      issues.push({ path: pathTo(path, key), message: "Is a key that cannot be stored" });
    }
    const child: unknown = Reflect.get(value, key);
    if (Predicate.isString(child)) {
      if (!isStorableText(child))
        issues.push({ path: pathTo(path, key), message: UNSTORABLE_TEXT });
    } else if (Predicate.isObjectOrArray(child)) {
      path.push(stepTo(key));
      visit(child, path, issues);
      path.pop();
    }
  }
}

function pathTo(path: ReadonlyArray<string>, key: string | number): string {
  return [...path, stepTo(key)].join(".");
}

/** A key as a step of a path: JSON if the key cannot be stored. */
function stepTo(key: string | number): string {
  return Predicate.isString(key) && !isStorableText(key) ? JSON.stringify(key) : String(key);
}

/** Whether PostgreSQL can store a text: no NUL, no lone surrogate. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}
