import { InboundWebhookStore, type StoredInboundWebhook } from "@paraph/core/inbound_webhooks";
import { isStorableText, ProjectId, Slug, TemplateId } from "@paraph/core/values";
import { Array, DateTime, Effect, Layer, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { readRows, RowTime } from "../sql/rows.ts";

const webhookRows = readRows(
  Schema.Struct({
    templateId: TemplateId,
    token: Schema.String,
    secret: Schema.String,
    requireSignature: Schema.Boolean,
    createdAt: RowTime,
  }),
);
const targetRows = readRows(
  Schema.Struct({
    projectId: ProjectId,
    slug: Slug,
    secret: Schema.String,
    requireSignature: Schema.Boolean,
  }),
);

/** Inbound webhooks in PostgreSQL. */
export const inboundWebhookStoreSql: Layer.Layer<InboundWebhookStore, never, SqlClient.SqlClient> =
  Layer.effect(
    InboundWebhookStore,
    Effect.map(SqlClient.SqlClient, (sql) => {
      const columns = sql`template_id, token, secret, require_signature, created_at`;
      return InboundWebhookStore.of({
        put: ({ createdAt, ...inboundWebhook }) =>
          webhookRows(sql`
          INSERT INTO inbound_hooks
            ${sql.insert({ ...inboundWebhook, createdAt: DateTime.toDateUtc(createdAt) })}
          ON CONFLICT (template_id) DO UPDATE
          SET
            token = EXCLUDED.token, secret = EXCLUDED.secret,
            created_at = EXCLUDED.created_at
          RETURNING
            inbound_hooks.template_id, inbound_hooks.token, inbound_hooks.secret,
            inbound_hooks.require_signature, inbound_hooks.created_at
        `).pipe(Effect.map(([row]): StoredInboundWebhook => row!)),

        find: (template) =>
          webhookRows(sql`
          SELECT ${columns}
          FROM inbound_hooks
          WHERE template_id = ${template}
        `).pipe(Effect.map(Array.head)),

        update: (template, requireSignature) =>
          webhookRows(sql`
          UPDATE inbound_hooks
          SET require_signature = ${requireSignature}
          WHERE template_id = ${template}
          RETURNING ${columns}
        `).pipe(Effect.map(Array.head)),

        remove: (template) =>
          sql`
          DELETE FROM inbound_hooks
          WHERE template_id = ${template}
          RETURNING template_id
        `.pipe(
            Effect.orDie,
            Effect.map((rows) => rows.length > 0),
          ),

        findTarget: (token) =>
          isStorableText(token)
            ? targetRows(sql`
              SELECT templates.project_id, templates.slug, secret, require_signature
              FROM inbound_hooks
              JOIN templates ON templates.id = inbound_hooks.template_id
              JOIN projects ON projects.id = templates.project_id
              WHERE token = ${token}
                AND templates.deleted_at IS NULL
                AND projects.deleted_at IS NULL
            `).pipe(Effect.map(Array.head))
            : Effect.succeedNone,
      });
    }),
  );
