import { Context, type Effect, type Option } from "effect";

import type { ProjectId, Slug, TemplateId, Timestamp } from "../values/mod.ts";

/** A stored inbound webhook. */
export interface StoredHook {
  readonly templateId: TemplateId;
  readonly token: string;
  readonly secret: string;
  readonly requireSignature: boolean;
  readonly createdAt: Timestamp;
}

/** The template of an inbound token. */
export interface HookTarget {
  readonly projectId: ProjectId;
  readonly slug: Slug;
  readonly secret: string;
  readonly requireSignature: boolean;
}

/** Stores inbound webhooks, at most one per template. */
export class HookStore extends Context.Service<
  HookStore,
  {
    /** Adds or replaces the inbound webhook of a template; `requireSignature` of an existing one stays. */
    readonly put: (hook: StoredHook) => Effect.Effect<StoredHook>;
    readonly find: (template: TemplateId) => Effect.Effect<Option.Option<StoredHook>>;
    readonly update: (
      template: TemplateId,
      requireSignature: boolean,
    ) => Effect.Effect<Option.Option<StoredHook>>;
    /** Removes the inbound webhook; whether it existed. */
    readonly remove: (template: TemplateId) => Effect.Effect<boolean>;
    /** The template with this token, unless it or its project is deleted. */
    readonly findTarget: (token: string) => Effect.Effect<Option.Option<HookTarget>>;
  }
>()("@paraph/core/inbound_webhooks/HookStore") {}
