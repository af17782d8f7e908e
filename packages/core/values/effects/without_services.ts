import { Context, Effect } from "effect";

const NONE: ReadonlySet<string> = new Set();

/**
 * Runs an effect in its context without the services and settings of Paraph, which its parts got when they were
 * built. A context is copied for each transaction, span, metric and request, and more than a hundred services
 * made that a fifth of all memory that a render allocates.
 *
 * @param kept The keys of settings that the effect reads from its context.
 */
export const withoutServices = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  kept: ReadonlySet<string> = NONE,
): Effect.Effect<A, E, R> =>
  Effect.updateContext(effect, (context: Context.Context<R>) =>
    Context.makeUnsafe<R>(
      new Map(
        [...context.mapUnsafe].filter(([key]) => !key.startsWith("@paraph/") || kept.has(key)),
      ),
    ),
  );
