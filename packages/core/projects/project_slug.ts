import { type Slug, slugFromName, suffixSlug } from "../values/mod.ts";

const SHAPE = { maxLength: 60, fallback: "project" };

/**
 * The slugs a new project tries, in order: its name's, then `-1`, `-2`, …
 *
 * A slug is unique within its account, soft-deleted projects included.
 *
 * @example The second project of a name gets a number
 * ```ts
 * import { projectSlug } from "@paraph/core/projects";
 * import assert from "node:assert/strict";
 *
 * assert.equal(projectSlug("Acme Ltd.", 0), "acme-ltd");
 * assert.equal(projectSlug("Acme Ltd.", 2), "acme-ltd-2");
 * ```
 *
 * @param name The name of the project.
 * @param collisions How many candidates were taken already.
 */
export function projectSlug(name: string, collisions: number): Slug {
  const slug = slugFromName(name, SHAPE);
  return collisions === 0 ? slug : suffixSlug(slug, String(collisions), SHAPE.maxLength);
}
