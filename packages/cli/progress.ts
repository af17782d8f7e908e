import { Effect, Stdio, Stream, Terminal } from "effect";

import { plainLine } from "./plain_text.ts";
import { shortened } from "./table.ts";

/** Shows how far something is. */
export type Show = (text: string) => Effect.Effect<void>;

/** What takes the line back, and deletes what is on it. */
const AFRESH = "\r\u001b[K";

/** The narrowest terminal that people work with. */
const NARROW = 80;

/**
 * Runs what takes long, and lets it show how far it is: one line on standard error that is rewritten and
 * gone in the end, where that is a terminal; nothing elsewhere.
 */
export const withProgress = Effect.fnUntraced(function* <A, E, R>(
  work: (show: Show) => Effect.Effect<A, E, R>,
) {
  const stdio = yield* Stdio.Stdio;
  if (!(yield* stdio.stderrIsTerminal)) return yield* work(() => Effect.void);
  const width = (yield* (yield* Terminal.Terminal).columns) || NARROW;
  const write = (text: string) => Effect.ignore(Stream.run(Stream.make(text), stdio.stderr()));
  // The last cell of a line would break it.
  const show: Show = (text) => write(AFRESH + shortened(plainLine(text), width - 1));
  return yield* Effect.ensuring(work(show), write(AFRESH));
});
