import { batched, type JobClaim, type JobQueue, ProjectId } from "@paraph/core/values";
import { DateTime, Duration, Effect, Schema, type Scope } from "effect";
import { SqlClient, type SqlError, type Statement } from "effect/sql";

import { HasReplica, withCommitLevel } from "../sql/commit_level.ts";
import { DatabaseHost } from "../sql/database_host.ts";
import { recordset } from "../sql/recordset.ts";
import { readRows, RowTime } from "../sql/rows.ts";
import { jobsInFlight } from "./jobs_in_flight.ts";
import { WakeSignals } from "./wake_signals.ts";

/** The tables of jobs. A job has the id of its item, and its row is deleted when it ends. */
export const JOB_TABLES = ["render_jobs", "email_jobs", "signature_bulk_jobs"] as const;

/** How ended jobs are removed. */
const COMPLETIONS = { concurrency: 1, atMost: 100 };

/**
 * A queue in a table of jobs. Leases and due times use the database clock, so that nodes need not agree on
 * the time.
 */
export const jobQueue = Effect.fnUntraced(function* <Id extends string>(
  name: (typeof JOB_TABLES)[number],
  id: Schema.Codec<Id, string>,
): Effect.fn.Return<
  JobQueue<Id, SqlError.SqlError>,
  never,
  SqlClient.SqlClient | DatabaseHost | WakeSignals | Scope.Scope
> {
  const sql = yield* SqlClient.SqlClient;
  // A process that dies with its embedded database must not take its claims with it: they are counted.
  const isEmbedded = (yield* DatabaseHost) !== "server";
  const commitLevel = (yield* HasReplica) ? "local" : "off";
  const wakeSignal = (yield* WakeSignals)[name];
  const table = sql(name);
  const claimRows = readRows(
    Schema.Struct({
      claim: Schema.String,
      id,
      projectId: ProjectId,
      claimedAt: RowTime,
      attempts: Schema.Int,
      abandonedClaims: Schema.Int,
    }),
  );
  const write = (statement: Effect.Effect<unknown, SqlError.SqlError>) =>
    Effect.asVoid(Effect.orDie(statement));
  const fromNow = (delay: Duration.Duration) =>
    sql`now() + ${Duration.toMillis(delay)} * interval '1 ms'`;
  const isFree = sql`due_at <= now() AND (claimed_until IS NULL OR claimed_until <= now())`;
  /** Ends a claim. If another worker has claimed the job since, this one did not die either. */
  const giveBack = ({ id, claim }: JobClaim<Id>, columns: Statement.Fragment) =>
    write(sql`
      WITH released AS (
        UPDATE ${table}
        SET claim = NULL, claimed_at = NULL, claimed_until = NULL, updated_at = now(), ${columns}
        WHERE id = ${id}
          AND claim = ${claim}
      )
      UPDATE ${table}
      SET abandoned_claims = abandoned_claims - 1
      WHERE id = ${id}
        AND claim <> ${claim}
        AND abandoned_claims > 0
    `);
  const newJobs = recordset(sql, { id: "uuid", projectId: "uuid" });
  const claims = recordset(sql, { id: "uuid", claim: "uuid" });
  // A job whose claim, lease or end is lost runs again, which is harmless.
  const complete = yield* batched(
    Effect.fnUntraced(function* (ended: ReadonlyArray<JobClaim<Id>>) {
      yield* withCommitLevel(sql, commitLevel, (condition) =>
        write(sql`
          DELETE FROM ${table} AS job
          USING ${claims(ended, "ended")}
          WHERE (job.id, job.claim) = (ended.id, ended.claim)
            AND ${condition}
        `),
      );
      return ended;
    }),
    COMPLETIONS,
  );

  return {
    offer: (jobs) =>
      Effect.andThen(
        sql`
          INSERT INTO ${table} (id, project_id)
          SELECT id, project_id
          FROM ${newJobs(jobs, "job")}
          ON CONFLICT DO NOTHING
        `,
        sql.afterCommit(wakeSignal.notify),
      ),

    awaitWake: wakeSignal.wait,

    claim: Effect.fnUntraced(function* ({ atMost, share, inFlight }, lease) {
      const at = DateTime.toDateUtc(yield* DateTime.now);
      const statement = (condition: Statement.Fragment) =>
        claimRows(sql`
          WITH RECURSIVE busy AS (
            (
              SELECT project_id
              FROM ${table}
              ORDER BY project_id
              LIMIT 1
            )
            UNION ALL
            SELECT (
              SELECT project_id
              FROM ${table} AS job
              WHERE job.project_id > busy.project_id
              ORDER BY project_id
              LIMIT 1
            )
            FROM busy
            WHERE busy.project_id IS NOT NULL
          ),
          in_flight AS (${jobsInFlight(sql, inFlight)}),
          turns AS (
            SELECT
              job.id, job.due_at,
              COALESCE(in_flight.jobs, 0)
                + row_number() OVER (PARTITION BY busy.project_id ORDER BY job.due_at, job.id) AS turn
            FROM busy
            LEFT JOIN in_flight ON in_flight.project_id = busy.project_id
            CROSS JOIN LATERAL (
              SELECT id, due_at
              FROM ${table}
              WHERE project_id = busy.project_id
                AND ${isFree}
              ORDER BY due_at, id
              LIMIT ${atMost}
            ) AS job
          ),
          -- More than requested: another node may be about to claim the first.
          turned AS (
            SELECT id, turn
            FROM turns
            WHERE turn <= ${share}
            ORDER BY turn, due_at
            LIMIT ${atMost * 2}
          ),
          picked AS (
            SELECT job.id
            FROM ${table} AS job
            JOIN turned ON turned.id = job.id
            WHERE ${isFree}
            ORDER BY turned.turn, due_at
            LIMIT ${atMost}
            FOR UPDATE OF job SKIP LOCKED
          )
          UPDATE ${table} AS job
          SET
            claim = gen_random_uuid(), claimed_at = ${at}, claimed_until = ${fromNow(lease)},
            attempts = attempts + 1, updated_at = now(),
            abandoned_claims = abandoned_claims + (claim IS NOT NULL)::int
          FROM picked
          WHERE job.id = picked.id
            AND ${condition}
          RETURNING claim, job.id, project_id, claimed_at, attempts, abandoned_claims
        `);
      return yield* isEmbedded
        ? statement(sql`TRUE`)
        : withCommitLevel(sql, commitLevel, statement);
    }),

    renew: (claims, lease) =>
      claims.length === 0
        ? Effect.void
        : withCommitLevel(sql, commitLevel, (condition) =>
            write(sql`
              UPDATE ${table}
              SET claimed_until = ${fromNow(lease)}, updated_at = now()
              WHERE ${condition}
                AND id IN (
                  SELECT id
                  FROM ${table}
                  WHERE id = ANY(${claims.map(({ id }) => id)}::uuid[])
                    AND claim = ANY(${claims.map(({ claim }) => claim)}::uuid[])
                  FOR UPDATE SKIP LOCKED
                )
            `),
          ),

    complete: (claim) => Effect.asVoid(complete(claim)),

    retry: (claim, after) =>
      Effect.andThen(
        giveBack(claim, sql`due_at = ${fromNow(after)}`),
        wakeSignal.notifyAfter(after),
      ),

    release: (claim) =>
      Effect.andThen(giveBack(claim, sql`attempts = attempts - 1`), wakeSignal.notify),
  };
});
