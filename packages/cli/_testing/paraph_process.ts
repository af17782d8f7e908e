import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import * as path from "node:path";

import { QUICK_TO_START } from "@paraph/testing/quick_to_start";
import { Data, Effect, Predicate, type Scope } from "effect";

/** The CLI from the sources, as users run it. */
export const SOURCES = path.join(import.meta.dirname, "../paraph.js");

/** The bundle of `bundle_setup.ts`, which loads faster, if vitest ran that setup. */
const PROGRAM = process.env["PARAPH_TEST_PROGRAM"] ?? SOURCES;

/** The environment variables of a process; it inherits none of the tests. */
export type Environment = Readonly<Record<string, string>>;

/** The profiles of the developer stay out of the tests. */
export const NO_PROFILES: Environment = { XDG_CONFIG_HOME: import.meta.dirname };

/** The exit code and output of a command. */
export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running `paraph` process. */
export interface ParaphProcess {
  readonly pid: number;
  /** Waits until it has logged a message of this form; returns the first group, or else the whole match. */
  readonly waitForLog: (form: RegExp) => Effect.Effect<string, UnexpectedEnd>;
  /** Everything it has printed so far. */
  readonly output: () => string;
  /** Sends a signal and waits for the end. Returns the exit code, null if the signal ended it. */
  readonly stop: (signal: NodeJS.Signals) => Effect.Effect<number | null>;
}

/** A process ended although a test still expected a message. */
class UnexpectedEnd extends Data.TaggedError("unexpected_end")<{ readonly message: string }> {}

/** Runs a command to its end. */
export function runParaph(
  args: ReadonlyArray<string>,
  environment: Environment,
  program = PROGRAM,
  node: string = process.execPath,
  folder?: string,
): Effect.Effect<CommandResult> {
  return Effect.promise(async () => {
    const child = start(args, environment, program, node, folder);
    const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
    const [code] = await once(child, "close");
    return { code: Predicate.isNumber(code) ? code : null, stdout: stdout(), stderr: stderr() };
  });
}

/** Starts a command that runs until it is stopped, at the latest when the scope closes. */
export function startParaph(
  args: ReadonlyArray<string>,
  environment: Environment,
  program = PROGRAM,
): Effect.Effect<ParaphProcess, never, Scope.Scope> {
  return Effect.acquireRelease(
    Effect.sync(() => {
      const child = start(args, { LOG_FORMAT: "json", ...environment }, program);
      return { child, stdout: collect(child.stdout), stderr: collect(child.stderr) };
    }),
    ({ child }) => Effect.promise(() => endProcess(child, "SIGKILL")),
  ).pipe(
    Effect.map(({ child, stdout, stderr }) => {
      const output = () => stdout() + stderr();
      return {
        pid: child.pid ?? 0,
        output,
        waitForLog: (form) =>
          Effect.tryPromise({
            try: () => waitForOutput(child, output, form),
            catch: (error) => new UnexpectedEnd({ message: `${String(error)}\n${output()}` }),
          }),
        stop: (signal) => Effect.promise(() => endProcess(child, signal)),
      };
    }),
  );
}

/** Starts a server and waits for the port that it listens on. */
export const startServer = Effect.fnUntraced(function* (
  args: ReadonlyArray<string>,
  environment: Environment,
  program = PROGRAM,
) {
  const server = yield* startParaph(["serve", ...args], { PORT: "0", ...environment }, program);
  const port = yield* server.waitForLog(/Listening on http:\/\/[^"]*:(\d+)/);
  return { ...server, port: Number(port) };
});

function start(
  args: ReadonlyArray<string>,
  environment: Environment,
  program: string,
  node: string = process.execPath,
  // The folder of the tests has no `.env` file of a developer.
  cwd: string = import.meta.dirname,
) {
  // The last one only saves time.
  const { PATH = "", HOME = "", NODE_COMPILE_CACHE = "" } = process.env;
  return spawn(node, [...QUICK_TO_START, program, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    cwd,
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...NO_PROFILES, ...environment },
  });
}

function collect(stream: NodeJS.ReadableStream): () => string {
  const chunks: Array<Buffer> = [];
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString("utf8");
}

function waitForOutput(child: ChildProcess, output: () => string, form: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const match = form.exec(output());
      if (match === null && !hasEnded(child)) return;
      // Searching the later output of a busy server would be expensive.
      for (const place of places) place.off("data", look);
      child.off("close", look);
      if (match === null) reject(new Error(`Ended before it logged ${form}`));
      else resolve(match[1] ?? match[0]);
    };
    const places = [child.stdout, child.stderr].filter((stream) => stream !== null);
    for (const place of places) place.on("data", look);
    child.on("close", look);
    look();
  });
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (!hasEnded(child)) {
    const exit = once(child, "exit");
    child.kill(signal);
    await exit;
  }
  return child.exitCode;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
