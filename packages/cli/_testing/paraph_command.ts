import { format } from "node:util";

import { NodeServices } from "@effect/platform-node";
import { ConfigProvider, Console, Effect, Exit, Layer, Logger } from "effect";

import { runCommandLine } from "../command_line.ts";
import type { Ended, Environment } from "./paraph_process.ts";

/**
 * Runs a command to its end in this process, which is much cheaper than one of its own: what it prints,
 * and the exit code that it would end with.
 */
export const callParaph = Effect.fnUntraced(function* (
  args: ReadonlyArray<string>,
  env: Environment,
) {
  const printed = { stdout: "", stderr: "" };
  const to =
    (stream: keyof typeof printed) =>
    (...values: ReadonlyArray<unknown>) => {
      printed[stream] += `${format(...values)}\n`;
    };
  const written = {
    log: to("stdout"),
    info: to("stdout"),
    error: to("stderr"),
    warn: to("stderr"),
  };
  const surroundings = Layer.mergeAll(
    NodeServices.layer,
    Layer.succeed(Logger.LogToStderr, true),
    Layer.succeed(Console.Console, { ...globalThis.console, ...written }),
    ConfigProvider.layer(ConfigProvider.fromEnv({ env })),
  );
  const exit = yield* Effect.exit(Effect.provide(runCommandLine(args), surroundings));
  const ended: Ended = { code: Exit.isSuccess(exit) ? 0 : 1, ...printed };
  return ended;
});
