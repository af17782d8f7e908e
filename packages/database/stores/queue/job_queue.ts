import { batched, type JobClaim, type JobQueue, ProjectId } from "@paraph/core/values";
import { Duration, Effect, Schema, type Scope } from "effect";
import { SqlClient, type SqlError } from "effect/sql";

import { recordset } from "../sql/recordset.ts";
import { readRows } from "../sql/rows.ts";
import { unflushed } from "../sql/unflushed.ts";
import { jobsInFlight } from "./jobs_in_flight.ts";
import { makeWakeSignal } from "./wake_signal.ts";

/** The tables of jobs. A job has the id of its item, and its row is deleted when it ends. */
export const JOB_TABLES = ["render_jobs", "email_jobs"] as const;

/** How ended jobs are removed. */
const COMPLETIONS = { concurrency: 1, atMost: 100 };

/**
 * A queue in a table of jobs. Leases and due times use the database clock, so that nodes need not agree on
 * the time.
 */
export const jobQueue = Effect.fnUntraced(function* <Id extends string>(
  name: (typeof JOB_TABLES)[number],
  id: Schema.Codec<Id, string>,
): Effect.fn.Return<JobQueue<Id, SqlError.SqlError>, never, SqlClient.SqlClient | Scope.Scope> {
  const sql = yield* SqlClient.SqlClient;
  const wakeSignal = makeWakeSignal();
  const table = sql(name);
  const claimRows = readRows(
    Schema.Struct({ claim: Schema.String, id, projectId: ProjectId, attempts: Schema.Int }),
  );
  const write = (statement: Effect.Effect<unknown, SqlError.SqlError>) =>
    Effect.asVoid(Effect.orDie(statement));
  const fromNow = (delay: Duration.Duration) =>
    sql`now() + ${Duration.toMillis(delay)} * interval '1 ms'`;
  const isFree = sql`due_at <= now() AND (claimed_until IS NULL OR claimed_until <= now())`;
  const releaseColumns = sql`claim = NULL, claimed_until = NULL, updated_at = now()`;
  const isClaimed = ({ id, claim }: JobClaim<Id>) => sql`id = ${id} AND claim = ${claim}`;
  const newJobs = recordset(sql, { id: "uuid", projectId: "uuid" });
  const claims = recordset(sql, { id: "uuid", claim: "uuid" });
  // A job whose claim, lease or end is lost runs again, which is harmless.
  const complete = yield* batched(
    Effect.fnUntraced(function* (ended: ReadonlyArray<JobClaim<Id>>) {
      yield* unflushed(sql, (condition) =>
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

    claim: ({ atMost, share, inFlight }, lease) =>
      unflushed(sql, (condition) =>
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
            claim = gen_random_uuid(), claimed_until = ${fromNow(lease)}, attempts = attempts + 1,
            updated_at = now()
          FROM picked
          WHERE job.id = picked.id
            AND ${condition}
          RETURNING claim, job.id, project_id, attempts
        `),
      ),

    renew: (claims, lease) =>
      claims.length === 0
        ? Effect.void
        : unflushed(sql, (condition) =>
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
      write(
        sql`UPDATE ${table} SET ${releaseColumns}, due_at = ${fromNow(after)} WHERE ${isClaimed(claim)}`,
      ),

    release: (claim) =>
      write(
        sql`UPDATE ${table} SET ${releaseColumns}, attempts = attempts - 1 WHERE ${isClaimed(claim)}`,
      ),
  };
});
