import { Context, type Effect } from "effect";

/**
 * Runs an effect in one database transaction: all of its writes happen, or none.
 *
 * Nothing slow (HTTP, mail, storage, drawing) ever runs inside. A transaction within a
 * transaction is a savepoint. One that deadlocks with another runs again from its beginning: what it
 * does besides writing must bear that.
 */
export class Transaction extends Context.Service<
  Transaction,
  { readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> }
>()("@paraph/core/values/Transaction") {}

/** The addresses under which this deployment is reached, without a trailing slash. */
export class PublicUrls extends Context.Service<
  PublicUrls,
  {
    /** `{base_url}`: where the API and downloads live. */
    readonly base: string;
    /** `{share_base}`: where share pages live. */
    readonly share: string;
    /** `{embed_url}`: where the pages that partners embed live. */
    readonly embed: string;
  }
>()("@paraph/core/values/PublicUrls") {}
