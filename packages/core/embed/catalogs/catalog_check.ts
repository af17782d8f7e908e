import type { Manifest } from "../../manifests/mod.ts";
import type { Issue } from "../../values/mod.ts";
import { type Catalog, catalogManifest } from "./catalog.ts";

interface Typed {
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
  const offered = catalogManifest(catalog);
  const offeredLoops = new Map(offered.loops.map((loop) => [loop.key, loop]));
  return [
    ...typeProblems(variables, offered.variables, "layout.manifest.variables"),
    ...loops.flatMap(({ key, itemFields }, at) => {
      const path = `layout.manifest.loops.${at}`;
      const loop = offeredLoops.get(key);
      return loop === undefined
        ? [{ path: `${path}.key`, message: notOffered(key) }]
        : typeProblems(itemFields, loop.itemFields, `${path}.itemFields`);
    }),
  ];
}

function typeProblems(
  required: ReadonlyArray<Typed>,
  offered: ReadonlyArray<Typed>,
  path: string,
): ReadonlyArray<Issue> {
  const types = new Map(offered.map(({ key, dataType }) => [key, dataType]));
  return required.flatMap(({ key, dataType }, at) => {
    const type = types.get(key);
    if (type === dataType) return [];
    const message = type === undefined ? notOffered(key) : `"${key}" is ${type} in the catalog`;
    return [{ path: `${path}.${at}.key`, message }];
  });
}

function notOffered(key: string): string {
  return `The catalog of this session has no "${key}"`;
}
