import { Context, type Effect, type Option } from "effect";

/** Requests that take an idempotency key. Each operation has its own namespace of keys. */
export type IdempotentOperation =
  | "orgs.provision"
  | "projects.create"
  | "project_keys.create"
  | "templates.create"
  | "templates.publish"
  | "templates.copy"
  | "builder_templates.create"
  | "builder_templates.publish"
  | "builder_templates.rollback"
  | "renders.submit"
  | "engagement_events.create"
  | "shares.create"
  | "shares.email"
  | "signatures.create"
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
  /** The resource in the path if it may not have an id yet, such as a slug. */
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
     * Takes a key for the open transaction, or returns the id that the key has already. Waits while
     * another transaction holds the key.
     */
    readonly claim: (request: KeyedRequest) => Effect.Effect<Option.Option<string>>;
    /** Stores the result of a key that this transaction has claimed. */
    readonly remember: (request: KeyedRequest, id: string) => Effect.Effect<void>;
    /** Frees the key of a result that has failed, so that the next request is carried out. */
    readonly forget: (operation: IdempotentOperation, id: string) => Effect.Effect<void>;
  }
>()("@paraph/core/idempotency/IdempotencyStore") {}
