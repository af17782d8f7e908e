import { ProjectId, type WebhookId } from "@paraph/core/values";
import {
  Delivery,
  type EventPattern,
  type FormerSecret,
  type SecretsOfWebhook,
  Webhook,
  WebhookStore,
} from "@paraph/core/webhooks";
import { Array, DateTime, Duration, Effect, Layer, type Option, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { UncheckedJson, readRows, RowTime } from "../sql/rows.ts";

const webhookRows = readRows(
  Schema.Struct({
    ...Webhook.fields,
    events: UncheckedJson<ReadonlyArray<EventPattern>>(),
    createdAt: RowTime,
    projectId: ProjectId,
    secret: Schema.String,
    formerSecrets: UncheckedJson<ReadonlyArray<FormerSecret>>(),
  }),
);
const countRows = readRows(Schema.Struct({ count: Schema.Int }));
const deliveryRows = readRows(
  Schema.Struct({
    ...Delivery.fields,
    createdAt: RowTime,
    lastAttemptAt: Schema.NullOr(RowTime),
    nextAttemptAt: Schema.NullOr(RowTime),
  }),
);

/** The error of pending deliveries of a disabled webhook. */
const DISABLED_ERROR = "The webhook was disabled";

/** Webhooks in PostgreSQL. */
export const webhookStoreSql: Layer.Layer<WebhookStore, never, SqlClient.SqlClient> = Layer.effect(
  WebhookStore,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const selectWebhooks = sql`
      SELECT
        id, project_id, url, events, description, enabled, secret, former_secrets, created_at
      FROM webhooks`;
    const selectWebhook = (project: ProjectId, id: WebhookId) => sql`
      ${selectWebhooks}
      WHERE project_id = ${project}
        AND id = ${id}
        AND deleted_at IS NULL`;
    const deliveries = sql`
      SELECT
        webhook_deliveries.id, event_id, events.type, status, attempts, response_status,
        response_body, error, duration_ms, webhook_deliveries.created_at, last_attempt_at,
        CASE WHEN status = 'pending' THEN due_at END AS next_attempt_at
      FROM webhook_deliveries
      JOIN events ON events.id = webhook_deliveries.event_id`;
    const secretsOf = ({ secret, formerSecrets }: SecretsOfWebhook) => ({
      secret,
      formerSecrets: JSON.stringify(formerSecrets),
    });
    const write = (statement: Effect.Effect<unknown, unknown>) =>
      statement.pipe(Effect.orDie, Effect.asVoid);
    const endPending = (id: WebhookId) =>
      write(sql`
        UPDATE webhook_deliveries
        SET status = 'failed', error = ${DISABLED_ERROR}
        WHERE webhook_id = ${id}
          AND status = 'pending'
      `);

    return WebhookStore.of({
      add: ({ events, createdAt, secret, formerSecrets, ...webhook }) =>
        write(sql`
          INSERT INTO webhooks ${sql.insert({
            ...webhook,
            ...secretsOf({ secret, formerSecrets }),
            events: [...events],
            createdAt: DateTime.toDateUtc(createdAt),
          })}
        `),

      countLocked: Effect.fnUntraced(function* (project) {
        yield* write(sql`
          SELECT id
          FROM projects
          WHERE id = ${project}
          FOR NO KEY UPDATE
        `);
        const [row] = yield* countRows(sql`
          SELECT count(*)::int AS count
          FROM webhooks
          WHERE project_id = ${project}
            AND deleted_at IS NULL
        `);
        return row?.count ?? 0;
      }),

      find: (project, id) => Effect.map(webhookRows(selectWebhook(project, id)), Array.head),

      findLocked: (project, id) =>
        Effect.map(webhookRows(sql`${selectWebhook(project, id)} FOR NO KEY UPDATE`), Array.head),

      list: (project) =>
        webhookRows(sql`
          ${selectWebhooks}
          WHERE project_id = ${project}
            AND deleted_at IS NULL
          ORDER BY id DESC
        `),

      change: (id, { events, ...change }) => {
        const columns = {
          ...change,
          ...(events === undefined ? {} : { events: [...events] }),
          // Failures of the previous URL do not count for the new one.
          ...(change.url === undefined ? {} : { failingSince: null }),
        };
        return Object.keys(columns).length === 0
          ? Effect.void
          : write(sql`UPDATE webhooks SET ${sql.update(columns)} WHERE id = ${id}`);
      },

      setSecrets: (id, secrets) =>
        write(sql`UPDATE webhooks SET ${sql.update(secretsOf(secrets))} WHERE id = ${id}`),

      setEnabled: Effect.fnUntraced(function* (id, enabled) {
        yield* write(sql`
          UPDATE webhooks
          SET enabled = ${enabled}, failing_since = NULL
          WHERE id = ${id}
            AND deleted_at IS NULL
        `);
        // When enabled again, it may have deliveries that were queued while it was being disabled.
        yield* endPending(id);
      }),

      disableGone: Effect.fnUntraced(function* (id, url) {
        const rows = yield* Effect.orDie(sql`
          UPDATE webhooks
          SET enabled = false, failing_since = NULL
          WHERE id = ${id}
            AND url = ${url}
          RETURNING id
        `);
        if (rows.length > 0) yield* endPending(id);
      }),

      disableFailing: Effect.fnUntraced(function* (id, after) {
        const rows = yield* Effect.orDie(sql`
          UPDATE webhooks
          SET enabled = false
          WHERE id = ${id}
            AND enabled
            AND failing_since <= clock_timestamp() - ${Duration.toMillis(after)} * interval '1 ms'
          RETURNING id
        `);
        if (rows.length === 0) return;
        yield* endPending(id);
        yield* Effect.logWarning("A webhook that did nothing but fail was disabled").pipe(
          Effect.annotateLogs({ webhookId: id }),
        );
      }),

      remove: Effect.fnUntraced(function* (id, deletedAt) {
        yield* write(sql`
          UPDATE webhooks
          SET
            enabled = false, secret = NULL, former_secrets = '[]',
            deleted_at = ${DateTime.toDateUtc(deletedAt)}
          WHERE id = ${id}
        `);
        yield* endPending(id);
      }),

      listDeliveries: (id, { status }, { before, limit }) =>
        deliveryRows(sql`
          ${deliveries}
          WHERE ${sql.and([
            sql`webhook_id = ${id}`,
            ...(before === undefined ? [] : [sql`webhook_deliveries.id < ${before}`]),
            ...(status === undefined ? [] : [sql`status = ${status}`]),
          ])}
          ORDER BY webhook_deliveries.id DESC
          LIMIT ${limit + 1}
        `),

      findDelivery: (id, delivery): Effect.Effect<Option.Option<Delivery>> =>
        deliveryRows(sql`
          ${deliveries}
          WHERE webhook_id = ${id}
            AND webhook_deliveries.id = ${delivery}
        `).pipe(Effect.map(Array.head)),
    });
  }),
);
