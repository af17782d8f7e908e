import { Context, type Effect, identity } from "effect";

/**
 * Runs a read on a replica of the database, if there is one that has every change confirmed before, otherwise
 * on the primary.
 *
 * The read may run twice, in a transaction that can only read. Checks of access rights do not belong here.
 */
export const ReadReplica = Context.Reference<{
  readonly read: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>;
}>("@paraph/core/values/ReadReplica", { defaultValue: () => ({ read: identity }) });
