import type { LoopDefinition, Manifest, VariableDefinition } from "../../manifests/mod.ts";

/** The variables and loops of a manifest by key. */
export interface ManifestIndex {
  readonly variables: ReadonlyMap<string, VariableDefinition>;
  readonly loops: ReadonlyMap<string, LoopDefinition>;
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
