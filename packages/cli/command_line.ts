import { VERSION } from "@paraph/core/telemetry";
import { Console, Effect } from "effect";
import { CliError, Command } from "effect/cli";

import { isHandedOver } from "./_front/hand_over.ts";
import { paraph } from "./command.ts";
import { told } from "./failure.ts";

/**
 * Runs what a command line asks `paraph` for. A command fails with a line for a person to read; what
 * nobody foresaw is a bug and shows whole.
 */
export const runCommandLine = (args: ReadonlyArray<string>) =>
  Command.runWith(paraph, { version: VERSION })(args).pipe(
    Effect.tapError((failure) => {
      // The command line has said by itself what is wrong with it.
      return CliError.isCliError(failure) ? Effect.void : Console.error(told(failure));
    }),
    Effect.tapDefect((defect) => (isHandedOver() ? Effect.void : Console.error(defect))),
  );
