import { Duration, Effect, Schedule } from "effect";

import { abortable } from "./_abortable.ts";
import { WaitTimedOut } from "./failure.ts";

/** How soon to ask again: after a quarter of a second, then half as long again each time, up to 5 seconds. */
const POLLS = Schedule.min([Schedule.exponential("250 millis", 1.5), Schedule.spaced("5 seconds")]);

/**
 * Asks until something has ended.
 *
 * @param timeout The longest wait; unlimited by default.
 */
export function awaited<A, E>(
  ask: Effect.Effect<A, E>,
  hasEnded: (answer: A) => boolean,
  {
    what,
    timeout = Duration.infinity,
    signal,
  }: {
    readonly what: string;
    readonly timeout?: Duration.Input | undefined;
    readonly signal?: AbortSignal | undefined;
  },
): Effect.Effect<A, E | WaitTimedOut> {
  const waiting = Effect.repeat(ask, { schedule: POLLS, until: hasEnded }).pipe(
    Effect.timeoutOrElse({
      duration: timeout,
      orElse: () => {
        const within = Duration.format(Duration.fromInputUnsafe(timeout));
        return Effect.fail(new WaitTimedOut({ message: `${what} has not ended within ${within}` }));
      },
    }),
  );
  return abortable(waiting, signal);
}
