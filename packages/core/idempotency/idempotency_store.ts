import { Context, type Effect, type Option } from "effect";

/** What can be repeated: each kind of request counts its keys apart. */
export type RepeatableOperation =
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

/** A request that may be repeated: what it does, within which resource, and under which key. */
export interface KeyedRequest {
  readonly operation: RepeatableOperation;
  /** The account, project, template or session that the request is made in: no other sees its key. */
  readonly within: string;
  /** What the path names inside of it that may not have an id yet, such as a slug. */
  readonly name?: string;
  readonly key: string;
}

/** Keeps what idempotency keys stand for. */
export class IdempotencyStore extends Context.Service<
  IdempotencyStore,
  {
    /** The id of what was made under a key. */
    readonly find: (request: KeyedRequest) => Effect.Effect<Option.Option<string>>;
    /**
     * Takes a key for the transaction it is called in, or tells what the key stands for already.
     * Waits while another transaction holds the key.
     */
    readonly claim: (request: KeyedRequest) => Effect.Effect<Option.Option<string>>;
    /** Notes what was made under a key that this transaction has claimed. */
    readonly remember: (request: KeyedRequest, id: string) => Effect.Effect<void>;
    /** Frees the key of what was made and has come to nothing: the next request makes it anew. */
    readonly forget: (operation: RepeatableOperation, id: string) => Effect.Effect<void>;
  }
>()("@paraph/core/idempotency/IdempotencyStore") {}
