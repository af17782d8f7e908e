import { Context, type Effect, identity } from "effect";

/**
 * Runs an effect in one database transaction: all of its writes happen, or none.
 *
 * Nothing slow (HTTP, email, storage, rendering) may run inside. A nested transaction is a savepoint. A
 * transaction that deadlocks is retried from its beginning, so its other effects must be repeatable.
 */
export class Transaction extends Context.Service<
  Transaction,
  { readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> }
>()("@paraph/core/values/Transaction") {}

/** The public URLs of this deployment, without a trailing slash. */
export class PublicUrls extends Context.Service<
  PublicUrls,
  {
    /** `{base_url}`: the base URL of the API and downloads. */
    readonly base: string;
    /** `{share_base}`: the base URL of share pages. */
    readonly share: string;
    /** `{embed_url}`: the base URL of embedded pages. */
    readonly embed: string;
  }
>()("@paraph/core/values/PublicUrls") {}

/**
 * Runs a read on a replica of the database, if there is one that has every change confirmed before, otherwise
 * on the primary.
 *
 * The read may run twice, in a transaction that can only read. Checks of access rights do not belong here.
 */
export const ReadReplica = Context.Reference<{
  readonly read: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>;
}>("@paraph/core/values/ReadReplica", { defaultValue: () => ({ read: identity }) });
