import { DateTime, Effect, Layer } from "effect";
import { SecureRandom } from "effect/crypto";
import { SqlClient } from "effect/sql";

import { EventId, newRow } from "../../values/mod.ts";
import { EventPublisher, eventText } from "../../webhooks/mod.ts";

/** Events in PostgreSQL, written in the transaction that is open. */
export const eventPublisherSql: Layer.Layer<
  EventPublisher,
  never,
  SqlClient.SqlClient | SecureRandom.SecureRandom
> = Layer.effect(
  EventPublisher,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient;
    const random = yield* SecureRandom.SecureRandom;
    const row = Effect.provideService(newRow, SecureRandom.SecureRandom, random);
    return EventPublisher.of({
      publish: Effect.fn("EventPublisher.publish")(function* ({ projectId, type, data }) {
        const { id: newId, createdAt } = yield* row;
        const id = EventId.make(newId);
        const body = eventText({ id, type, timestamp: createdAt, projectId, data });
        yield* Effect.orDie(sql`
          INSERT INTO events ${sql.insert({
            id,
            projectId,
            type,
            body,
            createdAt: DateTime.toDateUtc(createdAt),
          })}
        `);
      }),
    });
  }),
);
