import { NodeRuntime, NodeServices } from "@effect/platform-node";
import { Cause, Effect, Exit, Layer, Logger, type Runtime } from "effect";

import { runCommandLine } from "./command_line.ts";

/** What is in flight has 30 seconds to end, and a process that hangs even then is ended. */
const LAST_CALL = 35_000;
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => setTimeout(() => process.exit(1), LAST_CALL).unref());
}

/** Being told to stop is no failure. */
const teardown: Runtime.Teardown = (exit, onExit) => {
  onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1);
};

runCommandLine(process.argv.slice(2)).pipe(
  Effect.provide(Layer.merge(NodeServices.layer, Layer.succeed(Logger.LogToStderr, true))),
  NodeRuntime.runMain({ disableErrorReporting: true, teardown }),
);
