import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

import { Effect } from "effect";

import {
  caller,
  createProjectKey,
  databaseLayer,
  type Deployment,
  environment,
  makeDataDir,
} from "../support/deployment.ts";
import type { Call } from "./started_server.ts";

const PARAPH = fileURLToPath(new URL("../../packages/cli/paraph.js", import.meta.url));

/**
 * Starts `paraph serve` as operators do, so that it sets its own limits of memory, on a PostgreSQL server or on
 * an embedded database. It is killed when the scope closes. Returns the key of a project, and calls with it.
 */
export const startProgram = Effect.fnUntraced(function* (databaseUrl?: string) {
  const dataDir = yield* makeDataDir;
  const deployment = databaseUrl === undefined ? { dataDir } : { dataDir, databaseUrl };
  // Only one process can open the embedded database, and the server makes the tables of the other.
  const createKey = Effect.provide(createProjectKey, databaseLayer(deployment));
  const early = databaseUrl === undefined ? yield* createKey : undefined;
  const { child, port } = yield* serve(deployment);
  const key = early ?? (yield* createKey);
  const send = caller(port, key);
  const call: Call = (method, route, json) => Effect.runPromise(send(method, route, json));
  return { child, port, key, call };
});

const serve = Effect.fnUntraced(function* (deployment: Deployment) {
  const { PATH = "", HOME = "" } = process.env;
  const settings = { PORT: "0", RATE_LIMIT: "off", LOG_FORMAT: "json", ...environment(deployment) };
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, [PARAPH, "serve"], {
        stdio: ["ignore", "pipe", "inherit"],
        env: { PATH, HOME, ...settings },
      }),
    ),
    (running) => Effect.sync(() => running.kill("SIGKILL")),
  );
  const port = yield* Effect.callback<number>((resume) => {
    let output = "";
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const found = /Listening on http:\/\/[^"]*:(\d+)/.exec(output)?.[1];
      if (found === undefined) return;
      child.stdout.off("data", read).resume();
      resume(Effect.succeed(Number(found)));
    };
    child.stdout.on("data", read);
  });
  return { child, port };
});
