import { Predicate } from "effect";

import type { Issue } from "../values/mod.ts";
import type { LoopDefinition, Manifest } from "./manifest.ts";
import { nearestName } from "./suggestion.ts";

/** The maximum number of listed keys. */
const MAX_LISTED = 20;

/** Longer paths are truncated. */
const MAX_PATH = 200;

/** A name in the data: a value, a group of names, or a list of rows. */
interface KeyNode {
  /** The child names; empty for a value. */
  readonly names: Map<string, KeyNode>;
  readonly isList: boolean;
}

/**
 * Lists the keys of the data that are not in the manifest, which a render drops: at most 20, and a
 * message about the rest. A key of several rows is listed for the first row only.
 *
 * @example A misspelt key
 * ```ts
 * import { unknownDataKeys } from "@paraph/core/manifests";
 * import assert from "node:assert/strict";
 *
 * const manifest = {
 *   variables: [{ key: "customer.name", label: "Customer", dataType: "text", required: true }],
 *   loops: [],
 * } as const;
 * assert.deepEqual(unknownDataKeys(manifest, { customer: { nmae: "Ada" } }), [
 *   { path: "customer.nmae", message: 'Not in the manifest. Did you mean "customer.name"?' },
 * ]);
 * ```
 */
export function unknownDataKeys(
  { variables, loops }: Manifest,
  data: Readonly<Record<string, unknown>>,
): ReadonlyArray<Issue> {
  const root = treeOf(variables);
  addLoops(root, loops);
  const variableKeys = new Set(variables.map(({ key }) => key));
  const search: Search = { issues: [], seen: new Set() };
  visit({ names: root.names, dotted: variableKeys }, data, { path: "", key: "" }, search);
  return search.issues;
}

function addLoops({ names }: KeyNode, loops: ReadonlyArray<LoopDefinition>): void {
  for (const { key, itemFields, loops: nested = [] } of loops) {
    const node = { ...treeOf(itemFields), isList: true };
    addLoops(node, nested);
    names.set(key, node);
  }
}

function treeOf(fields: ReadonlyArray<{ readonly key: string }>): KeyNode {
  const root: KeyNode = { names: new Map(), isList: false };
  for (const { key } of fields) {
    let node = root;
    for (const name of key.split(".")) {
      const next = node.names.get(name) ?? { names: new Map(), isList: false };
      node.names.set(name, next);
      node = next;
    }
  }
  return root;
}

/** The names that an object may have, and its dotted keys. */
interface Level {
  readonly names: ReadonlyMap<string, KeyNode>;
  readonly dotted: ReadonlySet<string>;
}

/** The path of an object in the data, with row numbers, and in the manifest. */
interface Prefix {
  readonly path: string;
  readonly key: string;
}

interface Search {
  readonly issues: Array<Issue>;
  /** The listed keys, as paths in the manifest. */
  readonly seen: Set<string>;
}

const NO_KEYS: ReadonlySet<string> = new Set();

function visit(level: Level, data: object, prefix: Prefix, search: Search): void {
  for (const [name, value] of Object.entries(data)) {
    if (search.issues.length > MAX_LISTED) return;
    const node = level.names.get(name);
    const below = { path: `${prefix.path}${name}.`, key: `${prefix.key}${name}.` };
    if (node === undefined) {
      if (!level.dotted.has(name)) add(name, level, prefix, search);
    } else if (node.isList) {
      if (Array.isArray(value)) visitRows(node, value, below, search);
    } else if (node.names.size > 0) {
      if (Predicate.isObject(value)) {
        visit({ names: node.names, dotted: NO_KEYS }, value, below, search);
      } else if (value !== null) {
        add(name, { names: new Map(), dotted: NO_KEYS }, prefix, search);
      }
    }
  }
}

function visitRows(
  { names }: KeyNode,
  rows: ReadonlyArray<unknown>,
  { path, key }: Prefix,
  search: Search,
): void {
  const itemKeys = dottedNames(names);
  for (const [index, row] of rows.entries()) {
    if (search.issues.length > MAX_LISTED) return;
    if (Predicate.isObject(row)) {
      visit({ names, dotted: itemKeys }, row, { path: `${path}${index}.`, key }, search);
    }
  }
}

/** The dotted keys of all values below some names. */
function dottedNames(names: ReadonlyMap<string, KeyNode>): ReadonlySet<string> {
  const keys = [...names].flatMap(([name, node]) =>
    node.names.size === 0 || node.isList
      ? [name]
      : [...dottedNames(node.names)].map((key) => `${name}.${key}`),
  );
  return new Set(keys);
}

function add(name: string, { names, dotted }: Level, prefix: Prefix, search: Search): void {
  const key = prefix.key + name;
  if (search.seen.has(key)) return;
  search.seen.add(key);
  if (search.issues.length === MAX_LISTED) {
    search.issues.push({ path: "", message: "More unknown keys are not listed" });
    return;
  }
  const nearest = nearestName(name, [...names.keys(), ...dotted]);
  const message =
    nearest === undefined
      ? "Not in the manifest"
      : `Not in the manifest. Did you mean "${prefix.key}${nearest}"?`;
  search.issues.push({ path: (prefix.path + name).slice(0, MAX_PATH), message });
}
