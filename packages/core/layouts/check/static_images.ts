import type { Manifest } from "../../manifests/mod.ts";
import { parseDataUri } from "../model/data_uri.ts";
import { everyField } from "../model/fields/every_field.ts";
import type { Layout } from "../model/layout.ts";
import { bindingOf, indexInSections, indexManifest } from "../model/layout_binding.ts";

/** An image in a layout, and the path of its content. */
export interface StaticImage {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * The images of a layout that data does not replace, for checks before a publication.
 *
 * @example A logo
 * ```ts
 * import { staticImages } from "@paraph/core/layouts";
 * import assert from "node:assert/strict";
 *
 * const logo = { name: "logo", type: "image", content: "data:image/png;base64,AQID" };
 * const images = staticImages({ schemas: [[logo]] }, { variables: [], loops: [] });
 * assert.deepEqual(images.map(({ path }) => path), ["layout.schemas.0.0.content"]);
 * ```
 */
export function staticImages(layout: Layout, manifest: Manifest): ReadonlyArray<StaticImage> {
  const all = indexManifest(manifest);
  return everyField(layout).flatMap(({ path, field: { name, type, content }, sections }) => {
    if (type !== "image" && type !== "signature") return [];
    if (typeof content !== "string" || typeof name !== "string") return [];
    if (bindingOf(name, indexInSections(sections, all)).kind !== "static") return [];
    const bytes = parseDataUri(content)?.bytes;
    return bytes === undefined ? [] : [{ path: `${path}.content`, bytes }];
  });
}
