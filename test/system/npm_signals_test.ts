import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import * as path from "node:path";

import { assert, describe, it } from "@effect/vitest";
import { Effect } from "effect";

import { environment, makeDataDir } from "../support/deployment.ts";
import { awaiting } from "../support/killable_server.ts";

const ROOT = path.join(import.meta.dirname, "../..");
const { PATH = "", HOME = "" } = process.env;

/** A program that starts a service, and its output so far. */
interface ServiceProcess {
  readonly child: ChildProcess;
  readonly output: () => string;
}

const start = (program: string, args: ReadonlyArray<string>, more: Record<string, string> = {}) =>
  Effect.gen(function* () {
    const dataDir = yield* makeDataDir;
    return yield* Effect.acquireRelease(
      Effect.sync((): ServiceProcess => {
        const env = { PATH, HOME, PORT: "0", LOG_FORMAT: "json", ...environment({ dataDir }) };
        const child = spawn(program, args, {
          cwd: ROOT,
          env: { ...env, ...more },
          stdio: ["ignore", "pipe", "pipe"],
          // A separate process group, so that all processes can be ended.
          detached: true,
        });
        const chunks: Array<string> = [];
        for (const stream of [child.stdout, child.stderr])
          stream.on("data", (bytes) => chunks.push(String(bytes)));
        return { child, output: () => chunks.join("") };
      }),
      ({ child }) => Effect.sync(() => killGroup(child)),
    );
  });

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

const awaitLog = ({ output }: ServiceProcess, form: RegExp) =>
  awaiting(Effect.sync(output), (text) => form.test(text));

const awaitExit = ({ child }: ServiceProcess) =>
  Effect.promise(async () =>
    child.exitCode === null && child.signalCode === null
      ? (await once(child, "exit")).at(0)
      : child.exitCode,
  );

/** Calls the server whose address is in the log; `undefined` if it does not listen. */
const probe = ({ output }: ServiceProcess) => {
  const [, url = ""] = /Listening on (http:[^"]+)"/.exec(output()) ?? [];
  return Effect.promise(() =>
    fetch(`${url}/healthz`).then(
      ({ status }) => status,
      () => undefined,
    ),
  );
};

describe("a service that npm started", () => {
  it.live("finishes and ends with npm, at SIGTERM and SIGINT only to npm", () =>
    Effect.gen(function* () {
      for (const signal of ["SIGTERM", "SIGINT"] as const) {
        const npm = yield* start("npm", ["start"]);
        yield* awaitLog(npm, /Listening on/);
        assert.strictEqual(yield* probe(npm), 200);
        npm.child.kill(signal);
        assert.strictEqual(yield* awaitExit(npm), 0, npm.output());
        assert.isUndefined(yield* probe(npm));
      }
    }).pipe(Effect.scoped),
  );

  it.live("finishes as a worker and as a development server, too", () =>
    Effect.gen(function* () {
      for (const [script, form] of [
        ["worker", /Working/],
        ["dev", /Listening on/],
      ] as const) {
        const npm = yield* start("npm", ["run", script]);
        yield* awaitLog(npm, form);
        npm.child.kill("SIGTERM");
        assert.strictEqual(yield* awaitExit(npm), 0, npm.output());
        if (script === "dev") assert.isUndefined(yield* probe(npm));
      }
    }).pipe(Effect.scoped),
  );

  it.live("ends after the shell that received the signal instead", () =>
    Effect.gen(function* () {
      const script = "node packages/cli/paraph.js serve; true";
      const node = path.join(ROOT, "node_modules/.bin");
      const shell = yield* start("sh", ["-c", script], {
        PATH: `${node}:${PATH}`,
        npm_lifecycle_event: "start",
      });
      yield* awaitLog(shell, /Listening on/);
      shell.child.kill("SIGTERM");
      yield* awaiting(probe(shell), (status) => status === undefined);
    }).pipe(Effect.scoped),
  );
});
