import { DateTime, Predicate, type Schema } from "effect";

import type { PageConfig } from "../layouts/mod.ts";
import type { Template, VersionContent } from "../templates/mod.ts";
import { hasMaxCharacters, type ProjectId, withMembers } from "../values/mod.ts";
import type { BuilderTemplate, Draft } from "./builder_template.ts";

/** How far a draft has got. */
export interface DraftState {
  /** Counts the drafts that were kept: 1 for the first. */
  readonly revision: number;
  /** The revision that was published last, and as which version; null before the first time. */
  readonly publishedRevision: number | null;
  readonly publishedVersion: number | null;
}

/** What a template is called whose draft has no name. */
const UNTITLED = "Untitled template";

/** What a draft calls its template: `otherwise` when it has no name, or a blank one. */
export function draftName(
  { name = "" }: { readonly name?: string },
  otherwise: string = UNTITLED,
): string {
  return name.trim() === "" ? otherwise : name;
}

/** The longest text that a list shows as a category. */
const CATEGORY_LENGTH = 120;

/** What a draft is filed under, if it says so in few words. */
export function draftCategory({ category }: Draft): string | null {
  const isShown = typeof category === "string" && hasMaxCharacters(category, CATEGORY_LENGTH);
  return isShown ? category : null;
}

/** The state of a draft that nobody has kept: one made of what is published. */
export function unkeptState(currentVersionNumber: number | null): DraftState {
  return {
    revision: 1,
    publishedRevision: currentVersionNumber === null ? null : 1,
    publishedVersion: currentVersionNumber,
  };
}

/** A version as a layout that a builder goes on with: what it asks for, and its page settings, inside. */
export function builderLayout({ layout, manifest, pageConfig }: VersionContent): Schema.JsonObject {
  const { margin } = pageConfig;
  const sides = Predicate.isString(margin) ? margin : sidesOf(margin);
  return { ...layout, manifest, pageConfig: { ...pageConfig, margin: sides } };
}

function sidesOf({ top, right, bottom, left }: Exclude<PageConfig["margin"], string>) {
  return { top, right, bottom, left };
}

/**
 * Whether a draft holds what is not published: it was kept again since, or something else was
 * published meanwhile.
 *
 * @example Another version than the draft's became the current one
 * ```ts
 * import { hasUnpublishedChanges } from "@paraph/core/embed";
 * import assert from "node:assert/strict";
 *
 * const state = { revision: 3, publishedRevision: 3, publishedVersion: 2 };
 * assert.equal(hasUnpublishedChanges(state, 2), false);
 * assert.equal(hasUnpublishedChanges(state, 3), true);
 * assert.equal(hasUnpublishedChanges({ ...state, revision: 4 }, 2), true);
 * ```
 */
export function hasUnpublishedChanges(
  { revision, publishedRevision, publishedVersion }: DraftState,
  currentVersionNumber: number | null,
): boolean {
  return publishedRevision !== revision || publishedVersion !== currentVersionNumber;
}

/** A template in builder form: all that its draft holds, and what the server knows of it. */
export function builderView(
  projectId: ProjectId,
  template: Pick<Template, "id" | "name" | "slug" | "createdAt" | "currentVersionNumber">,
  { document, ...state }: DraftState & { readonly document: Draft },
): BuilderTemplate {
  const { id, name, slug, createdAt, currentVersionNumber } = template;
  const { presetKey = null, layout = null, design = null } = document;
  return {
    documentTemplate: withMembers(document, {
      _id: id,
      organizationId: projectId,
      name,
      sD: false,
      cAt: DateTime.formatIso(createdAt),
      presetKey,
      isCustomTemplate: presetKey === null,
      layout,
      design,
    }),
    slug,
    revision: state.revision,
    currentVersionNumber,
    hasUnpublishedChanges: hasUnpublishedChanges(state, currentVersionNumber),
  };
}
