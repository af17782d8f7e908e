import { assert, describe, it } from "@effect/vitest";
import { freshDatabase, TEST_DATABASE_URL } from "@paraph/database/testing/fresh_database";
import { Deferred, Effect, Fiber } from "effect";
import { SqlClient } from "effect/sql";

import { awaiting } from "../support/killable_server.ts";
import {
  blobDeployment,
  erase,
  ageBlobs,
  renderAndWait,
  readBlobs,
  submit,
} from "./blob_deployment.ts";

/** A statement at which a server is blocked and killed. */
interface Moment {
  readonly statement: "INSERT" | "UPDATE" | "DELETE";
  readonly table: "blobs" | "blob_references" | "removed_files";
}

/** Makes statements about blobs in other connections wait for an advisory lock. */
const watch = Effect.fnUntraced(function* ({ statement, table }: Moment) {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    CREATE OR REPLACE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      changed record := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
    BEGIN
      IF current_setting('paraph.test', true) IS DISTINCT FROM 'on'
        AND COALESCE(to_jsonb(changed) ->> 'name', 'blobs/') LIKE 'blobs/%'
      THEN
        PERFORM pg_advisory_xact_lock_shared(7);
      END IF;
      RETURN changed;
    END $$`;
  yield* sql`
    CREATE TRIGGER wait_for_test BEFORE ${sql.literal(statement)} ON ${sql(table)}
    FOR EACH ROW EXECUTE FUNCTION wait_for_test()`.unprepared;
});

/** Runs an effect while the server waits at the watched statement, and ends the waiting connections. */
const whileLocked = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const sql = yield* SqlClient.SqlClient;
  const isLocked = yield* Deferred.make<void>();
  const isFinished = yield* Deferred.make<void>();
  const holding = yield* Effect.forkChild(
    sql.withTransaction(
      sql`SELECT pg_advisory_xact_lock(7)::text`.pipe(
        Effect.andThen(Deferred.succeed(isLocked, undefined)),
        Effect.andThen(Deferred.await(isFinished)),
      ),
    ),
  );
  yield* Deferred.await(isLocked);
  yield* effect;
  yield* sql`
    SELECT pg_terminate_backend(pid)
    FROM pg_locks
    WHERE locktype = 'advisory'
      AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  yield* Deferred.succeed(isFinished, undefined);
  yield* Fiber.join(holding);
});

/** Waits until a server waits for the lock. */
const awaitBlockedServer = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  const waiting = sql`
    SELECT 1
    FROM pg_locks
    WHERE locktype = 'advisory'
      AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  yield* awaiting(waiting, (rows) => rows.length > 0);
});

describe.skipIf(TEST_DATABASE_URL === undefined)(
  "a server on a database server that is killed",
  { timeout: 300_000 },
  () => {
    it.live.each<readonly [string, Moment, ReadonlyArray<number>]>([
      [
        "before it announces a blob's file",
        { statement: "INSERT", table: "removed_files" },
        [0, 0],
      ],
      ["between a blob's file and its row", { statement: "INSERT", table: "blobs" }, [1, 0]],
      [
        "between a blob and the commit of what refers to it",
        { statement: "INSERT", table: "blob_references" },
        [1, 1],
      ],
    ])(
      "%s has no trace of the request, which can be repeated",
      ([, moment, [fileCount, rowCount]]) =>
        Effect.gen(function* () {
          const {
            beside: withDatabase,
            start,
            files,
            awaitFiles,
            assertWhole,
          } = yield* blobDeployment(yield* freshDatabase(TEST_DATABASE_URL ?? ""));
          yield* withDatabase(watch(moment));
          // One request is repeated and one is not, so that its blob remains.
          for (const number of [1, 2]) {
            const server = yield* start;
            const before = {
              files: (yield* files).length,
              rows: (yield* withDatabase(readBlobs)).blobs.length,
            };
            yield* withDatabase(
              whileLocked(
                Effect.gen(function* () {
                  const submitting = yield* Effect.forkChild(
                    Effect.exit(submit(server.call, number)),
                  );
                  yield* awaitBlockedServer;
                  yield* server.stop("SIGKILL");
                  yield* Fiber.await(submitting);
                }),
              ),
            );
            yield* assertWhole;
            const { blobs, referred } = yield* withDatabase(readBlobs);
            assert.deepEqual(referred, []);
            assert.deepEqual(
              [(yield* files).length - before.files, blobs.length - before.rows],
              [fileCount, rowCount],
            );
          }
          const server = yield* start;
          const id = yield* renderAndWait(server.call, 1);
          yield* withDatabase(ageBlobs);
          yield* awaitFiles((names) => names.length === 1);
          yield* assertWhole;
          const { referred } = yield* withDatabase(readBlobs);
          assert.deepEqual(yield* files, referred);
          assert.strictEqual(yield* renderAndWait(server.call, 1), id);
        }).pipe(Effect.scoped),
    );

    it.live.each<readonly [string, Moment, ReadonlyArray<number>]>([
      ["before a blob is deleted", { statement: "DELETE", table: "blobs" }, [1, 1]],
      ["before a blob's file is removed", { statement: "UPDATE", table: "removed_files" }, [1, 0]],
      ["after a blob's file is removed", { statement: "DELETE", table: "removed_files" }, [0, 0]],
    ])("%s removes it later, and stores the same data again", ([, moment, counts]) =>
      Effect.gen(function* () {
        const {
          beside: withDatabase,
          start,
          files,
          assertWhole,
        } = yield* blobDeployment(yield* freshDatabase(TEST_DATABASE_URL ?? ""));
        const server = yield* start;
        yield* erase(server.call, yield* renderAndWait(server.call, 1));
        const old = yield* files;
        assert.lengthOf(old, 1);
        yield* withDatabase(watch(moment));
        yield* withDatabase(
          whileLocked(
            Effect.gen(function* () {
              // Blobs that one round deletes are aged in the next.
              yield* Effect.raceFirst(
                awaitBlockedServer,
                Effect.forever(Effect.delay(ageBlobs, "250 millis")),
              );
              yield* server.stop("SIGKILL");
            }),
          ),
        );
        yield* assertWhole;
        const { blobs } = yield* withDatabase(readBlobs);
        assert.deepEqual([(yield* files).length, blobs.length], [...counts]);
        const again = yield* start;
        const id = yield* renderAndWait(again.call, 1, "another key");
        yield* withDatabase(ageBlobs);
        yield* awaiting(
          Effect.all([files, withDatabase(readBlobs)]),
          ([names, { removed }]) =>
            names.length === 1 && !removed.some((name) => names.includes(name)),
        );
        yield* assertWhole;
        const { referred } = yield* withDatabase(readBlobs);
        assert.deepEqual(yield* files, referred);
        assert.strictEqual(yield* renderAndWait(again.call, 1, "another key"), id);
      }).pipe(Effect.scoped),
    );
  },
);
