import { Context, type Effect } from "effect";

import type { InvalidLoopKey } from "../manifests/mod.ts";
import type {
  DeletedTemplate,
  PublishedTemplate,
  TemplateNotFound,
  VersionConflict,
  VersionInfo,
  VersionNotFound,
} from "../templates/mod.ts";
import type { InvalidRequest, ProjectId, TemplateId } from "../values/mod.ts";
import type { BuilderCaller } from "./builder_caller.ts";
import type {
  BuilderTemplate,
  BuilderTemplateInfo,
  Draft,
  SaveBuilderTemplate,
} from "./builder_template.ts";
import type { InsertFailed, PermissionDenied } from "./errors.ts";
import type { Permission } from "./permission.ts";

/** A live template that a caller was let in to. */
export interface OpenTemplate {
  readonly caller: BuilderCaller;
  readonly id: TemplateId;
}

/** Drafts of templates, and what becomes of them (interface, Embed; contract §9). */
export class BuilderTemplates extends Context.Service<
  BuilderTemplates,
  {
    readonly list: (project: ProjectId) => Effect.Effect<ReadonlyArray<BuilderTemplateInfo>>;
    /** Keeps a new draft, and publishes it when the caller may and it can be drawn. */
    readonly create: (
      caller: BuilderCaller,
      draft: Draft,
    ) => Effect.Effect<BuilderTemplate, PermissionDenied | InvalidRequest | InsertFailed>;
    /** Lets a caller in to a template that is its to see, for what it has a right to. */
    readonly open: (
      caller: BuilderCaller,
      id: string,
      right?: Permission,
    ) => Effect.Effect<OpenTemplate, TemplateNotFound | PermissionDenied>;
    readonly get: (template: OpenTemplate) => Effect.Effect<BuilderTemplate, TemplateNotFound>;
    readonly save: (
      template: OpenTemplate,
      wanted: SaveBuilderTemplate,
    ) => Effect.Effect<
      BuilderTemplate,
      TemplateNotFound | PermissionDenied | VersionConflict | InvalidRequest
    >;
    /** Makes a version of the draft as it is kept; every reason why it cannot be drawn at once. */
    readonly publish: (
      template: OpenTemplate,
    ) => Effect.Effect<
      PublishedTemplate,
      TemplateNotFound | InvalidRequest | InvalidLoopKey | VersionConflict
    >;
    readonly remove: (template: OpenTemplate) => Effect.Effect<DeletedTemplate, TemplateNotFound>;
    readonly versions: (
      template: OpenTemplate,
    ) => Effect.Effect<ReadonlyArray<VersionInfo>, TemplateNotFound>;
    /** Publishes what an earlier version holds once more, and makes it the draft. */
    readonly rollback: (
      template: OpenTemplate,
      versionNumber: number,
    ) => Effect.Effect<PublishedTemplate, TemplateNotFound | VersionNotFound | VersionConflict>;
  }
>()("@paraph/core/embed/BuilderTemplates") {}
