import { Duration, Effect, Schedule } from "effect";

import { abortable } from "./_abortable.ts";
import { WaitTimedOut } from "./failure.ts";

/** Polling intervals: 250 ms at first, then 50 % longer each time, up to 5 seconds. */
const POLLS = Schedule.min([Schedule.exponential("250 millis", 1.5), Schedule.spaced("5 seconds")]);

/**
 * Polls until a resource has ended.
 *
 * @param timeout The longest wait; unlimited by default.
 */
export function pollUntil<A, E>(
  poll: Effect.Effect<A, E>,
  hasEnded: (value: A) => boolean,
  {
    resourceName,
    timeout = Duration.infinity,
    signal,
  }: {
    readonly resourceName: string;
    readonly timeout?: Duration.Input | undefined;
    readonly signal?: AbortSignal | undefined;
  },
): Effect.Effect<A, E | WaitTimedOut> {
  const waiting = Effect.repeat(poll, { schedule: POLLS, until: hasEnded }).pipe(
    Effect.timeoutOrElse({
      duration: timeout,
      orElse: () => {
        const limit = Duration.format(Duration.fromInputUnsafe(timeout));
        return Effect.fail(
          new WaitTimedOut({ message: `${resourceName} has not ended limit ${limit}` }),
        );
      },
    }),
  );
  return abortable(waiting, signal);
}
