import { currentTraceParent } from "@paraph/core/telemetry";
import {
  batched,
  DeliveryId,
  EventId,
  ProjectId,
  WebhookId,
  newRow,
  withRandom,
} from "@paraph/core/values";
import {
  type AttemptRecord,
  DeliveryQueue,
  type FormerSecret,
  type Verdict,
  pingText,
} from "@paraph/core/webhooks";
import { Array, DateTime, Duration, Effect, Layer, Option, Schema } from "effect";
import type { SecureRandom } from "effect/crypto";
import { SqlClient } from "effect/sql";

import { jobsInFlight } from "../queue/jobs_in_flight.ts";
import { WakeSignals } from "../queue/wake_signals.ts";
import { recordset } from "../sql/recordset.ts";
import { UncheckedJson, readRows } from "../sql/rows.ts";

const claimRows = readRows(
  Schema.Struct({
    claim: Schema.String,
    id: DeliveryId,
    projectId: ProjectId,
    webhookId: WebhookId,
    eventId: EventId,
    url: Schema.String,
    secret: Schema.String,
    formerSecrets: UncheckedJson<ReadonlyArray<FormerSecret>>(),
    body: Schema.NullOr(Schema.String),
    attempts: Schema.Int,
    failures: Schema.Int,
    isFailing: Schema.Boolean,
    traceParent: Schema.NullOr(Schema.String),
  }),
);

const bodyRows = readRows(Schema.Struct({ body: Schema.String }));

/**
 * Larger events are read separately, so that an unreadable one does not affect the other deliveries of a
 * claim.
 */
const SMALL_EVENT = 256 * 1024;

/**
 * The deliveries in PostgreSQL. Leases and due times use the database clock, so that nodes need not agree on
 * the time.
 *
 * Renders have another queue, which supports neither retry times chosen by receivers nor fairness among
 * receivers of a project.
 */
export const deliveryQueueSql: Layer.Layer<
  DeliveryQueue,
  never,
  SqlClient.SqlClient | SecureRandom.SecureRandom | WakeSignals
