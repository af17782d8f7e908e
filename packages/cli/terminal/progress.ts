import { Clock, Data, Duration, Effect, Stdio, Stream, Terminal } from "effect";

import { plainLine } from "./plain_text.ts";
import { truncate } from "./table.ts";

/** Shows a line of progress. */
export type ShowProgress = (text: string) => Effect.Effect<void>;

/** Moves to the start of the line and clears it. */
const CLEAR_LINE = "\r\u001b[K";

/** The width of a terminal that does not report one. */
const DEFAULT_WIDTH = 80;

/**
 * Runs long work that can show its progress: one line on standard error that is overwritten and cleared at the
 * end. Where standard error is not a terminal, nothing is shown.
 */
export const withProgress = Effect.fnUntraced(function* <A, E, R>(
  work: (show: ShowProgress) => Effect.Effect<A, E, R>,
) {
  const stdio = yield* Stdio.Stdio;
  if (!(yield* stdio.stderrIsTerminal)) return yield* work(() => Effect.void);
  const width = (yield* (yield* Terminal.Terminal).columns) || DEFAULT_WIDTH;
  const write = (text: string) => Effect.ignore(Stream.run(Stream.make(text), stdio.stderr()));
  // A character in the last cell would wrap the line.
  const show: ShowProgress = (text) => write(CLEAR_LINE + truncate(plainLine(text), width - 1));
  return yield* Effect.ensuring(work(show), write(CLEAR_LINE));
});

/** The time limit has passed. */
class TimedOut extends Data.TaggedError("timed_out")<{
  readonly message: string;
  readonly hint: string;
}> {}

/** What to poll, until when, and how to describe it. */
export interface Polling<A, E, R> {
  readonly read: Effect.Effect<A, E, R>;
  readonly hasEnded: (value: A) => boolean;
  readonly status: (value: A) => string;
  /** The command that continues to wait. */
  readonly resumeCommand: string;
  readonly timeout: Duration.Duration;
}

/** The pause between two reads grows by half each time, within these bounds in milliseconds. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5000;

/** Polls until something has ended, less and less often, and shows its status. */
export const waitFor = <A, E, R>({
  read,
  hasEnded,
  status,
  resumeCommand,
  timeout,
}: Polling<A, E, R>) =>
  withProgress(
    Effect.fnUntraced(function* (show) {
      const start = yield* Clock.currentTimeMillis;
      const end = start + Duration.toMillis(timeout);
      for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE)) {
        const value = yield* read;
        if (hasEnded(value)) return value;
        const now = yield* Clock.currentTimeMillis;
        if (now >= end) {
          return yield* new TimedOut({
            message: `timed_out: ${status(value)} after ${Duration.format(timeout)}`,
            hint: `continue to wait with \`${resumeCommand}\``,
          });
        }
        yield* show(`${status(value)}, for ${Math.round((now - start) / 1000)} s`);
        yield* Effect.sleep(Math.min(pause, end - now));
      }
    }),
  );
