import type { ClaimRequest } from "@paraph/core/values";
import { Duration, Effect, Schema } from "effect";
import { SqlClient, type SqlError, type Statement } from "effect/sql";

import { readRows } from "../sql/rows.ts";
import { heldJobs } from "./held_jobs.ts";

/** A job that this process holds. */
export interface JobClaim<Id> {
  readonly id: Id;
  readonly sequence: string;
  /** The number of the attempt, from 1. */
  readonly attempts: number;
  /** Identifies this claim: a later claim of the same job has another lock. */
  readonly lock: string;
  /** The project of the job's item; `null` if the item has ended or was erased. */
  readonly projectId: string | null;
}

/** The jobs of a queue and the table of their items, one job with the same id for each. */
export interface ItemQueue<Id> {
  readonly name: "renders" | "mails";
  readonly id: Schema.Codec<Id, string>;
  /** Selects unfinished rows: the condition of a partial index on `(project_id, due_at, id)`. */
  readonly unfinished: (sql: SqlClient.SqlClient) => Statement.Fragment;
  /** The delay of a job after its failed attempts. */
  readonly backoff: (attempts: number) => Duration.Duration;
}

/** The number of oldest jobs that are searched for those whose item has ended or was erased. */
const LEFTOVER_SCAN = 100;

/**
 * Claims and settles jobs in the table of Effect's persisted queue, with the same columns and semantics, so
 * that workers of earlier releases share it. Only the order differs: projects take turns, however many jobs
 * each has queued.
 */
