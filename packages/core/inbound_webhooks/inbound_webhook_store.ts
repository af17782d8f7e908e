import { Context, type Effect, type Option } from "effect";

import type { ProjectId, Slug, TemplateId, Timestamp } from "../values/mod.ts";

/** An inbound address as it is kept. */
export interface StoredHook {
  readonly templateId: TemplateId;
  readonly token: string;
  readonly secret: string;
  readonly requireSignature: boolean;
  readonly createdAt: Timestamp;
}

/** What an inbound token leads to. */
export interface HookTarget {
  readonly projectId: ProjectId;
  readonly slug: Slug;
  readonly secret: string;
  readonly requireSignature: boolean;
}

/** Keeps inbound addresses, one for each template that has one. */
export class HookStore extends Context.Service<
  HookStore,
  {
    /** Keeps an address in place of the one before, whose demand for signatures stays. */
    readonly put: (hook: StoredHook) => Effect.Effect<StoredHook>;
    readonly find: (template: TemplateId) => Effect.Effect<Option.Option<StoredHook>>;
    readonly update: (
      template: TemplateId,
      requireSignature: boolean,
    ) => Effect.Effect<Option.Option<StoredHook>>;
    /** Removes the address; tells whether there was one. */
    readonly remove: (template: TemplateId) => Effect.Effect<boolean>;
    /** The live template of a live project that has this token. */
    readonly findTarget: (token: string) => Effect.Effect<Option.Option<HookTarget>>;
  }
>()("@paraph/core/inbound_webhooks/HookStore") {}
