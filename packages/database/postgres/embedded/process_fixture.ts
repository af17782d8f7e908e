/**
 * A second process for tests: opens the embedded database of a folder and runs one task.
 *
 * Prints one word per line: which process hosts the database, then the events of the task.
 */
import { NodeRuntime } from "@effect/platform-node";
import { Console, Effect } from "effect";
import { SqlClient } from "effect/sql";

import { DatabaseHost, embeddedPostgres } from "../mod.ts";

const [dataDir = "", task = ""] = process.argv.slice(2);

const increment = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`UPDATE counter SET n = n + 1`;
});

const TASKS: Record<string, Effect.Effect<unknown, unknown, SqlClient.SqlClient>> = {
  /** Keeps the database open until stopped. */
  hold: Effect.never,
  /** Acknowledges every commit by its number. */
  commit: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient;
    for (let n = 1; ; n++) {
      yield* sql.withTransaction(sql`INSERT INTO commit_log VALUES (${n})`);
      yield* Console.log(n);
    }
  }),
  /** Waits in a transaction that has changed a row. */
  hang: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient;
    const change = Effect.andThen(increment, Console.log("changed"));
    return yield* sql.withTransaction(Effect.andThen(change, Effect.never));
  }),
  /** Counts to 100, in concurrent transactions. */
  count: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient;
    const moves = Array.from({ length: 100 }, () => sql.withTransaction(increment));
    yield* Effect.all(moves, { concurrency: 8 });
    yield* Console.log("counted");
  }),
};

const program = Effect.gen(function* () {
  yield* Console.log(yield* DatabaseHost);
  yield* TASKS[task] ?? Effect.die(`No task ${task}`);
});

program.pipe(Effect.provide(embeddedPostgres({ dataDir })), NodeRuntime.runMain);
