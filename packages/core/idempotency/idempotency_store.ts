import { Context, type Effect, type Option } from "effect";

/** What can be repeated: each kind of request counts its keys apart. */
export type RepeatableOperation =
  | "projects.create"
  | "templates.create"
  | "templates.copy"
  | "renders.submit"
  | "shares.create"
  | "shares.email"
  | "signatures.create"
  | "forms.submit";

/** A request that may be repeated: what it does, within which resource, and under which key. */
export interface KeyedRequest {
  readonly operation: RepeatableOperation;
  /** The account, project, template or session that the request is made in: no other sees its key. */
  readonly within: string;
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
