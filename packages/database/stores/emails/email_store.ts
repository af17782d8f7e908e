import { type Letter, EmailStatus, EmailStore } from "@paraph/core/emails";
import { currentTraceParent } from "@paraph/core/telemetry";
import {
  EmailId,
  MemberId,
  ProjectId,
  RenderId,
  ShareId,
  type Timestamp,
} from "@paraph/core/values";
import { Array, DateTime, Effect, Layer, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { UncheckedJson, readRows, RowTime } from "../sql/rows.ts";

const SUBJECT = {
  id: EmailId,
  cause: Schema.String,
  projectId: Schema.NullOr(ProjectId),
  renderId: Schema.NullOr(RenderId),
  shareId: Schema.NullOr(ShareId),
  memberId: Schema.NullOr(MemberId),
  email: Schema.String,
  name: Schema.NullOr(Schema.String),
  status: EmailStatus,
  handedOverAt: Schema.NullOr(RowTime),
  lastError: Schema.NullOr(Schema.String),
};

const subjectRows = readRows(Schema.Struct(SUBJECT));

const emailRows = readRows(
  Schema.Struct({
    ...SUBJECT,
    letter: UncheckedJson<Letter>(),
    messageId: Schema.String,
    sender: Schema.NullOr(Schema.String),
    pixelUrl: Schema.NullOr(Schema.String),
    expiresAt: Schema.NullOr(RowTime),
    createdAt: RowTime,
    traceParent: Schema.NullOr(Schema.String),
    sentAt: Schema.NullOr(RowTime),
  }),
);

/** Replaces a removed letter. */
const NO_LETTER: Letter = {
  subject: "",
  greeting: null,
  opening: "",
  quote: null,
  notes: [],
  action: { label: "", url: "" },
};

/** Emails in PostgreSQL. */
export const emailStoreSql: Layer.Layer<EmailStore, never, SqlClient.SqlClient> = Layer.effect(
  EmailStore,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const subject = sql`
      id, cause, project_id, render_id, share_id, member_id, recipient_email AS email,
      recipient_name AS name, status, handed_over_at, last_error`;
    const selectEmail = sql`
      SELECT
        ${subject}, letter, message_id, sender, pixel_url, expires_at, created_at, trace_parent, sent_at
      FROM mails`;
    const findOne = (statement: Parameters<typeof emailRows>[0]) =>
      Effect.map(emailRows(statement), firstWithRecipient);
    const affectsRows = (statement: Effect.Effect<ReadonlyArray<unknown>, unknown>) =>
      statement.pipe(
        Effect.orDie,
        Effect.map((rows) => rows.length > 0),
      );

    // A link gives access to its target, so it is stored only until it is sent.
    const withoutLink = sql`letter = jsonb_set(letter::jsonb, '{action,url}', '""')::json`;
    const withoutLetter = sql`letter = ${JSON.stringify(NO_LETTER)}::json`;

    return EmailStore.of({
      add: Effect.fnUntraced(function* ({ to, letter, createdAt, expiresAt, ...mail }) {
        return yield* affectsRows(sql`
          INSERT INTO mails ${sql.insert({
            ...mail,
            recipientEmail: to.email,
            recipientName: to.name,
            letter: JSON.stringify(letter),
            expiresAt: dateOf(expiresAt),
            createdAt: DateTime.toDateUtc(createdAt),
            status: "queued",
            traceParent: yield* currentTraceParent,
          })}
          ON CONFLICT (cause) DO NOTHING
          RETURNING id
        `);
      }),

      find: (id) => findOne(sql`${selectEmail} WHERE id = ${id}`),

      findSubject: (id) =>
        subjectRows(sql`
          SELECT ${subject} FROM mails WHERE id = ${id}
        `).pipe(Effect.map(firstWithRecipient)),

      findByCause: (cause) => findOne(sql`${selectEmail} WHERE cause = ${cause}`),

      handOver: (id, handedOverAt) =>
        affectsRows(sql`
          UPDATE mails
          SET handed_over_at = ${DateTime.toDateUtc(handedOverAt)}
          WHERE id = ${id}
            AND status = 'queued'
            AND handed_over_at IS NULL
          RETURNING id
        `),

      takeBack: (id, handedOverAt, lastError) =>
        sql`
          UPDATE mails
          SET handed_over_at = NULL, last_error = ${lastError}
          WHERE id = ${id}
            AND status = 'queued'
            AND handed_over_at IS NOT DISTINCT FROM ${dateOf(handedOverAt)}::timestamptz
        `.pipe(Effect.orDie, Effect.asVoid),

      end: (id, end, letter) =>
        affectsRows(sql`
          UPDATE mails
          SET ${sql.update(
            end.status === "sent"
              ? { status: "sent", sentAt: DateTime.toDateUtc(end.at) }
              : {
                  status: "failed",
                  lastError: end.lastError,
                  failedAt: DateTime.toDateUtc(end.at),
                },
          )}, ${letter === "unlinked" ? withoutLink : withoutLetter}
          WHERE id = ${id}
            AND status = 'queued'
          RETURNING id
        `),

      cancel: (cause) =>
        affectsRows(sql`
          UPDATE mails
          SET status = 'cancelled', ${withoutLink}
          WHERE cause = ${cause}
            AND status = 'queued'
            AND handed_over_at IS NULL
          RETURNING id
        `),

      bounce: (id, at, lastError) =>
        affectsRows(sql`
          UPDATE mails
          SET
            status = 'failed', sent_at = NULL, failed_at = ${DateTime.toDateUtc(at)},
            last_error = ${lastError}, ${withoutLink}
          WHERE id = ${id}
            AND (status = 'sent' OR (status = 'queued' AND handed_over_at IS NOT NULL))
          RETURNING id
        `),

      complain: (id, complainedAt) =>
        affectsRows(sql`
          UPDATE mails
          SET complained_at = ${DateTime.toDateUtc(complainedAt)}
          WHERE id = ${id}
            AND complained_at IS NULL
            AND (status = 'sent' OR handed_over_at IS NOT NULL)
          RETURNING id
        `),

      open: (id, openedAt) =>
        affectsRows(sql`
          UPDATE mails
          SET opened_at = ${DateTime.toDateUtc(openedAt)}
          WHERE id = ${id}
            AND opened_at IS NULL
            AND (status = 'sent' OR handed_over_at IS NOT NULL)
          RETURNING id
        `),
    });
  }),
);

/** The first row with its recipient. */
function firstWithRecipient<Row extends { readonly email: string; readonly name: string | null }>(
  rows: ReadonlyArray<Row>,
) {
  return Array.head(rows.map(({ email, name, ...mail }) => ({ ...mail, to: { email, name } })));
}

function dateOf(moment: Timestamp | null): Date | null {
  return moment === null ? null : DateTime.toDateUtc(moment);
}
