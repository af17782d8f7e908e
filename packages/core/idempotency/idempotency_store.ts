import { Context, type Effect, type Option } from "effect";

/** Operations that accept an idempotency key. Each has its own namespace of keys. */
export type IdempotentOperation =
  | "orgs.provision"
  | "projects.create"
  | "project_keys.create"
  | "members.invite"
  | "templates.create"
  | "templates.publish"
  | "templates.copy"
  | "builder_templates.create"
  | "builder_templates.publish"
  | "builder_templates.rollback"
  | "fonts.add"
  | "renders.submit"
  | "render_batches.create"
  | "documents.upload"
  | "engagement_events.create"
  | "shares.create"
  | "shares.email"
  | "signatures.create"
  | "signature_drafts.create"
  | "signature_bulks.create"
  | "inbound_hooks.create"
  | "inbound_hooks.receive"
  | "webhooks.create"
  | "webhooks.rotate"
  | "webhooks.test"
  | "deliveries.replay"
  | "embed_sessions.create"
  | "embed_sessions.refresh"
  | "catalogs.create"
  | "forms.submit";

/** A request with an idempotency key. */
export interface KeyedRequest {
  readonly operation: IdempotentOperation;
  /** The id of the account, project, template or session that the key belongs to. */
  readonly within: string;
  /** The name of a resource that may not have an id yet, such as the slug in the path. */
  readonly name?: string;
  readonly key: string;
}

/** Stores idempotency keys with the ids of their results. */
export class IdempotencyStore extends Context.Service<
  IdempotencyStore,
  {
    /** The id of the result under a key. */
    readonly find: (request: KeyedRequest) => Effect.Effect<Option.Option<string>>;
    /**
     * Claims a key in the open transaction. If the key has a result, returns the id of the result. Waits
     * while another transaction holds the key.
     */
    readonly claim: (request: KeyedRequest) => Effect.Effect<Option.Option<string>>;
    /**
     * Claims keys in the open transaction, each with the id of its result. Returns the earlier results of keys
     * that have one, by the ids that they take the place of. Waits while another transaction holds a key.
     */
    readonly claimAll: (
      results: ReadonlyArray<{ readonly request: KeyedRequest; readonly id: string }>,
    ) => Effect.Effect<ReadonlyMap<string, string>>;
    /** Stores the result of a key that this transaction has claimed. */
    readonly remember: (request: KeyedRequest, id: string) => Effect.Effect<void>;
    /** Releases the key of a failed result, so that the next request with the key is carried out. */
    readonly forget: (operation: IdempotentOperation, id: string) => Effect.Effect<void>;
  }
>()("@paraph/core/idempotency/IdempotencyStore") {}
