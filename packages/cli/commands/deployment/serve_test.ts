import * as fs from "node:fs";
import * as net from "node:net";
import * as os from "node:os";
import * as path from "node:path";

import { afterAll, assert, describe, it } from "@effect/vitest";
import { freePort } from "@paraph/testing/free_port";
import { Effect, Schedule } from "effect";

import { runParaph, startParaph } from "../../_testing/paraph_process.ts";

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-test-"));
afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }));

/** A port that another process listens on. */
const occupiedPort = Effect.acquireRelease(
  Effect.callback<net.Server>((resume) => {
    const server = net.createServer();
    server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)));
  }),
  (server) => Effect.sync(() => server.close()),
).pipe(
  Effect.map((server) => {
    const address = server.address();
    return address !== null && typeof address === "object" ? address.port : 0;
  }),
);

const serve = (settings: Record<string, string>) =>
  runParaph(["serve"], { DATA_DIR: dataDir, LOG_FORMAT: "json", ...settings });

/** Sends a request as soon as the port accepts connections. */
const firstResponse = (port: number) =>
  Effect.tryPromise(() => fetch(`http://127.0.0.1:${port}/healthz`)).pipe(
    Effect.retry(Schedule.spaced("5 millis")),
    Effect.map(({ status }) => status),
  );

describe("paraph serve", () => {
  it.live("responds to requests that arrive before it is ready", () =>
    Effect.gen(function* () {
      const port = yield* freePort;
      const folder = fs.mkdtempSync(path.join(dataDir, "early-"));
      const settings = { DATA_DIR: folder, PORT: String(port), PARAPH_DATABASE_URL: "x" };
      const server = yield* startParaph(["serve"], settings);
      assert.strictEqual(yield* firstResponse(port), 200);
      yield* server.waitForLog(
        /"PARAPH_DATABASE_URL is not a variable .+ Did you mean DATABASE_URL\?"/,
      );
      // The token of a session names up to fifty origins.
      const authorization = `Bearer ${"x".repeat(30_000)}`;
      const long = fetch(`http://127.0.0.1:${port}/healthz`, { headers: { authorization } });
      assert.strictEqual((yield* Effect.promise(() => long)).status, 200);
    }),
  );

  it.live("names in one line the setting that prevents the start", () =>
    Effect.gen(function* () {
      const port = yield* occupiedPort;
      const [portInUse, foreignHost, wrong, nowhere] = yield* Effect.all(
        [
          serve({ PORT: String(port) }),
          serve({ PORT: "0", HOST: "192.0.2.1" }),
          serve({ PORT: "http", DATABASE_URL: "mysql://me:hunter2@db/x" }),
          serve({ PORT: "0", DATA_DIR: "/proc/x" }),
        ],
        { concurrency: 2 },
      );
      assert.deepStrictEqual(portInUse, {
        code: 2,
        stdout: "",
        stderr: `paraph: PORT ${port} is in use on 127.0.0.1; allowed: a free port, or 0 to choose one, such as \`PORT=3001 paraph serve\`\n`,
      });
      assert.deepStrictEqual(foreignHost, {
        code: 2,
        stdout: "",
        stderr:
          "paraph: HOST 192.0.2.1 is not an address of this machine; allowed: one of its addresses, or 0.0.0.0 for all\n",
      });
      assert.deepStrictEqual(nowhere, {
        code: 2,
        stdout: "",
        stderr:
          "paraph: DATA_DIR /proc/x cannot be created; allowed: a directory that the user of this process owns or can create\n",
      });
      assert.deepInclude(wrong, { code: 2, stdout: "" });
      assert.match(
        wrong.stderr,
        /^paraph: DATABASE_URL is not valid; .+\nPORT is not valid; .+\n$/,
      );
      assert.notInclude(wrong.stderr, "hunter2");
    }),
  );
});
