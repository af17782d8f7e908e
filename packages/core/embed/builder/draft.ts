import { DateTime, Predicate, type Schema } from "effect";

import type { PageConfig } from "../../layouts/mod.ts";
import type { Template, VersionContent } from "../../templates/mod.ts";
import { hasMaxCharacters, type ProjectId, withMembers } from "../../values/mod.ts";
import type { BuilderTemplate, Draft } from "./builder_template.ts";

/** The revision and the last publication of a draft. */
export interface DraftState {
  /** Numbers the saves from 1. */
  readonly revision: number;
  /** The revision of the last publication and its version; null before the first one. */
  readonly publishedRevision: number | null;
  readonly publishedVersion: number | null;
}

const DEFAULT_NAME = "Untitled template";

/** The name in a draft; `fallback` if it is missing or blank. */
export function draftName(
  { name = "" }: { readonly name?: string },
  fallback: string = DEFAULT_NAME,
): string {
  return name.trim() === "" ? fallback : name;
}

/** The maximum length of a category in a list, in characters. */
const CATEGORY_LENGTH = 120;

/** The category of a draft; null if it is not a short text. */
export function draftCategory({ category }: Draft): string | null {
  const isShown = typeof category === "string" && hasMaxCharacters(category, CATEGORY_LENGTH);
  return isShown ? category : null;
}

/** The state of a draft before its first save: the current version, if any. */
export function initialState(currentVersionNumber: number | null): DraftState {
  return {
    revision: 1,
    publishedRevision: currentVersionNumber === null ? null : 1,
    publishedVersion: currentVersionNumber,
  };
}

/** The layout of a version in the format of the builder: with the manifest and page settings inside. */
export function builderLayout({
  layout,
  manifest,
  pageConfig,
  einvoice,
}: VersionContent): Schema.JsonObject {
  const { margin } = pageConfig;
  const sides = Predicate.isString(margin) ? margin : sidesOf(margin);
  const content = { ...layout, manifest, pageConfig: { ...pageConfig, margin: sides } };
  return einvoice === null ? content : { ...content, einvoice };
}

function sidesOf({ top, right, bottom, left }: Exclude<PageConfig["margin"], string>) {
  return { top, right, bottom, left };
}

/**
 * Whether a draft differs from the current version: it was saved since, or another version was
 * published.
 *
 * @example Another version is current, or the draft was saved again
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

/** A template in the format of the builder API: its draft, and the fields that the server sets. */
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
