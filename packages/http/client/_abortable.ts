import { Effect } from "effect";

/**
 * Gives up when a signal says so. As with `fetch`, what then comes of it is the signal's reason; in Effect
 * that is a defect, for programs that interrupt need no signal.
 */
export function abortable<A, E, R>(
  effect: Effect.Effect<A, E, R>,
  signal: AbortSignal | undefined,
): Effect.Effect<A, E, R> {
  if (signal === undefined) return effect;
  const aborted = Effect.callback<never>((resume) => {
    const abort = () => resume(Effect.die(signal.reason));
    signal.addEventListener("abort", abort, { once: true });
    return Effect.sync(() => signal.removeEventListener("abort", abort));
  });
  return Effect.suspend(() =>
    signal.aborted ? Effect.die(signal.reason) : Effect.raceFirst(effect, aborted),
  );
}
