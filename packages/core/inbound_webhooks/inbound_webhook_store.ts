import { Context, type Effect, type Option } from "effect";

import type { ProjectId, Slug, TemplateId, Timestamp } from "../values/mod.ts";

/** A stored inbound webhook. */
export interface StoredInboundWebhook {
  readonly templateId: TemplateId;
  readonly token: string;
  readonly secret: string;
  readonly requireSignature: boolean;
  readonly createdAt: Timestamp;
}

/** The template of an inbound token. */
export interface InboundWebhookTarget {
  readonly projectId: ProjectId;
  readonly slug: Slug;
  readonly secret: string;
  readonly requireSignature: boolean;
}

/** Stores inbound webhooks, at most one per template. */
export class InboundWebhookStore extends Context.Service<
  InboundWebhookStore,
  {
    /** Adds or replaces the inbound webhook of a template; `requireSignature` of an existing one stays. */
    readonly put: (hook: StoredInboundWebhook) => Effect.Effect<StoredInboundWebhook>;
    readonly find: (template: TemplateId) => Effect.Effect<Option.Option<StoredInboundWebhook>>;
    readonly update: (
      template: TemplateId,
      requireSignature: boolean,
    ) => Effect.Effect<Option.Option<StoredInboundWebhook>>;
    /** Removes the inbound webhook; whether it existed. */
    readonly remove: (template: TemplateId) => Effect.Effect<boolean>;
    /** The template with this token, unless it or its project is deleted. */
    readonly findTarget: (token: string) => Effect.Effect<Option.Option<InboundWebhookTarget>>;
  }
>()("@paraph/core/inbound_webhooks/InboundWebhookStore") {}
