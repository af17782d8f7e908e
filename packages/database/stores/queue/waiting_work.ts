import { Effect, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { readRows } from "../sql/rows.ts";

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
  const rows = yield* waitingRows(sql`
      WITH due AS (
        SELECT 'renders' AS kind, GREATEST(due_at, claimed_until) AS since
        FROM render_jobs
        UNION ALL
        SELECT 'mails', GREATEST(due_at, claimed_until)
        FROM email_jobs
        UNION ALL
        SELECT 'deliveries', due_at
        FROM webhook_deliveries
        JOIN webhooks ON webhooks.id = webhook_id
        WHERE status = 'pending'
          AND webhooks.enabled
        UNION ALL
        SELECT 'signatures', due_at
        FROM signature_requests
        UNION ALL
        SELECT 'signatures', GREATEST(due_at, claimed_until)
        FROM signature_bulk_jobs
      )
      SELECT
        kind,
        count(*)::int AS count,
        extract(epoch FROM clock_timestamp() - min(since))::float8 AS oldest_seconds
      FROM due
      WHERE since <= clock_timestamp()
      GROUP BY kind
    `);
  const byKind = new Map(rows.map((waiting) => [waiting.kind, waiting]));
  return Kind.literals.map((kind) => byKind.get(kind) ?? { kind, count: 0, oldestSeconds: 0 });
});
