import { currentTraceParent } from "@paraph/core/telemetry";
import { EventId, newRow, WebhookId, withRandom } from "@paraph/core/values";
import { DeliveryQueue, EventPublisher, eventText, patternsOf } from "@paraph/core/webhooks";
import { DateTime, Effect, Layer, Schema } from "effect";
import type { SecureRandom } from "effect/crypto";
import { SqlClient } from "effect/sql";

import { readRows } from "../sql/rows.ts";

const idRows = readRows(Schema.Struct({ id: WebhookId }));

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
    return EventPublisher.of({
      publish: Effect.fn("EventPublisher.publish")(function* ({ projectId, type, data }) {
        const { id: newId, createdAt } = yield* row;
        const id = EventId.make(newId);
        const body = eventText({ id, type, timestamp: createdAt, projectId, data });
        const traceParent = yield* currentTraceParent;
        const creation = { createdAt: DateTime.toDateUtc(createdAt), traceParent };
        const webhooks = yield* idRows(sql`
          WITH event AS (
            INSERT INTO events ${sql.insert({ id, projectId, type, body, ...creation })}
          )
          SELECT id
          FROM webhooks
          WHERE project_id = ${projectId}
            AND deleted_at IS NULL
            AND enabled
            AND events && ${[...patternsOf(type)]}::text[]
        `);
        yield* queue.offer(
          id,
          webhooks.map((webhook) => webhook.id),
        );
      }),
    });
  }),
);
