import { once } from "node:events";
import * as net from "node:net";
import { pipeline } from "node:stream";

import { assert, describe, it } from "@effect/vitest";
import { PGlite } from "@electric-sql/pglite";
import { freePort } from "@paraph/testing/free_port";
import { Effect, Fiber, Layer, Redacted, Schedule } from "effect";
import { SqlClient } from "effect/sql";

import { PgliteHub } from "./embedded/pglite_hub.ts";
import { DatabaseHost, serverPostgres } from "./mod.ts";

const connect = (url: string, patience: number) =>
  Layer.build(serverPostgres({ url: Redacted.make(url), timeout: patience, poolMode: "session" }));

/** A server on a separate port that can stop responding without closing connections. */
const silenceable = Effect.gen(function* () {
  const database = yield* Effect.acquireRelease(
    Effect.promise(() => PGlite.create()),
    (pglite) => Effect.promise(() => pglite.close()),
  );
  const hub = yield* PgliteHub.make(database);
  const port = yield* freePort;
  const state = { isSilent: false, connections: 0 };
  const server = net.createServer((socket) => {
    state.connections += 1;
    const far = hub.connect();
    far.on("data", (bytes) => state.isSilent || socket.write(bytes));
    socket.on("data", (bytes) => state.isSilent || far.write(bytes));
    socket.on("error", () => {}).on("close", () => far.destroy());
  });
  yield* listen(server, port);
  const url = Redacted.make(`postgres://postgres@127.0.0.1:${port}/postgres?connect_timeout=1`);
  const context = yield* Layer.build(
    serverPostgres({ url, silence: 200, checking: 20, poolMode: "session" }),
  );
  const sql = yield* Effect.provideContext(SqlClient.SqlClient, context);
  return { state, sql };
});

/** Listens on a local port. */
const listen = (server: net.Server, port: number) =>
  Effect.acquireRelease(
    Effect.promise(() => once(server.listen(port, "127.0.0.1"), "listening")),
    () => Effect.sync(() => server.close()),
  );

describe("serverPostgres()", () => {
  it.live("names a server that does not respond, without the password", () =>
    Effect.gen(function* () {
      const port = yield* freePort;
      const error = yield* Effect.flip(connect(`postgres://me:secret@127.0.0.1:${port}/x`, 200));
      assert.strictEqual(error._tag, "postgres_unavailable");
      assert.include(error.message, `127.0.0.1:${port}/x`);
      assert.include(error.message, "ECONNREFUSED");
      assert.notInclude(JSON.stringify(error), "secret");
    }),
  );

  it.live.each(["mysql://localhost/x", "localhost", ""])("refuses %j as a URL", (url) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(connect(url, 60_000));
      assert.include(error.message, "not valid; allowed: postgres://");
    }),
  );

  it.live("waits for a starting server", () =>
    Effect.gen(function* () {
      const database = yield* Effect.acquireRelease(
        Effect.promise(() => PGlite.create()),
        (pglite) => Effect.promise(() => pglite.close()),
      );
      const hub = yield* PgliteHub.make(database);
      const port = yield* freePort;
      const client = yield* Effect.forkScoped(
        connect(`postgres://postgres@127.0.0.1:${port}/postgres`, 10_000),
        { startImmediately: true },
      );
      const server = net.createServer((socket) =>
        pipeline(socket, hub.connect(), socket, () => socket.destroy()),
      );
      yield* listen(server, port);
      const context = yield* Fiber.join(client);
      const response = yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient;
        return [yield* DatabaseHost, yield* sql`SELECT 1 AS one`];
      }).pipe(Effect.provideContext(context));
      assert.deepStrictEqual(response, ["server", [{ one: 1 }]]);
    }),
  );

  it.live("closes a connection whose server stops responding, and opens another", () =>
    Effect.gen(function* () {
      const { state, sql } = yield* silenceable;
      state.isSilent = true;
      const errors = yield* Effect.all(
        [Effect.flip(sql`SELECT 1`), Effect.flip(sql.withTransaction(sql`SELECT 2`))],
        { concurrency: "unbounded" },
      );
      for (const { reason } of errors) assert.strictEqual(reason._tag, "ConnectionError");
      state.isSilent = false;
      assert.deepStrictEqual(yield* sql`SELECT 1 AS one`, [{ one: 1 }]);
    }),
  );

  it.live("keeps a silent connection open while the server responds to others", () =>
    Effect.gen(function* () {
      const { state, sql } = yield* silenceable;
      const before = state.connections;
      const awaitProbes = Effect.suspend(() => Effect.succeed(state.connections - before)).pipe(
        Effect.repeat({ until: (more) => more >= 2, schedule: Schedule.spaced(10) }),
      );
      const work = Effect.andThen(sql`SELECT 1`, Effect.andThen(awaitProbes, sql`SELECT 2 AS two`));
      assert.deepStrictEqual(yield* sql.withTransaction(work), [{ two: 2 }]);
    }),
  );
});
