import { Clock, Data, Duration, Effect, Schema } from "effect";
import { Flag } from "effect/cli";

import { withProgress } from "./progress.ts";

/** What was waited for has not come in time. */
class TimedOut extends Data.TaggedError("timed_out")<{
  readonly message: string;
  readonly hint: string;
}> {}

const UNITS = { s: 1000, m: 60_000, h: 3_600_000 } as const;

const Span = Schema.String.check(
  Schema.isPattern(/^[0-9]{1,6}[smh]?$/u, {
    message: "Expected seconds, or a time such as 90s, 5m, 1h",
  }),
);

/** `--timeout`: how long to wait, at most. */
export const timeout = Flag.String("timeout").pipe(
  Flag.withDescription("How long to wait, such as 90s, 5m or 1h; 5m unless given"),
  Flag.withMetavar("time"),
  Flag.withSchema(Span),
  Flag.withDefault("5m"),
  Flag.map((text) => {
    const unit = /[smh]$/.exec(text)?.[0];
    const factor = unit === "m" || unit === "h" ? UNITS[unit] : UNITS.s;
    return Duration.millis(Number.parseInt(text, 10) * factor);
  }),
);

/** What is waited for: how it is read, whether it has come, and how people are told of it. */
export interface Awaited<A, E, R> {
  readonly read: Effect.Effect<A, E, R>;
  readonly hasEnded: (value: A) => boolean;
  readonly standing: (value: A) => string;
  /** The command that goes on waiting. */
  readonly again: string;
  readonly timeout: Duration.Duration;
}

/** Between two questions: first so long, then more and more. */
const FIRST = 250;
const GROWTH = 1.5;
const MOST = 5000;

/** Asks until something has ended, less and less often, and shows where it stands. */
export const waitFor = <A, E, R>({ read, hasEnded, standing, again, timeout }: Awaited<A, E, R>) =>
  withProgress(
    Effect.fnUntraced(function* (show) {
      const start = yield* Clock.currentTimeMillis;
      const end = start + Duration.toMillis(timeout);
      for (let pause = FIRST; ; pause = Math.min(pause * GROWTH, MOST)) {
        const value = yield* read;
        if (hasEnded(value)) return value;
        const now = yield* Clock.currentTimeMillis;
        if (now >= end) {
          return yield* new TimedOut({
            message: `timed_out: ${standing(value)} after ${Duration.format(timeout)}`,
            hint: `wait on with \`${again}\``,
          });
        }
        yield* show(`${standing(value)}, for ${Math.round((now - start) / 1000)} s`);
        yield* Effect.sleep(Math.min(pause, end - now));
      }
    }),
  );
