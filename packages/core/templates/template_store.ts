import { Context, type Effect, type Option } from "effect";

import type { TemplateType } from "../layouts/mod.ts";
import type { ProjectId, Slug, TemplateId, TemplateVersionId, Timestamp } from "../values/mod.ts";
import type { VersionConflict } from "./errors.ts";
import type { Template, TemplateVersion, VersionInfo } from "./template.ts";

/** A template that is about to be published for the first time. */
export interface NewTemplate {
  readonly id: TemplateId;
  readonly projectId: ProjectId;
  readonly slug: Slug;
  readonly name: string;
  readonly createdAt: Timestamp;
}

/** The live template of a slug, locked until the transaction ends. */
export interface ClaimedTemplate {
  readonly id: TemplateId;
  readonly currentVersionNumber: number | null;
  readonly created: boolean;
}

/** A version to keep, and what it makes of its template. */
export interface NewVersion extends TemplateVersion {
  readonly templateId: TemplateId;
  readonly name: string;
  readonly description: string | null;
  readonly templateType: TemplateType;
  readonly createdAt: Timestamp;
}

/** Keeps templates and their versions. */
export class TemplateStore extends Context.Service<
  TemplateStore,
  {
    /** Live templates, newest-updated first. */
    readonly list: (project: ProjectId) => Effect.Effect<ReadonlyArray<Template>>;
    readonly find: (project: ProjectId, slug: Slug) => Effect.Effect<Option.Option<Template>>;
    /** Adds a template unless its slug is live already; either way locks what the slug now names. */
    readonly claim: (template: NewTemplate) => Effect.Effect<ClaimedTemplate>;
    /** Adds a version and makes it the current one; fails when its number is taken. */
    readonly addVersion: (version: NewVersion) => Effect.Effect<void, VersionConflict>;
    /** Soft-deletes the live template of a slug and frees the slug. */
    readonly remove: (
      project: ProjectId,
      slug: Slug,
      at: Timestamp,
    ) => Effect.Effect<Option.Option<TemplateId>>;
    /** A template's versions, newest first. */
    readonly versions: (template: TemplateId) => Effect.Effect<ReadonlyArray<VersionInfo>>;
    readonly findVersion: (
      template: TemplateId,
      versionNumber: number,
    ) => Effect.Effect<Option.Option<TemplateVersion>>;
    readonly loadVersion: (id: TemplateVersionId) => Effect.Effect<TemplateVersion>;
  }
>()("@paraph/core/templates/TemplateStore") {}