> = Layer.effect(
  DeliveryQueue,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient;
    const { webhook_deliveries: wakeSignal } = yield* WakeSignals;
    const row = yield* withRandom(newRow);
    const newDeliveries = recordset(sql, {
      id: "uuid",
      webhookId: "uuid",
      eventId: "uuid",
      createdAt: "timestamptz",
    });
    const write = (statement: Effect.Effect<unknown, unknown>) =>
      statement.pipe(Effect.orDie, Effect.asVoid);
    const later = (delay: Duration.Duration) =>
      sql`clock_timestamp() + ${Duration.toMillis(delay)} * interval '1 ms'`;

    const successes = recordset(sql, {
      id: "uuid",
      responseStatus: "integer",
      responseBody: "text",
      error: "text",
      durationMs: "integer",
    });
    // The receivers accepted them, even if their leases have expired.
    const succeed = yield* batched(
      Effect.fnUntraced(function* (
        records: ReadonlyArray<AttemptRecord & { readonly id: DeliveryId }>,
      ) {
        yield* write(sql`
          UPDATE webhook_deliveries
          SET
            response_status = success.response_status, response_body = success.response_body,
            error = success.error, duration_ms = success.duration_ms, claim = NULL,
            status = 'succeeded'
          FROM ${successes(records, "success")}
          WHERE webhook_deliveries.id = success.id
            AND status <> 'succeeded'
        `);
        return records;
      }),
      { concurrency: 2, atMost: 100 },
    );

    const outcomeSql = (verdict: Exclude<Verdict, { readonly kind: "succeeded" }>) =>
      verdict.kind === "retry" ? sql`due_at = ${later(verdict.after)}` : sql`status = 'failed'`;

    return DeliveryQueue.of({
      offer: Effect.fnUntraced(function* (deliveries) {
        if (deliveries.length === 0) return [];
        const rows = yield* Effect.forEach(deliveries, (delivery) =>
          Effect.map(row, ({ id, createdAt }) => ({
            ...delivery,
            id: DeliveryId.make(id),
            createdAt,
          })),
        );
        yield* write(sql`
          INSERT INTO webhook_deliveries (id, webhook_id, event_id, created_at)
          SELECT id, webhook_id, event_id, created_at
          FROM ${newDeliveries(rows, "delivery")}
        `);
        yield* sql.afterCommit(wakeSignal.notify);
        return rows.map(({ id }) => id);
      }),

      addPing: Effect.fnUntraced(function* (projectId, webhookId) {
        const { id: newId, createdAt } = yield* row;
        const id = EventId.make(newId);
        const { type, body } = pingText({ id, timestamp: createdAt, projectId, webhookId });
        const traceParent = yield* currentTraceParent;
        const creation = { createdAt: DateTime.toDateUtc(createdAt), traceParent };
        yield* write(sql`
          INSERT INTO events ${sql.insert({ id, projectId, type, body, ...creation })}
        `);
        return id;
      }),

      awaitWake: wakeSignal.wait,

      claim: ({ atMost, share, inFlight, maxPerWebhook, busyWebhooks, lease }) =>
        claimRows(sql`
          WITH in_flight AS (${jobsInFlight(sql, inFlight)}),
          turns AS (
            SELECT
              due.id, due.due_at,
              COALESCE(in_flight.jobs, 0) + row_number() OVER (
                PARTITION BY webhooks.project_id ORDER BY due.place, due.due_at
              ) AS turn
            FROM webhooks
            JOIN projects ON projects.id = webhooks.project_id
            LEFT JOIN in_flight ON in_flight.project_id = webhooks.project_id
            CROSS JOIN LATERAL (
              SELECT id, due_at, row_number() OVER (ORDER BY due_at, id) AS place
              FROM webhook_deliveries
              WHERE webhook_id = webhooks.id
                AND status = 'pending'
                AND due_at <= clock_timestamp()
              ORDER BY due_at, id
              LIMIT ${maxPerWebhook}
            ) AS due
            WHERE webhooks.enabled
              AND projects.deleted_at IS NULL
              AND webhooks.id <> ALL(${[...busyWebhooks]}::uuid[])
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
            SELECT webhook_deliveries.id
            FROM webhook_deliveries
            JOIN turned ON turned.id = webhook_deliveries.id
            WHERE status = 'pending'
              AND due_at <= clock_timestamp()
            ORDER BY turned.turn, due_at
            LIMIT ${atMost}
            FOR UPDATE OF webhook_deliveries SKIP LOCKED
          )
          UPDATE webhook_deliveries
          SET
            claim = gen_random_uuid(), attempts = attempts + 1, due_at = ${later(lease)},
            last_attempt_at = clock_timestamp()
          FROM picked, webhooks, events
          WHERE webhook_deliveries.id = picked.id
            AND webhooks.id = webhook_id
            AND webhooks.enabled
            AND events.id = event_id
          RETURNING
            claim, webhook_deliveries.id, webhooks.project_id, webhook_id, event_id, url, secret,
            former_secrets, CASE WHEN octet_length(body) <= ${SMALL_EVENT} THEN body END AS body,
            attempts, failures, failing_since IS NOT NULL AS is_failing,
            events.trace_parent
        `),

      readBody: (event) =>
        bodyRows(sql`SELECT body FROM events WHERE id = ${event}`).pipe(
          Effect.map((rows) => Option.map(Array.head(rows), ({ body }) => body)),
        ),

      fail: ({ id, claim }, error) =>
        write(sql`
          UPDATE webhook_deliveries
          SET
            claim = NULL, failures = failures + 1, status = 'failed', error = ${error},
            response_status = NULL, response_body = NULL
          WHERE id = ${id}
            AND claim = ${claim}
            AND status = 'pending'
        `),

      renew: (claims, lease) =>
        claims.length === 0
          ? Effect.void
          : write(sql`
              UPDATE webhook_deliveries
              SET due_at = ${later(lease)}
              WHERE id IN (
                SELECT id
                FROM webhook_deliveries
                WHERE id IN ${sql.in(claims.map(({ id }) => id))}
                  AND claim IN ${sql.in(claims.map(({ claim }) => claim))}
                  AND status = 'pending'
                FOR UPDATE SKIP LOCKED
              )
            `),

      settle: Effect.fnUntraced(function* (
        { id, claim, webhookId, url, isFailing },
        record,
        verdict,
      ) {
        if (verdict.kind === "succeeded") {
          if (isFailing) {
            yield* write(sql`
              UPDATE webhooks
              SET failing_since = NULL
              WHERE id = ${webhookId}
                AND url = ${url}
            `);
          }
          yield* succeed({ id, ...record });
          return;
        }
        // Locked before the delivery, in the same order as when a webhook is disabled.
        yield* write(sql`
          UPDATE webhooks
          SET failing_since = COALESCE(failing_since, clock_timestamp())
          WHERE id = ${webhookId}
            AND url = ${url}
        `);
        yield* write(sql`
          UPDATE webhook_deliveries
          SET
            ${sql.update({ ...record })}, claim = NULL, failures = failures + 1,
            ${outcomeSql(verdict)}
          WHERE id = ${id}
            AND claim = ${claim}
            AND status = 'pending'
        `);
        if (verdict.kind === "retry") yield* wakeSignal.notifyAfter(verdict.after);
      }),
    });
  }),
);
