import { withPath } from "../../expressions/mod.ts";
import type { LoopDefinition, Manifest, VariableDefinition } from "../../manifests/mod.ts";

/**
 * The variables and loops of a manifest by key. In a section, the item fields of its row are variables, and the
 * loops in its row are loops, under their paths: `customers.name`, `customers.orders`.
 */
export interface ManifestIndex {
  readonly variables: ReadonlyMap<string, VariableDefinition>;
  readonly loops: ReadonlyMap<string, LoopDefinition>;
  /** The loops of the sections around a field, from the outermost, with their paths as keys. */
  readonly rows?: ReadonlyArray<LoopDefinition>;
}

/** The data of a field: a variable, a loop, or none. */
export type Binding =
  | { readonly kind: "variable"; readonly variable: VariableDefinition }
  | { readonly kind: "loop"; readonly loop: LoopDefinition }
  | { readonly kind: "static" };

export function indexManifest(manifest: Manifest): ManifestIndex {
  return {
    variables: new Map(manifest.variables.map((variable) => [variable.key, variable])),
    loops: new Map(manifest.loops.map((loop) => [loop.key, loop])),
  };
}

/**
 * The keys inside a section, by its name. Only the section of a loop has more of them than its surroundings.
 *
 * @example The row of a section
 * ```ts
 * import { indexInSection, indexManifest } from "@paraph/core/layouts";
 * import assert from "node:assert/strict";
 *
 * const name = { key: "name", label: "Name", dataType: "text", required: true } as const;
 * const loop = { key: "customers", label: "Customers", itemFields: [name] };
 * const index = indexInSection("customers", indexManifest({ variables: [], loops: [loop] }));
 * assert.equal(index.variables.has("customers.name"), true);
 * assert.equal(index.loops.has("customers"), false);
 * ```
 */
export function indexInSection(name: string, index: ManifestIndex): ManifestIndex {
  const binding = bindingOf(name, index);
  if (binding.kind !== "loop") return index;
  const { loop } = binding;
  const values = loop.itemFields.map((item) => {
    const key = `${loop.key}.${item.key}`;
    return [key, { ...item, key }] as const;
  });
  const loops = new Map(index.loops);
  // Here it is one row.
  loops.delete(loop.key);
  for (const nested of loop.loops ?? []) {
    const inside = withPath(nested, loop.key);
    loops.set(inside.key, inside);
  }
  return {
    variables: new Map([...index.variables, ...values]),
    loops,
    rows: [...(index.rows ?? []), loop],
  };
}

/** The keys inside nested sections, by their names from the outermost. */
export function indexInSections(names: ReadonlyArray<string>, index: ManifestIndex): ManifestIndex {
  return names.reduce((inside, name) => indexInSection(name, inside), index);
}

/**
 * The data of a field by its name; `key#anything` binds the same key again.
 *
 * @example A second field for the same key
 * ```ts
 * import { bindingOf, indexManifest } from "@paraph/core/layouts";
 * import assert from "node:assert/strict";
 *
 * const index = indexManifest({
 *   variables: [{ key: "total", label: "Total", dataType: "currency", required: true }],
 *   loops: [],
 * });
 * assert.equal(bindingOf("total#footer", index).kind, "variable");
 * assert.equal(bindingOf("heading", index).kind, "static");
 * ```
 */
export function bindingOf(name: string, index: ManifestIndex): Binding {
  const key = boundKey(name);
  const variable = index.variables.get(key);
  if (variable !== undefined) return { kind: "variable", variable };
  const loop = index.loops.get(key);
  return loop === undefined ? { kind: "static" } : { kind: "loop", loop };
}

/** The key in a field's name: the text before the first `#`. */
export function boundKey(name: string): string {
  const hash = name.indexOf("#");
  return hash === -1 ? name : name.slice(0, hash);
}
