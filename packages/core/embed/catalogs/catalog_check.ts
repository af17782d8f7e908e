import type { LoopDefinition, Manifest } from "../../manifests/mod.ts";
import type { Issue } from "../../values/mod.ts";
import { type Catalog, catalogManifest } from "./catalog.ts";

interface TypedKey {
  readonly key: string;
  readonly dataType: string;
}

/**
 * The keys of a manifest that a catalog does not have, or has with another type. There are no problems if the
 * catalog allows custom variables, or without a catalog.
 *
 * @example A key that is not in the catalog
 * ```ts
 * import { catalogProblems } from "@paraph/core/embed";
 * import assert from "node:assert/strict";
 *
 * const own = { key: "own", label: "Own", dataType: "text", required: false } as const;
 * const manifest = { variables: [own], loops: [] };
 * const catalog = { allowCustom: false, namespaces: [], loops: [] };
 * assert.equal(catalogProblems(manifest, catalog)[0]?.path, "layout.manifest.variables.0.key");
 * assert.deepEqual(catalogProblems(manifest, { ...catalog, allowCustom: true }), []);
 * ```
 */
export function catalogProblems(
  { variables, loops }: Manifest,
  catalog: Catalog | null,
): ReadonlyArray<Issue> {
  if (catalog === null || catalog.allowCustom) return [];
  const catalogDefinitions = catalogManifest(catalog);
  return [
    ...typeProblems(variables, catalogDefinitions.variables, "layout.manifest.variables"),
    ...loopProblems(loops, catalogDefinitions.loops, "layout.manifest.loops"),
  ];
}

function loopProblems(
  loops: ReadonlyArray<LoopDefinition>,
  catalogLoops: ReadonlyArray<LoopDefinition>,
  path: string,
): ReadonlyArray<Issue> {
  const loopsByKey = new Map(catalogLoops.map((loop) => [loop.key, loop]));
  return loops.flatMap(({ key, itemFields, loops: nested = [] }, index) => {
    const place = `${path}.${index}`;
    const loop = loopsByKey.get(key);
    if (loop === undefined) return [{ path: `${place}.key`, message: missingKeyMessage(key) }];
    return [
      ...typeProblems(itemFields, loop.itemFields, `${place}.itemFields`),
      ...loopProblems(nested, loop.loops ?? [], `${place}.loops`),
    ];
  });
}

function typeProblems(
  definitions: ReadonlyArray<TypedKey>,
  catalogDefinitions: ReadonlyArray<TypedKey>,
  path: string,
): ReadonlyArray<Issue> {
  const types = new Map(catalogDefinitions.map(({ key, dataType }) => [key, dataType]));
  return definitions.flatMap(({ key, dataType }, index) => {
    const type = types.get(key);
    if (type === dataType) return [];
    const message =
      type === undefined ? missingKeyMessage(key) : `"${key}" is ${type} in the catalog`;
    return [{ path: `${path}.${index}.key`, message }];
  });
}

function missingKeyMessage(key: string): string {
  return `The catalog of this session has no "${key}"`;
}
