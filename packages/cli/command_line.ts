import { Console, Effect } from "effect";
import { CliError, Command } from "effect/cli";

import { oneLine } from "./failure.ts";
import { paraph } from "./mod.ts";

/**
 * Runs what a command line asks `paraph` for. A command fails with a line for a person to read; what
 * nobody foresaw is a bug and shows whole.
 */
export const runCommandLine = (args: ReadonlyArray<string>) =>
  Command.runWith(paraph, { version: "0.1.0" })(args).pipe(
    Effect.tapError((failure) => {
      // The command line has said by itself what is wrong with it.
      return CliError.isCliError(failure) ? Effect.void : Console.error(oneLine(failure));
    }),
    Effect.tapDefect((defect) => Console.error(defect)),
  );
