import type { Branding } from "@paraph/core/projects";
import { Share, ShareStore } from "@paraph/core/shares";
import { ProjectId, RenderId, Slug } from "@paraph/core/values";
import { Array, DateTime, Effect, Layer, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { batchedRead, inOrder } from "../sql/batched_read.ts";
import { recordset } from "../sql/recordset.ts";
import { readRows, RowTime, UncheckedJson } from "../sql/rows.ts";

const { shareUrl: _, clickCount, ...shareFields } = Share.fields;

const linkedShare = {
  ...shareFields,
  renderId: RenderId,
  projectId: ProjectId,
  revokedAt: Schema.NullOr(RowTime),
  expiresAt: Schema.NullOr(RowTime),
  createdAt: RowTime,
};
const shareRows = readRows(Schema.Struct({ ...linkedShare, clickCount }));
const listedRows = readRows(
  Schema.Struct({
    ...linkedShare,
    clickCount,
    filename: Schema.NullOr(Schema.String),
    templateSlug: Schema.NullOr(Slug),
  }),
);
const templateNameRows = readRows(Schema.Struct({ id: RenderId, name: Schema.String }));
const linkedRows = readRows(
  Schema.Struct({
    ...linkedShare,
    branding: UncheckedJson<Branding>(),
    projectName: Schema.String,
    templateName: Schema.NullOr(Schema.String),
    index: Schema.Int,
  }),
);

/** Shares in PostgreSQL. */
export const shareStoreSql: Layer.Layer<ShareStore, never, SqlClient.SqlClient> = Layer.effect(
  ShareStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient;
    const columns = sql`
      shares.id, shares.render_id, renders.project_id, shares.channel, shares.recipient_email,
      shares.message, shares.token AS share_token, shares.revoked_at, shares.revoked_reason,
      shares.expires_at, shares.created_at`;
    const selectShares = sql`
      SELECT
        ${columns}, renders.filename, templates.slug AS template_slug,
        (
          SELECT count(*)::int
          FROM engagement_events
          WHERE engagement_events.share_id = shares.id
            AND event_type = 'viewed'
            AND actor_kind = 'recipient'
        ) AS click_count
      FROM shares
      JOIN renders ON renders.id = shares.render_id
      LEFT JOIN templates ON templates.id = renders.template_id`;

    const STATUS = {
      active: sql`shares.revoked_at IS NULL AND COALESCE(shares.expires_at > now(), true)`,
      revoked: sql`shares.revoked_at IS NOT NULL`,
      expired: sql`shares.revoked_at IS NULL AND shares.expires_at <= now()`,
    };

    // Every request with a link reads its share, so that a revoked one is rejected at once on every node.
    const findByToken = yield* batchedRead(
      Effect.fnUntraced(function* (tokens: ReadonlyArray<string>) {
        const rows = yield* linkedRows(sql`
          SELECT
            sent.position::int - 1 AS index, ${columns}, projects.branding,
            projects.name AS project_name, templates.name AS template_name
          FROM unnest(${tokens}::text[]) WITH ORDINALITY AS sent (token, position)
          JOIN shares ON shares.token = sent.token
          JOIN renders ON renders.id = shares.render_id
          JOIN projects ON projects.id = renders.project_id
          LEFT JOIN templates ON templates.id = renders.template_id
        `);
        return inOrder(tokens.length, rows);
      }),
    );

    const newShares = recordset(sql, {
      id: "uuid",
      renderId: "uuid",
      channel: "text",
      recipientEmail: "text",
      message: "text",
      shareToken: "text",
      expiresAt: "timestamptz",
      createdAt: "timestamptz",
    });

    return ShareStore.of({
      add: (shares) =>
        sql`
          INSERT INTO shares (
            id, render_id, channel, recipient_email, message, token, expires_at, created_at
          )
          SELECT
            id, render_id, channel, recipient_email, message, share_token, expires_at, created_at
          FROM ${newShares(shares, "share")}
        `.pipe(Effect.orDie, Effect.asVoid),

      templateNames: (renders) =>
        templateNameRows(sql`
          SELECT renders.id, templates.name
          FROM renders
          JOIN templates ON templates.id = renders.template_id
          WHERE renders.id = ANY(${renders}::uuid[])
        `).pipe(Effect.map((rows) => new Map(rows.map(({ id, name }) => [id, name])))),

      find: (renderId, id) =>
        shareRows(sql`
          ${selectShares}
          WHERE shares.render_id = ${renderId}
            AND shares.id = ${id}
        `).pipe(Effect.map(Array.head)),

      findByToken,

      list: (renderId) =>
        shareRows(sql`
          ${selectShares}
          WHERE shares.render_id = ${renderId}
          ORDER BY shares.id DESC
        `),

      listOfProject: (project, { status, channel, recipientEmail }, { before, limit }) =>
        listedRows(sql`
          ${selectShares}
          WHERE ${sql.and([
            sql`shares.project_id = ${project}`,
            ...(before === undefined ? [] : [sql`shares.id < ${before}`]),
            ...(status === undefined ? [] : [STATUS[status]]),
            ...(channel === undefined ? [] : [sql`shares.channel = ${channel}`]),
            ...(recipientEmail === undefined
              ? []
              : [sql`lower(shares.recipient_email) = lower(${recipientEmail})`]),
          ])}
          ORDER BY shares.id DESC
          LIMIT ${limit + 1}
        `),

      findOfProject: (project, id) =>
        shareRows(sql`
          ${selectShares}
          WHERE shares.project_id = ${project}
            AND shares.id = ${id}
        `).pipe(Effect.map(Array.head)),

      revoke: (renderId, id, { at, reason }) =>
        sql`
          UPDATE shares
          SET revoked_at = ${DateTime.toDateUtc(at)}, revoked_reason = ${reason}
          WHERE render_id = ${renderId}
            AND id = ${id}
            AND revoked_at IS NULL
          RETURNING id
        `.pipe(
          Effect.orDie,
          Effect.map((rows) => rows.length > 0),
        ),
    });
  }),
);
