import { once } from "node:events";

import { assert, it, layer } from "@effect/vitest";
import { PGlite } from "@electric-sql/pglite";
import { Context, Deferred, Effect, Fiber, Layer } from "effect";
import { Reactivity } from "effect/reactivity";

import { openClient } from "../client.ts";
import type { PgliteConnection } from "./pglite_connection.ts";
import { PgliteHub } from "./pglite_hub.ts";
import { encodeMessage, encodeQuery, encodeStartup, MESSAGE } from "./wire_protocol.ts";

const IDLE = 150;

class Hub extends Context.Service<Hub, PgliteHub>()("test/Hub") {}

const hub = Layer.effect(
  Hub,
  Effect.gen(function* () {
    const database = yield* Effect.acquireRelease(
      Effect.promise(() => PGlite.create()),
      (pglite) => Effect.promise(() => pglite.close()),
    );
    return yield* PgliteHub.make(database, { idleInTransaction: IDLE });
  }),
).pipe(Layer.provideMerge(Reactivity.layer));

const makeClient = Effect.flatMap(Hub, ({ connect }) =>
  openClient({ stream: connect, username: "postgres" }),
);

/** A table for each test. */
const makeTable = (name: string) =>
  Effect.gen(function* () {
    const sql = yield* makeClient;
    yield* sql`CREATE TABLE ${sql(name)} (n int)`;
    return sql;
  });

/** A connection after its startup, for bytes that no client would send. */
const makeRaw = Effect.gen(function* () {
  const { connect } = yield* Hub;
  const connection = yield* Effect.acquireRelease(
    Effect.sync(() => connect().on("error", () => {})),
    (socket) => Effect.sync(() => socket.destroy()),
  );
  connection.write(encodeStartup({ user: "postgres" }));
  yield* nextResponse(connection);
  return connection;
});

const nextResponse = (connection: PgliteConnection) =>
  Effect.promise<Buffer>(async () => (await once(connection, "data"))[0]);

