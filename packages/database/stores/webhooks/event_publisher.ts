import { currentTraceParent } from "@paraph/core/telemetry";
import { EventId, newRow, WebhookId, withRandom } from "@paraph/core/values";
import { DeliveryQueue, EventPublisher, eventText, patternsOf } from "@paraph/core/webhooks";
import { Effect, Layer, Schema } from "effect";
import type { SecureRandom } from "effect/crypto";
import { SqlClient } from "effect/sql";

import { recordset } from "../sql/recordset.ts";
import { readRows } from "../sql/rows.ts";

const deliveryRows = readRows(Schema.Struct({ eventId: EventId, webhookId: WebhookId }));

/** Events in PostgreSQL, written with their deliveries in the open transaction. */
export const eventPublisherSql: Layer.Layer<
  EventPublisher,
  never,
  SqlClient.SqlClient | SecureRandom.SecureRandom | DeliveryQueue
> = Layer.effect(
  EventPublisher,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient;
    const queue = yield* DeliveryQueue;
    const row = yield* withRandom(newRow);
    const newEvents = recordset(sql, {
      id: "uuid",
      projectId: "uuid",
      type: "text",
      patterns: "text[]",
      createdAt: "timestamptz",
      traceParent: "text",
    });

    return EventPublisher.of({
      publish: Effect.fn("EventPublisher.publish")(function* (...occurrences) {
        if (occurrences.length === 0) return;
        const current = yield* currentTraceParent;
        const events = yield* Effect.forEach(
          occurrences,
          ({ traceParent = current, ...occurrence }) =>
            Effect.map(row, ({ id, createdAt }) => ({
              ...occurrence,
              id: EventId.make(id),
              patterns: patternsOf(occurrence.type),
              createdAt,
              traceParent,
            })),
        );
        const bodies = events.map(({ createdAt, ...event }) =>
          eventText({ ...event, timestamp: createdAt }),
        );
        const deliveries = yield* deliveryRows(sql`
          WITH event AS (
            SELECT *
            FROM ROWS FROM (${newEvents(events)}, unnest(${bodies}::text[]))
              AS event (id, project_id, type, patterns, created_at, trace_parent, body)
          ),
          added AS (
            INSERT INTO events (id, project_id, type, body, created_at, trace_parent)
            SELECT id, project_id, type, body, created_at, trace_parent
            FROM event
          )
          SELECT event.id AS event_id, webhooks.id AS webhook_id
          FROM event
          JOIN webhooks ON webhooks.project_id = event.project_id
          WHERE webhooks.deleted_at IS NULL
            AND webhooks.enabled
            AND webhooks.events && event.patterns
        `);
        yield* queue.offer(deliveries);
      }),
    });
  }),
);
