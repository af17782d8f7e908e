import { type Slug, slugFromName, suffixSlug } from "../values/mod.ts";

const SHAPE = { maxLength: 60, fallback: "project" };

/**
 * A candidate for the slug of a new project: the slug of its name, then with `-1`, `-2`, …
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
 * @param collisions The number of candidates that are already in use.
 */
export function projectSlug(name: string, collisions: number): Slug {
  const slug = slugFromName(name, SHAPE);
  return collisions === 0 ? slug : suffixSlug(slug, String(collisions), SHAPE.maxLength);
}
