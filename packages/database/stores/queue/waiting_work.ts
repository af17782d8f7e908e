import { Duration, Effect, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { readRows } from "../sql/rows.ts";
import { QUEUE_TIMING } from "./job_consumer.ts";

/** A claim expires after this time without renewal, in milliseconds. */
const SILENCE = Duration.toMillis(QUEUE_TIMING.lockExpiration);

const Kind = Schema.Literals(["renders", "mails", "deliveries", "signatures"]);

const waitingRows = readRows(
  Schema.Struct({ kind: Kind, count: Schema.Int, oldestSeconds: Schema.Finite }),
);

/** Due work of a kind that no worker has claimed. */
export interface Waiting {
  readonly kind: typeof Kind.Type;
  readonly count: number;
  /** How long the oldest has waited; 0 if none waits. */
  readonly oldestSeconds: number;
}

/** The waiting work of each kind. */
export const waitingWork: Effect.Effect<
  ReadonlyArray<Waiting>,
  never,
  SqlClient.SqlClient
> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  const found = yield* waitingRows(sql`
      WITH due AS (
        SELECT queue_name AS kind, visible_at AT TIME ZONE 'UTC' AS since
        FROM effect_queue
        WHERE state = 'pending'
          AND queue_name IN ('renders', 'mails')
          AND (
            acquired_at IS NULL
            OR acquired_at < (clock_timestamp() - ${SILENCE} * interval '1 ms') AT TIME ZONE 'UTC'
          )
        UNION ALL
        SELECT 'deliveries', due_at
        FROM webhook_deliveries
        JOIN webhooks ON webhooks.id = webhook_id
        WHERE status = 'pending'
          AND webhooks.enabled
        UNION ALL
        SELECT 'signatures', due_at
        FROM signature_requests
      )
      SELECT
        kind,
        count(*)::int AS count,
        extract(epoch FROM clock_timestamp() - min(since))::float8 AS oldest_seconds
      FROM due
      WHERE since <= clock_timestamp()
      GROUP BY kind
    `);
  const byKind = new Map(found.map((waiting) => [waiting.kind, waiting]));
  return Kind.literals.map((kind) => byKind.get(kind) ?? { kind, count: 0, oldestSeconds: 0 });
});
