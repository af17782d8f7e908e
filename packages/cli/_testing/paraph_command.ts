import { format } from "node:util";

import { NodeServices } from "@effect/platform-node";
import { Console, Effect, Layer, Logger, Sink, Stdio, Stream, Terminal } from "effect";
import { TerminalCapabilities } from "effect/cli";

import { exitCodeOf, runCommandLine } from "../command_line.ts";
import { environmentLayer, readEnvironment } from "../environment/environment.ts";
import { usage } from "../terminal/usage.ts";
import { type Ended, type Environment, NO_PROFILES } from "./paraph_process.ts";

/** The standard input and output of a command. */
interface Surroundings {
  /** The content of standard input; empty by default. */
  readonly input?: string;
  /** The working directory, whose `.env` file is read; by default one without it. */
  readonly folder?: string;
  /** The width of the terminal on standard output; by default it is not a terminal. */
  readonly columns?: number;
}

/**
 * Runs a command to its end in this process, which takes far less time than a process for each. Returns its
 * output and its exit code.
 */
export const callParaph = Effect.fnUntraced(function* (
  args: ReadonlyArray<string>,
  env: Environment,
  { input = "", columns, folder = import.meta.dirname }: Surroundings = {},
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
  const collected = (stream: keyof typeof printed) =>
    Sink.forEach((chunk: string | Uint8Array) =>
      Effect.sync(() => {
        printed[stream] +=
          typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("latin1");
      }),
    );
  const isTerminal = Effect.succeed(columns !== undefined);
  const stdio = Layer.effect(
    Stdio.Stdio,
    Effect.map(Stdio.Stdio, (own) => ({
      ...own,
      stdin: Stream.encodeText(Stream.make(input)),
      stdout: () => collected("stdout"),
      stderr: () => collected("stderr"),
      stdoutIsTerminal: isTerminal,
      stderrIsTerminal: isTerminal,
    })),
  );
  const terminal = Layer.effect(
    Terminal.Terminal,
    Effect.map(Terminal.Terminal, (own) => ({ ...own, columns: Effect.succeed(columns ?? 0) })),
  );
  const surroundings = Layer.mergeAll(
    usage,
    TerminalCapabilities.layer,
    Layer.succeed(Logger.LogToStderr, true),
    Layer.succeed(Console.Console, { ...globalThis.console, ...written }),
  ).pipe(
    Layer.provideMerge(Layer.merge(stdio, terminal)),
    Layer.provideMerge(NodeServices.layer),
    Layer.provideMerge(environmentLayer(readEnvironment({ ...NO_PROFILES, ...env }, folder))),
  );
  const exit = yield* Effect.exit(Effect.provide(runCommandLine(args), surroundings));
  const ended: Ended = { code: exitCodeOf(exit, args), ...printed };
  return ended;
});
