/** The keys of a manifest. */
export interface ManifestKeys {
  readonly variables: ReadonlyArray<{ readonly key: string }>;
  readonly loops: ReadonlyArray<LoopKeys>;
}

/** The keys of a loop, and of the loops in its rows. */
export interface LoopKeys {
  readonly key: string;
  readonly itemFields: ReadonlyArray<{ readonly key: string }>;
  readonly loops?: ReadonlyArray<LoopKeys>;
}

/** A problem of a key, and its path. */
export interface ManifestProblem {
  readonly path: ReadonlyArray<string | number>;
  readonly message: string;
}

/**
 * The conflicts between keys of a manifest: a key used twice, a variable that is the parent of another
 * (`a` and `a.b`), a loop key that is the first name of a variable.
 *
 * @example A value cannot also be a group
 * ```ts
 * import { manifestProblems } from "@paraph/core/manifests";
 * import assert from "node:assert/strict";
 *
 * const problems = manifestProblems({ variables: [{ key: "a" }, { key: "a.b" }], loops: [] });
 * assert.deepEqual(problems[0]?.path, ["variables", 1, "key"]);
 * ```
 */
export function manifestProblems({
  variables,
  loops,
}: ManifestKeys): ReadonlyArray<ManifestProblem> {
  return [
    ...keyProblems(variables, ["variables"]),
    ...loopProblems(loops, variables, "a variable", ["loops"]),
  ];
}

/** The conflicts of loops with each other and with the values of the same row. */
function loopProblems(
  loops: ReadonlyArray<LoopKeys>,
  values: ReadonlyArray<{ readonly key: string }>,
  kind: string,
  path: ReadonlyArray<string | number>,
): ReadonlyArray<ManifestProblem> {
  const groups = new Set(values.map(({ key }) => key.split(".", 1)[0]));
  return [
    ...keyProblems(loops, path),
    ...loops.flatMap(({ key, itemFields, loops: nested = [] }, index) => [
      ...(groups.has(key)
        ? [{ path: [...path, index, "key"], message: `"${key}" is already the name of ${kind}` }]
        : []),
      ...keyProblems(itemFields, [...path, index, "itemFields"]),
      ...loopProblems(nested, itemFields, "an item field", [...path, index, "loops"]),
    ]),
  ];
}

/** Whether a loop's key has no dot; a dot is the error `invalid_loop_key`. */
export function isLoopKey(key: string): boolean {
  return !key.includes(".");
}

function keyProblems(
  entries: ReadonlyArray<{ readonly key: string }>,
  path: ReadonlyArray<string | number>,
): ReadonlyArray<ManifestProblem> {
  const seenKeys = new Set<string>();
  const keys = new Set(entries.map(({ key }) => key));
  return entries.flatMap(({ key }, index) => {
    const parent = parentsOf(key).find((candidate) => keys.has(candidate));
    const problems = [
      ...(seenKeys.has(key) ? [`"${key}" is used twice`] : []),
      ...(parent === undefined ? [] : [`"${parent}" is a value, so it cannot hold "${key}"`]),
    ];
    seenKeys.add(key);
    return problems.map((message) => ({ path: [...path, index, "key"], message }));
  });
}

function parentsOf(key: string): ReadonlyArray<string> {
  const segments = key.split(".");
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join("."));
}
