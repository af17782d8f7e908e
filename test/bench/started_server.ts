import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { Effect, Schema } from "effect";

import { type RawResponse, send } from "../../packages/http/_testing/http_client.ts";

const ReadyMessage = Schema.Struct({
  port: Schema.Int,
  key: Schema.String,
  otherKey: Schema.String,
});
const Page = Schema.Struct({ renders: Schema.Array(Schema.Unknown) });

/** The limits with which `paraph.js` starts servers. */
const MEMORY_LIMITS = [
  "--max-semi-space-size=8",
  "--heap-growing-percent=60",
  "--no-allocation-site-pretenuring",
];

/** Calls the server with the key of a project. */
export type Call = (method: string, route: string, json?: unknown) => Promise<RawResponse>;

/** A server in a separate process. */
export interface StartedServer {
  readonly child: ChildProcess;
  readonly call: Call;
  /** Calls with the key of another account's project. */
  readonly callAsOther: Call;
  readonly port: number;
  readonly dataDir: string;
  readonly stop: () => Promise<void>;
}

/** Starts a server on an embedded database or on a PostgreSQL server. */
export async function startServer(databaseUrl?: string): Promise<StartedServer> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-bench-"));
  const args = databaseUrl === undefined ? [dataDir] : [dataDir, databaseUrl];
  const child = fork(new URL("./server_process.ts", import.meta.url), args, {
    execArgv: MEMORY_LIMITS,
    env: { ...process.env, MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "98304" },
  });
  const [message] = await once(child, "message");
  const { port, key, otherKey } = Schema.decodeUnknownSync(ReadyMessage)(message);
  const callWith =
    (authorization: string): Call =>
    (method, route, json) =>
      Effect.runPromise(
        send(port, {
          method,
          path: route,
          headers: { authorization },
          ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        }),
      );
  const stop = async () => {
    const exit = once(child, "exit");
    child.kill("SIGTERM");
    await exit;
    fs.rmSync(dataDir, { recursive: true, force: true });
  };
  const call = callWith(`Bearer ${key}`);
  const callAsOther = callWith(`Bearer ${otherKey}`);
  return { child, call, callAsOther, port, dataDir, stop };
}

/** Waits until all queues are empty; polls rarely, to cause no load. */
export async function waitForEmptyQueues(call: Call): Promise<void> {
  for (;;) {
    const pages = await Promise.all(
      ["queued", "rendering"].map((status) => call("GET", `/v1/renders?limit=1&status=${status}`)),
    );
    const pending = pages.flatMap(({ json }) => Schema.decodeUnknownSync(Page)(json).renders);
    if (pending.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
