import { once } from "node:events";
import * as net from "node:net";
import { pipeline } from "node:stream";

import { assert, describe, it } from "@effect/vitest";
import { PGlite } from "@electric-sql/pglite";
import { Effect, Fiber, Layer, Redacted } from "effect";
import { SqlClient } from "effect/sql";

import { freePort } from "../testing/free_port.ts";
import { DatabaseHost, serverPostgres } from "./mod.ts";
import { PgliteHub } from "./pglite_hub.ts";

const connect = (url: string, patience: number) =>
  Layer.build(serverPostgres({ url: Redacted.make(url), patience }));

/** Listens on a port of the machine. */
const listen = (server: net.Server, port: number) =>
  Effect.acquireRelease(
    Effect.promise(() => once(server.listen(port, "127.0.0.1"), "listening")),
    () => Effect.sync(() => server.close()),
  );

describe("serverPostgres()", () => {
  it.live("names the server that does not answer, but not the password", () =>
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
      assert.include(error.message, "not of the form postgres://");
    }),
  );

  it.live("waits for a server that is just starting", () =>
    Effect.gen(function* () {
      const database = yield* Effect.acquireRelease(
        Effect.promise(() => PGlite.create()),
        (opened) => Effect.promise(() => opened.close()),
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
      const answer = yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient;
        return [yield* DatabaseHost, yield* sql`SELECT 1 AS one`];
      }).pipe(Effect.provideContext(context));
      assert.deepStrictEqual(answer, ["server", [{ one: 1 }]]);
    }),
  );
});
