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
