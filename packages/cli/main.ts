import * as NodeRuntime from "@effect/platform-node/NodeRuntime";
import * as NodeServices from "@effect/platform-node/NodeServices";
import { Effect, Layer, Logger, type Runtime } from "effect";

import { isHandedOver } from "./_front/hand_over.ts";
import { runCommandLine } from "./command_line.ts";
import { exitCodeOf, isService } from "./exit_code.ts";
import { stopWithNpm } from "./npm_parent.ts";
import { usage } from "./usage.ts";

/** What is in flight has 30 seconds to end, and a process that hangs even then is ended. */
const LAST_CALL = 35_000;
const lastCall = () => void setTimeout(() => process.exit(1), LAST_CALL).unref();
const SIGNALS = ["SIGINT", "SIGTERM"] as const;
for (const signal of SIGNALS) process.once(signal, lastCall);

/** Whoever reads the answer may stop reading: `paraph render list | head -1` is no failure. */
const nobodyReads = (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
};
process.stdout.on("error", nobodyReads);

const gaveUp = Promise.withResolvers<void>();

/** Resolves when this is the front of the command, and the command is to be run from its files instead. */
export const handedOver: Promise<void> = gaveUp.promise;

const args = process.argv.slice(2);
if (isService(args)) stopWithNpm();

const teardown: Runtime.Teardown = (exit, onExit) => {
  if (isHandedOver()) {
    // Until the files are loaded, signals do what they do to everybody.
    for (const signal of SIGNALS) process.off(signal, lastCall);
    process.stdout.off("error", nobodyReads);
    gaveUp.resolve();
    return;
  }
  onExit(exitCodeOf(exit, args));
};

runCommandLine(args).pipe(
  Effect.provide(
    Layer.mergeAll(NodeServices.layer, Layer.succeed(Logger.LogToStderr, true), usage),
  ),
  NodeRuntime.runMain({ disableErrorReporting: true, teardown }),
);
