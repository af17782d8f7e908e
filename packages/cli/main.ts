import * as NodeRuntime from "@effect/platform-node/NodeRuntime";
import * as NodeServices from "@effect/platform-node/NodeServices";
import { Effect, Layer, Logger, type Runtime } from "effect";

import { isHandedOver } from "./_front/hand_over.ts";
import { exitCodeOf, isService, runCommandLine } from "./command_line.ts";
import { environmentLayer, readEnvironment } from "./environment/environment.ts";
import { usage } from "./terminal/usage.ts";

/** How often the parent process is checked, in milliseconds. */
const PARENT_CHECK_INTERVAL = 250;

/** Work in progress has 30 seconds to end. Then the process exits even if something hangs. */
const EXIT_DEADLINE = 35_000;
const startDeadline = () => void setTimeout(() => process.exit(1), EXIT_DEADLINE).unref();
const SIGNALS = ["SIGINT", "SIGTERM"] as const;
for (const signal of SIGNALS) process.once(signal, startDeadline);

/** The reader of the output may close it: `paraph render list | head -1` is no failure. */
const ignoreBrokenPipe = (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
};
process.stdout.on("error", ignoreBrokenPipe);

const { promise, resolve } = Promise.withResolvers<void>();

/** Resolves when this is the front and the command must run from its files. */
export const handedOver: Promise<void> = promise;

const args = process.argv.slice(2);
if (isService(args)) stopWithNpm();

const teardown: Runtime.Teardown = (exit, onExit) => {
  if (isHandedOver()) {
    // The files install these handlers again.
    for (const signal of SIGNALS) process.off(signal, startDeadline);
    process.stdout.off("error", ignoreBrokenPipe);
    resolve();
    return;
  }
  onExit(exitCodeOf(exit, args));
};

runCommandLine(args).pipe(
  Effect.provide(
    Layer.mergeAll(
      NodeServices.layer,
      Layer.succeed(Logger.LogToStderr, true),
      usage,
      environmentLayer(readEnvironment(process.env, process.cwd())),
    ),
  ),
  NodeRuntime.runMain({ disableErrorReporting: true, teardown }),
);

/**
 * Stops a service that npm started (`npm start`, `npx paraph serve`) when its parent process ends.
 *
 * npm sends SIGTERM to the shell of the script, which ends without passing it on, so the service would run
 * without npm. A script that begins with `exec` has no shell in between.
 */
function stopWithNpm(): void {
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, PARENT_CHECK_INTERVAL);
  timer.unref();
}
