import { NodeRuntime, NodeServices } from "@effect/platform-node";
import { Cause, Console, Effect, Exit, Layer, Logger, type Runtime } from "effect";
import { CliError, Command } from "effect/cli";

import { oneLine } from "./failure.ts";
import { paraph } from "./mod.ts";

/** What is in flight has 30 seconds to end, and a process that hangs even then is ended. */
const LAST_CALL = 35_000;
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => setTimeout(() => process.exit(1), LAST_CALL).unref());
}

/** Being told to stop is no failure. */
const teardown: Runtime.Teardown = (exit, onExit) => {
  onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1);
};

// A command fails with a line for a person to read; what nobody foresaw is a bug and shows whole.
paraph.pipe(
  Command.run({ version: "0.1.0" }),
  Effect.tapError((failure) => {
    // The command line has said by itself what is wrong with it.
    return CliError.isCliError(failure) ? Effect.void : Console.error(oneLine(failure));
  }),
  Effect.tapDefect((defect) => Console.error(defect)),
  Effect.provide(Layer.merge(NodeServices.layer, Layer.succeed(Logger.LogToStderr, true))),
  NodeRuntime.runMain({ disableErrorReporting: true, teardown }),
);
