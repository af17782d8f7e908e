import { assert, describe, it } from "@effect/vitest";
import { type PoolMode, serverPostgres } from "@paraph/database/postgres";
import { Context, Deferred, Effect, Layer, Option, Redacted } from "effect";
import { SqlClient } from "effect/sql";

import { Listener } from "../../packages/database/stores/queue/wake_signals.ts";
import { startFleet } from "./fleet/fleet.ts";
import { ownPostgres, POSTGRES_BIN } from "./fleet/own_postgres.ts";
import { PGBOUNCER, pgBouncer } from "./fleet/pgbouncer.ts";
import { awaitIdle, wholeDeployment } from "./whole_deployment.ts";

/** Connects and returns whether it listens, which needs a session. Runs more statements than PgBouncer has connections. */
const listens = Effect.fnUntraced(function* (url: string, poolMode?: PoolMode) {
  const context = yield* Layer.build(serverPostgres({ url: Redacted.make(url), poolMode }));
  const sql = Context.get(context, SqlClient.SqlClient);
  const rows = yield* Effect.forEach(
    Array.from({ length: 50 }, (_, index) => index),
    (index) => sql.withTransaction(sql<{ n: number }>`SELECT ${index}::int AS n`),
    { concurrency: "unbounded" },
  );
  assert.deepStrictEqual(
    rows.map(([row]) => row?.n),
    Array.from({ length: 50 }, (_, index) => index),
  );
  return Option.isSome(Context.get(context, Listener));
}, Effect.scoped);

const isSkipped = POSTGRES_BIN === undefined || PGBOUNCER === undefined;

describe.skipIf(isSkipped)("PgBouncer in transaction mode (needs postgresql and pgbouncer)", () => {
  it.live("is detected, and session features are not used", () =>
    Effect.gen(function* () {
      const server = yield* ownPostgres;
      const transactions = yield* pgBouncer(server);
      const sessions = yield* pgBouncer(server, "session");
      assert.isTrue(yield* listens(server.url));
      assert.isFalse(yield* listens(transactions.url));
      assert.isFalse(yield* listens(server.url, "transaction"));
      assert.isTrue(yield* listens(sessions.url, "session"));
    }).pipe(Effect.scoped),
  );

  it.live("in session mode has the documented number of connections", () =>
    Effect.gen(function* () {
      const { url } = yield* pgBouncer(yield* ownPostgres, "session");
      const client = serverPostgres({ url: Redacted.make(url), poolMode: "session" });
      const context = yield* Layer.build(client);
      const listen = Option.getOrThrow(Context.get(context, Listener));
      yield* listen("test");
      const sql = Context.get(context, SqlClient.SqlClient);
      const areOpen = Array.from({ length: 10 }, () => Deferred.makeUnsafe<void>());
      const isFull = Effect.forEach(areOpen, Deferred.await);
      yield* Effect.forEach(
        areOpen,
        (isOpen) =>
          sql.withTransaction(
            sql`SELECT 1`.pipe(
              Effect.andThen(Deferred.succeed(isOpen, undefined)),
              Effect.andThen(isFull),
            ),
          ),
        { concurrency: "unbounded" },
      ).pipe(Effect.timeout("10 seconds"));
    }).pipe(Effect.scoped),
  );

  it.live("does not delay a start while PostgreSQL is down", () =>
    Effect.gen(function* () {
      const server = yield* ownPostgres;
      const { url } = yield* pgBouncer(server);
      yield* listens(url);
      yield* server.crash;
      const client = serverPostgres({ url: Redacted.make(url), timeout: "2 seconds" });
      const { _tag } = yield* Effect.flip(Layer.build(client)).pipe(Effect.timeout("20 seconds"));
      assert.strictEqual(_tag, "postgres_unavailable");
    }).pipe(Effect.scoped),
  );

  it.live("serves renders, shares, emails, signatures and webhooks", () =>
    Effect.gen(function* () {
      const { url } = yield* pgBouncer(yield* ownPostgres);
      const { database, call, requestId } = yield* wholeDeployment(url);
      yield* Effect.provide(awaitIdle, database);
      const { text } = yield* call("GET", `/v1/signatures/${requestId}`);
      assert.include(text, '"status":"completed"');
    }).pipe(Effect.scoped),
  );

  it.live("loses and repeats no work while it and a worker are killed", () =>
    Effect.gen(function* () {
      const server = yield* ownPostgres;
      const bouncer = yield* pgBouncer(server);
      const { nodes, accept, underLoad, assertWhole } = yield* startFleet({
        url: bouncer.url,
        directUrl: server.url,
      });
      const worker = nodes.find(({ name }) => name === "worker 1");
      const strikes = Effect.gen(function* () {
        yield* accept(40);
        yield* worker!.kill;
        yield* accept(40);
        yield* bouncer.stop("SIGKILL");
        yield* bouncer.start;
        yield* accept(40);
      });
      yield* underLoad(Effect.andThen(strikes, strikes));
      yield* assertWhole();
    }).pipe(Effect.scoped),
  );
});
