import {
  type EnvelopeField,
  EnvelopeState,
  type FinishSigning,
  type Envelope,
  SigningStore,
} from "@paraph/core/builtin_provider";
import type { Branding } from "@paraph/core/projects";
import {
  type Authentication,
  type DeliveryOptions,
  Designation,
  withOptionDefaults,
} from "@paraph/core/signatures";
import { LANGUAGES, ProjectId, RenderId, SignatureRequestId, Timestamp } from "@paraph/core/values";
import { Array, DateTime, Effect, Layer, Option, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { UncheckedJson, readRows, RowTime } from "../sql/rows.ts";

const envelopeRows = readRows(
  Schema.Struct({
    id: Schema.String,
    reference: SignatureRequestId,
    projectId: ProjectId,
    renderId: RenderId,
    name: Schema.String,
    sender: Schema.String,
    language: Schema.Literals(LANGUAGES),
    consent: Schema.String,
    consents: UncheckedJson<Envelope["consents"] | null>(),
    originalSha256: Schema.String,
    pageCount: Schema.Int,
    fields: UncheckedJson<ReadonlyArray<EnvelopeField>>(),
    state: EnvelopeState,
    createdAt: RowTime,
    expiresAt: RowTime,
    endedAt: Schema.NullOr(RowTime),
    endReason: Schema.NullOr(Schema.String),
    options: UncheckedJson<Partial<DeliveryOptions> | null>(),
    auditHead: Schema.String,
    auditLength: Schema.Int,
  }),
);
const recipientRows = readRows(
  Schema.Struct({
    id: Schema.String,
    firstName: Schema.String,
    lastName: Schema.String,
    email: Schema.String,
    designation: Designation,
    order: Schema.Int,
    step: Schema.Int,
    language: Schema.NullOr(Schema.String),
    authentication: UncheckedJson<Authentication | null>(),
    invitedAt: Schema.NullOr(RowTime),
    viewedAt: Schema.NullOr(RowTime),
    finishedAt: Schema.NullOr(RowTime),
    submission: UncheckedJson<FinishSigning | null>(),
    declinedAt: Schema.NullOr(RowTime),
    declineReason: Schema.NullOr(Schema.String),
    sourceIp: Schema.NullOr(Schema.String),
    userAgent: Schema.NullOr(Schema.String),
    corrections: Schema.Int,
    emails: Schema.Int,
    deliveryCause: Schema.NullOr(Schema.String),
    remindedAt: Schema.NullOr(RowTime),
    reminders: Schema.Int,
  }),
);
const TokenSessionJson = Schema.Struct({
  expiresAt: Timestamp,
  authenticated: Schema.optionalKey(Schema.Boolean),
  embedded: Schema.optionalKey(Schema.Struct({ returnUrl: Schema.NullOr(Schema.String) })),
  inPerson: Schema.optionalKey(
    Schema.Struct({
      host: Schema.String,
      confirmed: Schema.Boolean,
      handsOn: Schema.optionalKey(Schema.Struct({ returnUrl: Schema.NullOr(Schema.String) })),
    }),
  ),
  used: Schema.optionalKey(Schema.Boolean),
  replaced: Schema.optionalKey(Schema.Boolean),
});
const encodeSession = Schema.encodeSync(Schema.fromJsonString(TokenSessionJson));
const holderRows = readRows(
  Schema.Struct({
    envelopeId: Schema.String,
    recipientId: Schema.String,
    branding: UncheckedJson<Branding>(),
    session: Schema.NullOr(TokenSessionJson),
  }),
);
const challengeRows = readRows(
  Schema.Struct({
    codeSha256: Schema.NullOr(Schema.String),
    codeSentAt: Schema.NullOr(RowTime),
    codes: Schema.Int,
    failures: Schema.Int,
    lockedUntil: Schema.NullOr(RowTime),
  }),
);
const headRows = readRows(Schema.Struct({ head: Schema.String, length: Schema.Int }));
const auditRows = readRows(
  Schema.Struct({
    head: Schema.String,
    length: Schema.Int,
    seq: Schema.NullOr(Schema.Int),
    body: Schema.NullOr(Schema.String),
    hash: Schema.NullOr(Schema.String),
  }),
);

/** Envelopes of the built-in provider in PostgreSQL. */
export const signingStoreSql: Layer.Layer<SigningStore, never, SqlClient.SqlClient> = Layer.effect(
  SigningStore,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const selectEnvelope = sql`
      SELECT
        id, reference, project_id, render_id, name, sender, language, consent, consents,
        original_sha256, page_count, fields, state, created_at, expires_at, ended_at, end_reason, options, audit_head,
        audit_length
      FROM signing_envelopes`;

    const loadEnvelope = Effect.fnUntraced(function* (
      statement: Parameters<typeof envelopeRows>[0],
    ) {
      const [row] = yield* envelopeRows(statement);
      if (row === undefined) return Option.none<Envelope>();
      const envelope = {
        ...row,
        consents: row.consents ?? {},
        options: withOptionDefaults(row.options ?? {}),
      };
      // A separate statement, so that it sees the commit of the previous lock holder.
      const recipients = yield* recipientRows(sql`
        SELECT
          id, first_name, last_name, email, designation, turn AS "order",
          COALESCE(step, turn) AS step, language, authentication, invited_at, viewed_at, finished_at,
          submission, declined_at, decline_reason, source_ip, user_agent, corrections, emails,
          delivery_cause, reminded_at, reminders
        FROM signing_recipients
        WHERE envelope_id = ${envelope.id}
        ORDER BY position
      `);
      // An envelope without recipients was erased in between.
      return recipients.length === 0 ? Option.none() : Option.some({ ...envelope, recipients });
    });

    const addRecipients = ({ id: envelopeId, recipients }: Envelope) =>
      Effect.forEach(recipients, ({ order: turn, ...recipient }, position) => {
        const { id, step, firstName, lastName, email, designation, language } = recipient;
        const { authentication } = recipient;
        const about = { id, envelopeId, position, turn, step };
        const contact = {
          firstName,
          lastName,
          email,
          designation,
          language,
          authentication: jsonOf(authentication),
        };
        return sql`INSERT INTO signing_recipients ${sql.insert({ ...about, ...contact })}`;
      });

    return SigningStore.of({
      add: Effect.fnUntraced(function* (envelope: Envelope) {
        const { recipients: _, fields, options, consents, ...others } = envelope;
        const { createdAt, expiresAt, endedAt, ...row } = others;
        const rows = yield* sql`
          INSERT INTO signing_envelopes ${sql.insert({
            ...row,
            fields: JSON.stringify(fields),
            options: JSON.stringify(options),
            consents: JSON.stringify(consents),
            createdAt: DateTime.toDateUtc(createdAt),
            expiresAt: DateTime.toDateUtc(expiresAt),
            endedAt: dateOf(endedAt),
          })}
          ON CONFLICT (reference) DO NOTHING
          RETURNING id
        `;
        if (rows.length > 0) yield* addRecipients(envelope);
        return rows.length > 0;
      }, Effect.orDie),

      find: (id) => loadEnvelope(sql`${selectEnvelope} WHERE id = ${id}`),

      findByReference: (reference) =>
        loadEnvelope(sql`${selectEnvelope} WHERE reference = ${reference}`),

      lock: (id) => loadEnvelope(sql`${selectEnvelope} WHERE id = ${id} FOR UPDATE`),

      lockByRecipient: (recipientId) =>
        loadEnvelope(sql`
          ${selectEnvelope}
          WHERE id = (SELECT envelope_id FROM signing_recipients WHERE id = ${recipientId})
          FOR UPDATE
        `),

      updateState: (id, { state, endedAt, endReason }) =>
        sql`
          UPDATE signing_envelopes
          SET state = ${state}, ended_at = ${dateOf(endedAt)}, end_reason = ${endReason}
          WHERE id = ${id}
        `.pipe(Effect.orDie, Effect.asVoid),

      updateRecipient: (recipientId, progress) =>
        sql`
          UPDATE signing_recipients
          SET ${sql.update(columnsOf(progress))}
          WHERE id = ${recipientId}
        `.pipe(Effect.orDie, Effect.asVoid),

      updateExpiry: (id, expiresAt) =>
        sql`
          UPDATE signing_envelopes
          SET expires_at = ${DateTime.toDateUtc(expiresAt)}
          WHERE id = ${id}
        `.pipe(Effect.orDie, Effect.asVoid),

      replaceTokens: (recipientId, expiresAt) =>
        sql`
          UPDATE signing_tokens
          SET session = ${encodeSession({ expiresAt, replaced: true })}
          WHERE recipient_id = ${recipientId}
        `.pipe(Effect.orDie, Effect.asVoid),

      addToken: (recipientId, sha256) =>
        sql`
          INSERT INTO signing_tokens ${sql.insert({ recipientId, sha256 })}
        `.pipe(Effect.orDie, Effect.asVoid),

      addSession: (recipientId, sha256, session) =>
        sql`
          INSERT INTO signing_tokens
          ${sql.insert({ recipientId, sha256, session: encodeSession(session) })}
        `.pipe(Effect.orDie, Effect.asVoid),

      updateSession: (sha256, session) =>
        sql`
          UPDATE signing_tokens
          SET session = ${encodeSession(session)}
          WHERE sha256 = ${sha256}
        `.pipe(Effect.orDie, Effect.asVoid),

      challenge: (recipientId) =>
        challengeRows(sql`
          SELECT code_sha256, code_sent_at, codes, failures, locked_until
          FROM signing_challenges
          WHERE recipient_id = ${recipientId}
        `).pipe(Effect.map(Array.head)),

      saveChallenge: (recipientId, { codeSentAt, lockedUntil, ...challenge }) => {
        const columns = {
          ...challenge,
          codeSentAt: dateOf(codeSentAt),
          lockedUntil: dateOf(lockedUntil),
        };
        return sql`
          INSERT INTO signing_challenges ${sql.insert({ recipientId, ...columns })}
          ON CONFLICT (recipient_id) DO UPDATE
          SET ${sql.update(columns)}
        `.pipe(Effect.orDie, Effect.asVoid);
      },

      findToken: (sha256) =>
        holderRows(sql`
          SELECT
            signing_recipients.envelope_id, signing_recipients.id AS recipient_id,
            projects.branding, signing_tokens.session
          FROM signing_tokens
          JOIN signing_recipients ON signing_recipients.id = signing_tokens.recipient_id
          JOIN signing_envelopes ON signing_envelopes.id = signing_recipients.envelope_id
          JOIN projects ON projects.id = signing_envelopes.project_id
          WHERE signing_tokens.sha256 = ${sha256}
        `).pipe(Effect.map(Array.head)),

      auditHead: (id) =>
        headRows(sql`
          SELECT audit_head AS head, audit_length AS length
          FROM signing_envelopes
          WHERE id = ${id}
        `).pipe(Effect.map((rows) => Option.getOrThrow(Array.head(rows)))),

      addAudit: (envelopeId, events) => {
        const { seq: length, hash: head } = Array.lastNonEmpty(events);
        return sql`
          WITH added AS (
            INSERT INTO signing_audit (envelope_id, seq, body, hash)
            SELECT ${envelopeId}::uuid, seq, body, hash
            FROM unnest(
              ${events.map(({ seq }) => seq)}::int[],
              ${events.map(({ body }) => body)}::text[],
              ${events.map(({ hash }) => hash)}::text[]
            ) AS event (seq, body, hash)
          )
          UPDATE signing_envelopes
          SET audit_head = ${head}, audit_length = ${length}
          WHERE id = ${envelopeId}
        `.pipe(Effect.orDie, Effect.asVoid);
      },

      audit: (id) =>
        // One statement, so that events that are added meanwhile are not after the head.
        auditRows(sql`
          SELECT audit_head AS head, audit_length AS length, seq, body, hash
          FROM signing_envelopes
          LEFT JOIN signing_audit ON envelope_id = signing_envelopes.id
          WHERE signing_envelopes.id = ${id}
          ORDER BY seq
        `).pipe(Effect.map(toStoredAudit)),
    });
  }),
);

/** The audit trail in rows that each have the head; none without rows. */
function toStoredAudit(rows: Effect.Success<ReturnType<typeof auditRows>>) {
  return Option.map(Array.head(rows), ({ head, length }) => ({
    head: { head, length },
    events: rows.flatMap(({ seq, body, hash }) =>
      seq === null || body === null || hash === null ? [] : [{ seq, body, hash }],
    ),
  }));
}

/** Encodes progress for columns. */
function columnsOf(progress: Parameters<SigningStore["Service"]["updateRecipient"]>[1]) {
  const { submission, authentication, ...plain } = progress;
  const columns = Object.entries(plain).map(([name, value]) => [
    name,
    DateTime.isDateTime(value) ? DateTime.toDateUtc(value) : value,
  ]);
  return {
    ...Object.fromEntries(columns),
    ...(submission === undefined ? {} : { submission: JSON.stringify(submission) }),
    ...(authentication === undefined ? {} : { authentication: jsonOf(authentication) }),
  };
}

function jsonOf(authentication: Authentication | null): string | null {
  return authentication === null ? null : JSON.stringify(authentication);
}

function dateOf(moment: Timestamp | null): Date | null {
  return moment === null ? null : DateTime.toDateUtc(moment);
}