layer(hub, { excludeTestServices: true })("PgliteHub", (it) => {
  it.effect("ends a transaction that idles while others wait, with the reason", () =>
    Effect.gen(function* () {
      const sql = yield* makeTable("idle");
      // notify() takes another connection, which waits for this transaction to end.
      const deadlock = Effect.andThen(sql`INSERT INTO idle VALUES (1)`, sql.notify("a", "b"));
      const { reason } = yield* Effect.flip(sql.withTransaction(deadlock));
      assert.include(String(reason.cause), "idle in transaction for 150 ms");
      assert.deepStrictEqual(yield* sql`SELECT n FROM idle`, []);
    }),
  );

  it.effect("counts idle time even while new statements keep arriving", () =>
    Effect.gen(function* () {
      const sql = yield* makeTable("busy");
      const entrySignal = yield* Deferred.make<void>();
      const idleFiber = yield* Effect.forkScoped(
        sql.withTransaction(Effect.andThen(Deferred.succeed(entrySignal, undefined), Effect.never)),
      );
      yield* Deferred.await(entrySignal);
      const arrive = Effect.timeoutOption(sql`SELECT 1`, "20 millis");
      const startedAt = performance.now();
      yield* Effect.repeat(arrive, { until: (response) => response._tag === "Some" });
      assert.isBelow(performance.now() - startedAt, IDLE * 100);
      yield* Fiber.interrupt(idleFiber);
    }),
  );

  it.effect("lets a transaction idle as long as no statement waits", () =>
    Effect.gen(function* () {
      const sql = yield* makeTable("alone");
      const idles = Effect.andThen(sql`INSERT INTO alone VALUES (1)`, Effect.sleep(IDLE * 2));
      yield* sql.withTransaction(idles);
      assert.deepStrictEqual(yield* sql`SELECT n FROM alone`, [{ n: 1 }]);
    }),
  );

  it.effect("admits a new connection during another transaction", () =>
    Effect.gen(function* () {
      const sql = yield* makeClient;
      const result = yield* sql.withTransaction(
        Effect.andThen(sql`SELECT 1`, Effect.scoped(Effect.as(makeRaw, "admitted"))),
      );
      assert.strictEqual(result, "admitted");
    }),
  );

  it.effect("closes the prepared statements of a connection when it ends", () =>
    Effect.gen(function* () {
      const use = Effect.flatMap(makeClient, (sql) => sql`SELECT 'prepared once'`);
      yield* Effect.scoped(use);
      const sql = yield* makeClient;
      const remaining = yield* sql`
        SELECT count(*)::int AS count FROM pg_prepared_statements WHERE statement LIKE '%once%'
        AND statement NOT LIKE '%pg_prepared_statements%'
      `.unprepared;
      assert.deepStrictEqual(remaining, [{ count: 0 }]);
    }),
  );

  it.effect("rolls back when a client disconnects, at any moment", () =>
    Effect.gen(function* () {
      const sql = yield* makeTable("gone");
      for (let ticks = 0; ticks < 12; ticks++) {
        const raw = yield* makeRaw;
        raw.write(encodeQuery("BEGIN; INSERT INTO gone VALUES (1)"));
        for (let tick = 0; tick < ticks; tick++) yield* Effect.promise(() => Promise.resolve());
        raw.destroy();
        assert.deepStrictEqual(yield* sql`SELECT n FROM gone`, []);
      }
    }),
  );

  it.effect("refuses a message of impossible length, to that connection only", () =>
    Effect.gen(function* () {
      const raw = yield* makeRaw;
      raw.write(Buffer.from([MESSAGE.query, 0, 0, 0, 0]));
      yield* Effect.promise(() => new Promise((resume) => raw.once("close", resume)));
      const sql = yield* makeClient;
      assert.deepStrictEqual(yield* sql`SELECT 1 AS one`, [{ one: 1 }]);
    }),
  );

  it.effect("responds to messages that arrive byte by byte", () =>
    Effect.gen(function* () {
      const raw = yield* makeRaw;
      const query = encodeQuery("SELECT 'whole' AS word");
      for (const byte of query) raw.write(Buffer.from([byte]));
      assert.include((yield* nextResponse(raw)).toString("latin1"), "whole");
    }),
  );

  it.effect("declines TLS and continues in plain text", () =>
    Effect.gen(function* () {
      const { connect } = yield* Hub;
      const connection = connect();
      const request = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);
      connection.write(Buffer.concat([request, encodeStartup({ user: "postgres" })]));
      const response = yield* nextResponse(connection);
      assert.strictEqual(response.toString("latin1", 0, 1), "N");
      connection.destroy();
    }),
  );

  it.effect("keeps a listener when another connection sends UNLISTEN", () =>
    Effect.gen(function* () {
      const [listener, sender] = [yield* makeRaw, yield* makeRaw];
      listener.write(encodeQuery("LISTEN topic"));
      yield* nextResponse(listener);
      sender.write(encodeQuery("unlisten topic"));
      yield* nextResponse(sender);
      sender.write(encodeQuery("NOTIFY topic, 'hello'"));
      const notification = yield* nextResponse(listener);
      assert.strictEqual(notification.readUInt8(0), MESSAGE.notification);
      assert.strictEqual(notification.readInt32BE(5), sender.processId);
    }),
  );

  it.effect("survives JSON that is nested too deeply, which fails as on a server", () =>
    Effect.gen(function* () {
      const sql = yield* makeTable("deep");
      const nestedJson = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
      const store = (depth: number) =>
        sql.withTransaction(sql`SELECT ${nestedJson(depth)}::jsonb AS stored`);
      assert.strictEqual((yield* store(1500)).length, 1);
      const json = JSON.stringify({ note: `"\\${"[".repeat(5000)}` });
      assert.strictEqual((yield* sql`SELECT ${'"'}::text, ${json}::jsonb`).length, 1);
      // Bytes that are not JSON, such as compiled layouts, may contain any number.
      const bytes = new Uint8Array(5000).fill(0x7b).with(0, 0xff);
      assert.deepStrictEqual(yield* sql`SELECT length(${bytes}::bytea) AS n`, [{ n: 5000 }]);
      const blank = Effect.flip(sql`SELECT ${` \n\t${nestedJson(10_000)}`}::jsonb`);
      assert.include(String((yield* blank).reason.cause), "nested deeper");
      for (const depth of [2001, 10_000, 1_000_000]) {
        const { reason } = yield* Effect.flip(store(depth));
        assert.include(String(reason.cause), "nested deeper");
      }
      assert.deepStrictEqual(yield* sql`SELECT n FROM deep`, []);
    }),
  );

  it.effect("refuses COPY FROM STDIN, which would end the backend", () =>
    Effect.gen(function* () {
      const sql = yield* makeTable("copied");
      const { reason } = yield* Effect.flip(sql`COPY copied\n FROM STDIN`.unprepared);
      assert.include(String(reason.cause), "COPY FROM STDIN");
      assert.deepStrictEqual(yield* sql`SELECT n FROM copied`, []);
    }),
  );

  it.effect("ends a connection that sends Terminate", () =>
    Effect.gen(function* () {
      const raw = yield* makeRaw;
      raw.write(encodeMessage(MESSAGE.terminate, Buffer.alloc(0)));
      yield* Effect.promise(() => once(raw, "close"));
    }),
  );
});

it.live("PgliteHub stops permanently, and reports it, when its backend does", () =>
  Effect.gen(function* () {
    const { connect, failure } = yield* Hub;
    const sql = yield* openClient({ stream: connect, username: "postgres" });
    // Overflows the stack of JavaScript inside a statement.
    yield* sql`
      CREATE FUNCTION forever(n int) RETURNS int LANGUAGE plpgsql
      AS 'BEGIN RETURN forever(n + 1); END'
    `;
    const { reason } = yield* Effect.flip(sql`SELECT forever(1)`);
    assert.strictEqual(reason._tag, "ConnectionError");
    assert.include((yield* Effect.promise(() => failure)).message, "stopped");
    const later = yield* Effect.flip(sql`SELECT 1`);
    assert.strictEqual(later.reason._tag, "ConnectionError");
  }).pipe(Effect.provide(Layer.fresh(hub))),
);
