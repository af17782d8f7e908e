import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";

import { assert, describe, it } from "@effect/vitest";
import { RenderQueue } from "@paraph/core/renders";
import { ReadReplica } from "@paraph/core/values";
import { migrate, renderQueueSql, storesSql } from "@paraph/database";
import { readReplica, serverPostgres } from "@paraph/database/postgres";
import { Cause, Context, Deferred, Duration, Effect, Fiber, Layer, Logger, Redacted } from "effect";
import { Digest, SecureRandom } from "effect/crypto";
import { SqlClient } from "effect/sql";

import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { send } from "../../packages/http/_testing/http_client.ts";
import { caller } from "../support/deployment.ts";
import { awaiting } from "../support/killable_server.ts";
import { startFleet } from "./fleet/fleet.ts";
import { ownPostgres, type OwnPostgres, POSTGRES_BIN } from "./fleet/own_postgres.ts";
import {
  promote,
  replicatedPostgres,
  standbyOf,
  waitForStandbys,
} from "./fleet/replicated_postgres.ts";

/** Runs statements on a server. */
const onServer = (url: string) => {
  const client = serverPostgres({ url: Redacted.make(url) });
  return <A, E>(use: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
    Effect.provide(Effect.flatMap(SqlClient.SqlClient, use), client);
};

/** Two servers that read on the standby, and a caller for each. */
const startReaders = Effect.gen(function* () {
  const pair = yield* replicatedPostgres;
  // Of both hosts, only the second one is a standby.
  const hosts = `postgres://postgres@127.0.0.1:${pair.primary.port},127.0.0.1:${pair.standby.port}/postgres?target_session_attrs=standby`;
  const fleet = yield* startFleet(
    { url: pair.primary.url, directUrl: pair.primary.url },
    { DATABASE_READ_URL: hosts },
  );
  const [writer, reader] = fleet.ports.map((port) => caller(port, fleet.key));
  /** How many reads of all servers were served by the replica, or by the primary. */
  const reads = (server: "replica" | "primary") =>
    Effect.map(
      Effect.forEach(fleet.ports, (port) => send(port, { path: "/metrics" })),
      (responses) =>
        responses
          .map(({ text }) => {
            const pattern = `^paraph_database_replica_reads_total\\{server="${server}"\\} (\\d+)`;
            return Number(new RegExp(pattern, "m").exec(text)?.[1] ?? 0);
          })
          .reduce((total, count) => total + count, 0),
    );
  return { ...pair, ...fleet, writer: writer!, reader: reader!, reads };
});

/** A client of a primary, and reads on a replica. */
const openReads = Effect.fnUntraced(function* (
  primary: { readonly url: string },
  replica: { readonly url: string },
) {
  const reads = readReplica(Redacted.make(replica.url));
  const client = serverPostgres({ url: Redacted.make(primary.url) });
  const context = yield* Layer.build(Layer.provideMerge(reads, client));
  const { read } = Context.get(context, ReadReplica);
  return { sql: Context.get(context, SqlClient.SqlClient), read };
});

/** Stops all processes of a server until the scope closes. */
const freeze = Effect.fnUntraced(function* ({ data }: OwnPostgres) {
  const [server] = fs.readFileSync(path.join(data, "postmaster.pid"), "utf8").split("\n");
  const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(server)], {
    encoding: "utf8",
  });
  const ids = [server, ...children.trim().split(/\s+/)].map(Number);
  const signal = (name: NodeJS.Signals) =>
    Effect.sync(() => ids.forEach((id) => process.kill(id, name)));
  yield* Effect.acquireRelease(signal("SIGSTOP"), () => signal("SIGCONT"));
});

const countNotes = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql<{ count: number }>`SELECT count(*)::int AS count FROM note`,
    ([row]) => row?.count,
  );

const LISTS = ["/v1/renders", "/v1/templates", "/v1/webhooks", "/v1/signatures", "/v1/events"];

