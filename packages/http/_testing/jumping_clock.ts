import { type Clock, Duration, Effect } from "effect";

/** Longer sleeps are timeouts, which never elapse. */
const MAX_SLEEP = Duration.minutes(10);

/**
 * A clock whose sleeps end immediately, and the recorded sleeps in seconds. Programs that use real
 * sockets then need no test to advance the clock.
 */
export function jumpingClock(start: string): {
  readonly clock: Clock.Clock;
  readonly sleeps: ReadonlyArray<number>;
} {
  const sleeps: Array<number> = [];
  const time = { millis: Date.parse(start) };
  const nanos = () => BigInt(Math.round(time.millis)) * 1_000_000n;
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: () => time.millis,
    currentTimeMillis: Effect.sync(() => time.millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: nanos,
    monotonicTimeNanos: Effect.sync(nanos),
    sleep: (duration) =>
      Duration.isGreaterThanOrEqualTo(duration, MAX_SLEEP)
        ? Effect.never
        : Effect.sync(() => {
            sleeps.push(Duration.toSeconds(duration));
            time.millis += Duration.toMillis(duration);
          }),
  };
  return { clock, sleeps };
}
