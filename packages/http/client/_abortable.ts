import { Effect } from "effect";

/**
 * Interrupts an effect when a signal aborts. As with `fetch`, the result is then the reason of the
 * signal. In Effect that is a defect, because Effect programs interrupt fibers instead.
 */
export function abortable<A, E, R>(
  effect: Effect.Effect<A, E, R>,
  signal: AbortSignal | undefined,
): Effect.Effect<A, E, R> {
  if (signal === undefined) return effect;
  const abortEvent = Effect.callback<never>((resume) => {
    const abort = () => resume(Effect.die(signal.reason));
    signal.addEventListener("abort", abort, { once: true });
    return Effect.sync(() => signal.removeEventListener("abort", abort));
  });
  return Effect.suspend(() =>
    signal.aborted ? Effect.die(signal.reason) : Effect.raceFirst(effect, abortEvent),
  );
}