describe.skipIf(POSTGRES_BIN === undefined)("a read replica", () => {
  it.live("serves lists, events and engagement with every change made through another server", () =>
    Effect.gen(function* () {
      const { writer, reader, reads } = yield* startReaders;
      const before = yield* reads("replica");
      for (let n = 0; n < 10; n++) {
        const response = yield* writer("POST", "/v1/templates/letter/render", {
          data: { name: `No. ${n}` },
        });
        assert.strictEqual(response.status, 202, response.text);
        const id = String(fieldsOf(response)["id"]);
        assert.include((yield* reader("GET", "/v1/renders")).text, id);
        const engagement = yield* reader("GET", `/v1/renders/${id}/engagement`);
        assert.strictEqual(engagement.status, 200, engagement.text);
      }
      for (const path of LISTS) {
        const response = yield* reader("GET", path);
        assert.strictEqual(response.status, 200, response.text);
      }
      yield* awaiting(
        Effect.andThen(reader("GET", "/v1/renders"), reads("replica")),
        (count) => count > before,
      );
    }).pipe(Effect.scoped),
  );

  it.live("is not used while it lags behind, and again when it has caught up", () =>
    Effect.gen(function* () {
      const { writer, reader, reads, primary, standby } = yield* startReaders;
      const onStandby = onServer(standby.url);
      yield* onStandby((sql) => sql`SELECT pg_wal_replay_pause()`);
      yield* awaiting(
        onStandby((sql) => sql<{ n: string }>`SELECT pg_get_wal_replay_pause_state() AS n`),
        ([state]) => state?.n === "paused",
      );
      const before = { replica: yield* reads("replica"), primary: yield* reads("primary") };
      for (let n = 0; n < 10; n++) {
        const response = yield* writer("POST", "/v1/templates/letter/render", {
          data: { name: `Late ${n}` },
        });
        const id = String(fieldsOf(response)["id"]);
        assert.include((yield* reader("GET", "/v1/renders")).text, id);
      }
      assert.strictEqual(yield* reads("replica"), before.replica);
      assert.isAtLeast(yield* reads("primary"), before.primary + 10);

      // The replica still has the key.
      yield* onServer(primary.url)((sql) => sql`UPDATE keys SET revoked_at = now()`);
      for (const call of [writer, reader])
        assert.strictEqual((yield* call("GET", "/v1/renders")).status, 401);
      assert.lengthOf(
        yield* onStandby((sql) => sql`SELECT 1 FROM keys WHERE revoked_at IS NULL`),
        1,
      );
      yield* onServer(primary.url)((sql) => sql`UPDATE keys SET revoked_at = NULL`);

      yield* onStandby((sql) => sql`SELECT pg_wal_replay_resume()`);
      yield* awaiting(
        Effect.andThen(reader("GET", "/v1/renders"), reads("replica")),
        (count) => count > before.replica,
      );
    }).pipe(Effect.scoped),
  );

  it.live("shows no change for whose commit the primary still waits", () =>
    Effect.gen(function* () {
      const { primary, standby } = yield* replicatedPostgres;
      const { sql, read } = yield* openReads(primary, standby);
      const count = countNotes(sql);
      yield* sql`CREATE TABLE note (text text)`;
      // A second standby, which does not exist.
      waitForStandbys(primary, "FIRST 2 (*)");
      yield* awaiting(
        sql<{ names: string }>`SELECT current_setting('synchronous_standby_names') AS names`,
        ([row]) => row?.names === "FIRST 2 (*)",
      );
      const insert = yield* Effect.forkScoped(sql`INSERT INTO note VALUES ('x')`, {
        startImmediately: true,
      });
      yield* awaiting(onServer(standby.url)(countNotes), (seen) => seen === 1);
      assert.strictEqual(yield* read(count), 0);
      waitForStandbys(primary, "*");
      yield* Fiber.join(insert);
      assert.strictEqual(yield* read(count), 1);
    }).pipe(Effect.scoped),
  );

  it.live("shows every claim and renewal of a job that the primary shows", () =>
    Effect.gen(function* () {
      const { primary, standby } = yield* replicatedPostgres;
      const queue = renderQueueSql.pipe(
        Layer.provide(storesSql),
        Layer.provideMerge(readReplica(Redacted.make(standby.url))),
        Layer.provideMerge(Layer.effectDiscard(migrate)),
        Layer.provideMerge(serverPostgres({ url: Redacted.make(primary.url) })),
        Layer.provide(Layer.merge(SecureRandom.layerWebCrypto, Digest.layerWebCrypto)),
      );
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient;
        const { claim, renew } = yield* RenderQueue;
        const { read } = yield* ReadReplica;
        const jobs = sql<{ state: string; isReplica: boolean }>`
          SELECT
            string_agg(claim || ' ' || claimed_until, ', ' ORDER BY id) AS state,
            pg_is_in_recovery() AS is_replica
          FROM render_jobs`;
        const assertSame = Effect.gen(function* () {
          const [shown] = yield* jobs;
          const [job] = yield* read(jobs);
          assert.strictEqual(job?.state, shown?.state);
          return job?.isReplica === true;
        });
        // Jobs without renders.
        yield* sql.withTransaction(
          Effect.andThen(
            sql`SET LOCAL session_replication_role = 'replica'`,
            sql`
              INSERT INTO render_jobs (id, project_id)
              SELECT gen_random_uuid(), gen_random_uuid() FROM generate_series(1, 3)`,
          ),
        );
        for (let n = 0; n < 3; n++) {
          yield* awaiting(assertSame, (isReplica) => isReplica);
          const request = { atMost: 1, share: 1, inFlight: new Map() };
          const claims = yield* claim(request, Duration.minutes(1));
          assert.lengthOf(claims, 1);
          yield* assertSame;
          yield* awaiting(assertSame, (isReplica) => isReplica);
          yield* renew(claims, Duration.minutes(2));
          yield* assertSame;
        }
      }).pipe(Effect.provide(queue));
    }).pipe(Effect.scoped),
  );

  it.live("shows every event that the primary shows after a transaction was rolled back", () =>
    Effect.gen(function* () {
      const { primary, standby } = yield* replicatedPostgres;
      const { sql, read } = yield* openReads(primary, standby);
      yield* sql`CREATE TABLE event (written_by xid8 DEFAULT pg_current_xact_id())`;
      // As the Events API reads.
      const events = sql<{ count: number; isReplica: boolean }>`
        SELECT count(*)::int AS count, pg_is_in_recovery() AS is_replica
        FROM event
        WHERE written_by < pg_snapshot_xmin(pg_current_snapshot())`;
      for (let n = 1; n <= 3; n++) {
        yield* awaiting(read(events), ([row]) => row?.isReplica === true);
        const isRunning = yield* Deferred.make<void>();
        const isWritten = yield* Deferred.make<void>();
        const rolledBack = Effect.gen(function* () {
          yield* sql`SELECT pg_current_xact_id()::text`;
          yield* Deferred.succeed(isRunning, undefined);
          yield* Deferred.await(isWritten);
          return yield* Effect.fail("rolled back");
        });
        const fiber = yield* Effect.forkChild(Effect.exit(sql.withTransaction(rolledBack)));
        yield* Deferred.await(isRunning);
        yield* sql`INSERT INTO event DEFAULT VALUES`;
        yield* Deferred.succeed(isWritten, undefined);
        yield* Fiber.join(fiber);
        const [seen] = yield* read(events);
        assert.strictEqual(seen?.count, n);
      }
    }).pipe(Effect.scoped),
  );

  it.live("of a primary that was replaced is not used, however far it has replayed", () =>
    Effect.gen(function* () {
      const replaced = yield* ownPostgres;
      const promoted = yield* standbyOf(replaced);
      const replica = yield* standbyOf(replaced);
      const onReplaced = onServer(replaced.url);
      yield* onReplaced((sql) => sql`CREATE TABLE note (text text)`);
      yield* awaiting(
        Effect.exit(onServer(promoted.url)(countNotes)),
        (exit) => exit._tag === "Success",
      );
      yield* promote(promoted);
      yield* onReplaced(
        (sql) => sql`INSERT INTO note SELECT 'lost' FROM generate_series(1, 10000)`,
      );
      yield* awaiting(onServer(replica.url)(countNotes), (seen) => seen === 10_000);
      const { sql, read } = yield* openReads(promoted, replica);
      yield* sql`INSERT INTO note VALUES ('new')`;
      assert.strictEqual(yield* read(countNotes(sql)), 1);
    }).pipe(Effect.scoped),
  );

  it.live("of another database is reported once, and not used", () =>
    Effect.gen(function* () {
      const [primary, other] = yield* Effect.all([ownPostgres, ownPostgres]);
      const reports: Array<string> = [];
      const logger = Logger.make(({ cause, message }) => {
        if (String(message).includes("replica")) reports.push(Cause.pretty(cause));
      });
      for (const replica of [primary, other]) {
        const { sql, read } = yield* openReads(primary, replica);
        const served = yield* Effect.provide(
          Effect.repeat(read(sql`SELECT 1`), { times: 2 }),
          Logger.layer([logger]),
        );
        assert.lengthOf(served, 1);
      }
      assert.lengthOf(reports, 2);
      for (const report of reports) assert.include(report, "DATABASE_READ_URL is not a standby");
    }).pipe(Effect.scoped),
  );

  it.live("may be frozen: the primary serves its reads after 3 seconds", () =>
    Effect.gen(function* () {
      const { primary, standby } = yield* replicatedPostgres;
      const { sql, read } = yield* openReads(primary, standby);
      const recovery = read(sql<{ isReplica: boolean }>`SELECT pg_is_in_recovery() AS is_replica`);
      yield* awaiting(recovery, ([row]) => row?.isReplica === true);
      yield* freeze(standby);
      const [row] = yield* Effect.timeout(recovery, "10 seconds");
      assert.isFalse(row?.isReplica);
    }).pipe(Effect.scoped),
  );

  it.live("may be down: the primary serves its reads", () =>
    Effect.gen(function* () {
      const { primary, reader, reads, standby } = yield* startReaders;
      // Commits no longer wait for the standby.
      yield* onServer(primary.url)((sql) =>
        Effect.andThen(
          sql`ALTER SYSTEM SET synchronous_standby_names = ''`.unprepared,
          sql`SELECT pg_reload_conf()`,
        ),
      );
      yield* standby.stop("SIGKILL");
      const before = yield* reads("primary");
      for (const path of LISTS) assert.strictEqual((yield* reader("GET", path)).status, 200);
      assert.isAtLeast(yield* reads("primary"), before + LISTS.length);
      const replicaReads = yield* reads("replica");
      yield* standby.start;
      yield* awaiting(
        Effect.andThen(reader("GET", "/v1/renders"), reads("replica")),
        (count) => count > replicaReads,
      );
    }).pipe(Effect.scoped),
  );
});
