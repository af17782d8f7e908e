import { Duration, Effect, Schedule, Schema } from "effect";
import { SqlClient, SqlError } from "effect/sql";

import {
  addPartition,
  endOfWeek,
  lowestId,
  otherPartition,
  partitionEnd,
  partitionName,
  WEEK,
  WEEKLY_TABLES,
  type WeeklyTable,
} from "../../migrations/weekly_partitions.ts";
import { readRows } from "../sql/rows.ts";

const nameRows = readRows(Schema.Struct({ name: Schema.String }));
const clockRows = readRows(Schema.Struct({ millis: Schema.Finite }));
const answerRows = readRows(Schema.Struct({ is: Schema.Boolean }));

/** The number of weeks after the current one that have partitions. */
const WEEKS_AHEAD = 2;

/** More rows outside of all weeks stay there: moving them would block the table for long. */
const MOVABLE_ROWS = 1000;

/** All statements on a table wait behind one that waits to lock it, so each attempt is short. */
const LOCK_TIMEOUT = "200ms";
const LOCK_RETRIES = Schedule.spaced("1 second").pipe(Schedule.upTo({ times: 10 }));

/** Adds and drops the weekly partitions of events and deliveries. */
export const weeklyPartitions = Effect.map(SqlClient.SqlClient, (sql) => {
  const run = (statement: string) => sql.unsafe(statement).unprepared;

  const clockMillis = clockRows(sql`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS millis
  `).pipe(Effect.map(([row]) => row?.millis ?? 0));

  const isTrue = (condition: string) =>
    answerRows(run(`SELECT (${condition}) AS is`)).pipe(Effect.map(([row]) => row?.is === true));

  const partitionsOf = (table: WeeklyTable) =>
    nameRows(sql`
      SELECT relname::text AS name
      FROM pg_inherits
      JOIN pg_class ON pg_class.oid = inhrelid
      WHERE inhparent = to_regclass(${table})
      ORDER BY relname
    `).pipe(
      Effect.map((rows) =>
        rows.flatMap(({ name }) => {
          const end = partitionEnd(name);
          return end === undefined ? [] : [{ name, end }];
        }),
      ),
    );

  const areTrue = Effect.fnUntraced(function* (conditions: ReadonlyArray<string>) {
    for (const condition of conditions) {
      if (!(yield* isTrue(condition))) return false;
    }
    return true;
  });

  /** Runs statements under a lock of a table if conditions hold, first without the lock; returns whether. */
  const change = Effect.fnUntraced(function* (
    lock: string,
    conditions: ReadonlyArray<string>,
    statements: ReadonlyArray<string>,
  ) {
    if (!(yield* areTrue(conditions))) return false;
    return yield* Effect.gen(function* () {
      yield* run(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
      yield* run(`LOCK TABLE ONLY ${lock} IN ACCESS EXCLUSIVE MODE`);
      // Another node may have made the change.
      if (!(yield* areTrue(conditions))) return false;
      yield* Effect.forEach(statements, run, { discard: true });
      return true;
    }).pipe(
      sql.withTransaction,
      Effect.retry({ while: isLockTimeout, schedule: LOCK_RETRIES }),
      Effect.orDie,
    );
  });

  /** Adds the partitions of this week and the next ones. */
  const add = Effect.gen(function* () {
    const now = yield* clockMillis;
    for (const table of WEEKLY_TABLES) {
      const ends = (yield* partitionsOf(table)).map(({ end }) => end);
      // The first partition may contain all earlier times.
      const first = Math.min(...ends);
      for (let ahead = 0; ahead <= WEEKS_AHEAD; ahead++) {
        const end = endOfWeek(now) + ahead * WEEK;
        if (ends.includes(end) || (ends.length > 0 && end < first)) continue;
        const other = otherPartition(table);
        const hasFewRows = `
          SELECT count(*) <= ${MOVABLE_ROWS}
          FROM (
            SELECT
            FROM ${other}
            WHERE id >= '${lowestId(end - WEEK)}'
              AND id < '${lowestId(end)}'
            LIMIT ${MOVABLE_ROWS + 1}
          ) AS rows`;
        const isMissing = `to_regclass('${partitionName(table, end)}') IS NULL`;
        yield* change(other, [isMissing, hasFewRows], addPartition(table, end));
      }
    }
  });

  /**
   * Drops the partitions of a table in which every row is older than this, by its id, its creation and its
   * writing; returns their number.
   */
  const drop = Effect.fnUntraced(function* (
    table: WeeklyTable,
    age: Duration.Duration,
    settledOnly: boolean,
  ) {
    const oldest = (yield* clockMillis) - Duration.toMillis(age);
    const cutoff = `to_timestamp(${oldest / 1000})`;
    let count = 0;
    for (const { name, end } of yield* partitionsOf(table)) {
      if (end > oldest) continue;
      const has = (condition: string) => `EXISTS (SELECT FROM ${name} WHERE ${condition})`;
      const isExpired = [
        `to_regclass('${name}') IS NOT NULL`,
        `NOT ${has(`created_at >= ${cutoff}`)}`,
        `NOT ${has(`written_at >= ${cutoff}`)}`,
        ...(settledOnly ? [`NOT ${has("status = 'pending'")}`] : []),
      ];
      if (yield* change(table, isExpired, [`DROP TABLE ${name}`])) count += 1;
    }
    return count;
  });

  return { add, drop };
});

/** Whether other transactions used the table for too long. */
function isLockTimeout(error: unknown): boolean {
  return SqlError.isSqlError(error) && error.reason._tag === "LockTimeoutError";
}