export const jobClaims = <Id>(queue: ItemQueue<Id>, lockExpiration: Duration.Input) =>
  Effect.map(SqlClient.SqlClient, (sql) => {
    const claimRows = readRows(
      Schema.Struct({
        id: queue.id,
        sequence: Schema.String,
        attempts: Schema.Int,
        lock: Schema.String,
        projectId: Schema.NullOr(Schema.String),
      }),
    );
    const items = sql(queue.name);
    const isUnfinished = queue.unfinished(sql);
    const silence = Duration.toMillis(lockExpiration);
    const isFree = sql`
      state = 'pending'
      AND visible_at <= now()
      AND (acquired_at IS NULL OR acquired_at < now() - ${silence} * interval '1 ms')`;
    const acquire = sql`
      acquired_at = now(), acquired_by = gen_random_uuid(), attempts = attempts + 1`;

    /** Claims jobs of unfinished items, those of projects with the fewest held jobs first. */
    const claimFairly = ({ atMost, share, held }: ClaimRequest) =>
      claimRows(sql`
        WITH RECURSIVE busy AS (
          (
            SELECT project_id
            FROM ${items}
            WHERE ${isUnfinished}
            ORDER BY project_id
            LIMIT 1
          )
          UNION ALL
          SELECT (
            SELECT project_id
            FROM ${items} AS item
            WHERE ${isUnfinished}
              AND item.project_id > busy.project_id
            ORDER BY project_id
            LIMIT 1
          )
          FROM busy
          WHERE busy.project_id IS NOT NULL
        ),
        held AS (${heldJobs(sql, held)}),
        turns AS (
          SELECT
            busy.project_id, job.sequence, job.visible_at,
            COALESCE(held.jobs, 0)
              + row_number() OVER (PARTITION BY busy.project_id ORDER BY job.sequence) AS turn
          FROM busy
          LEFT JOIN held ON held.project_id = busy.project_id
          CROSS JOIN LATERAL (
            SELECT sequence, visible_at
            FROM ${items} AS item
            JOIN effect_queue ON queue_name = ${queue.name} AND effect_queue.id = item.id::text
            WHERE item.project_id = busy.project_id
              AND ${isUnfinished}
              AND item.due_at <= now()
              AND ${isFree}
            ORDER BY item.due_at, item.id
            LIMIT ${atMost}
          ) AS job
        ),
        -- More than requested: another worker may be about to claim the first.
        picked AS (
          SELECT effect_queue.sequence, turns.project_id, turns.turn
          FROM turns
          JOIN effect_queue ON effect_queue.sequence = turns.sequence
          WHERE turns.turn <= ${share}
          ORDER BY turns.turn, turns.visible_at
          LIMIT ${atMost * 2}
        ),
        locked AS (
          SELECT effect_queue.sequence, picked.project_id
          FROM effect_queue
          JOIN picked ON picked.sequence = effect_queue.sequence
          WHERE ${isFree}
          ORDER BY picked.turn, effect_queue.visible_at
          LIMIT ${atMost}
          FOR UPDATE OF effect_queue SKIP LOCKED
        )
        UPDATE effect_queue
        SET ${acquire}
        FROM locked
        WHERE effect_queue.sequence = locked.sequence
        RETURNING
          effect_queue.id, effect_queue.sequence::text, attempts, acquired_by::text AS lock,
          locked.project_id::text
      `);

    /** Claims jobs whose item ended or was erased before they were settled. */
    const claimLeftovers = ({ atMost }: ClaimRequest) =>
      claimRows(sql`
        UPDATE effect_queue
        SET ${acquire}
        WHERE sequence IN (
          SELECT sequence
          FROM effect_queue
          WHERE sequence IN (
            SELECT oldest.sequence
            FROM (
              SELECT sequence, id
              FROM effect_queue
              WHERE queue_name = ${queue.name}
                AND ${isFree}
              ORDER BY visible_at, sequence
              LIMIT ${LEFTOVER_SCAN}
            ) AS oldest
            WHERE NOT EXISTS (
              SELECT 1
              FROM ${items} AS item
              WHERE item.id = oldest.id::uuid
                AND ${isUnfinished}
            )
            ORDER BY oldest.sequence
            LIMIT ${atMost}
          )
            AND ${isFree}
          FOR UPDATE SKIP LOCKED
        )
        RETURNING
          id, sequence::text, attempts, acquired_by::text AS lock, NULL::text AS project_id
      `);

    const claim = Effect.fnUntraced(function* (wanted: ClaimRequest) {
      const claimed = yield* claimFairly(wanted);
      return claimed.length > 0 ? claimed : yield* claimLeftovers(wanted);
    });

    const ofClaim = ({ sequence, lock }: JobClaim<Id>) =>
      sql`sequence = ${sequence}::bigint AND acquired_by = ${lock}::uuid`;
    const write = (statement: Effect.Effect<unknown, SqlError.SqlError>) =>
      Effect.asVoid(statement);
    const free = sql`acquired_at = NULL, acquired_by = NULL`;

    return {
      claim,

      /** Renews the claims of these jobs. */
      refresh: (claims: ReadonlyArray<JobClaim<Id>>) =>
        write(sql`
          UPDATE effect_queue
          SET acquired_at = now()
          WHERE sequence = ANY(${claims.map(({ sequence }) => sequence)}::bigint[])
            AND acquired_by = ANY(${claims.map(({ lock }) => lock)}::uuid[])
        `),

      /** Completes the job. */
      complete: (claim: JobClaim<Id>) =>
        write(sql`
          UPDATE effect_queue
          SET ${free}, updated_at = now(), state = 'completed'
          WHERE ${ofClaim(claim)}
        `),

      /** Returns a failed job to the queue after a delay. */
      retry: (claim: JobClaim<Id>, delay: Duration.Duration, failure: string) =>
        write(sql`
          WITH waiting AS (
            UPDATE effect_queue
            SET
              ${free},
              updated_at = now(),
              visible_at = now() + ${Duration.toMillis(delay)} * interval '1 ms',
              last_failure = ${failure}
            WHERE ${ofClaim(claim)}
            RETURNING id, visible_at
          )
          UPDATE ${items} AS item
          SET due_at = waiting.visible_at AT TIME ZONE 'UTC'
          FROM waiting
          WHERE item.id = waiting.id::uuid
        `),

      /** Returns the job without counting an attempt. */
      release: (claim: JobClaim<Id>) =>
        write(sql`
          UPDATE effect_queue
          SET ${free}, attempts = attempts - 1
          WHERE ${ofClaim(claim)}
        `),
    };
  });
