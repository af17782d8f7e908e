import type { StoredFile } from "@paraph/core/renders";
import {
  flattenedFileName,
  type DeliveryOptions,
  EmailDelivery,
  ProviderName,
  ProviderReport,
  SignatureStatus,
  type StoredSignatureRequest,
  SignatureStore,
  StoredRecipient,
  type UnsentRecipient,
  type UnsentSignatureRequest,
  withOptionDefaults,
} from "@paraph/core/signatures";
import { ProjectId, RenderId, SignatureRequestId, type Timestamp } from "@paraph/core/values";
import { Array, DateTime, Effect, Layer, Option, Schema } from "effect";
import { SqlClient, type Statement } from "effect/sql";

import { UncheckedJson, readRows, RowTime } from "../sql/rows.ts";

const request = {
  id: SignatureRequestId,
  projectId: ProjectId,
  renderId: RenderId,
  name: Schema.String,
  provider: ProviderName,
  expirationHours: Schema.Finite,
  expiresAt: RowTime,
  createdAt: RowTime,
  options: UncheckedJson<Partial<DeliveryOptions> | null>(),
};

const sentRows = readRows(
  Schema.Struct({
    ...request,
    providerId: Schema.String,
    status: SignatureStatus,
    recipients: Schema.Array(StoredRecipient),
    errorMessage: Schema.NullOr(Schema.String),
    completingSince: Schema.NullOr(RowTime),
    completedAt: Schema.NullOr(RowTime),
    signedFile: UncheckedJson<StoredFile | null>(),
    certificateFile: UncheckedJson<StoredFile | null>(),
    deliveries: Schema.NullOr(Schema.Record(Schema.String, EmailDelivery)),
  }),
);
const unsentRows = readRows(
  Schema.Struct({ ...request, recipients: UncheckedJson<ReadonlyArray<UnsentRecipient>>() }),
);
const attemptRows = readRows(Schema.Struct({ archiveAttempts: Schema.Int }));
const reportRows = readRows(Schema.Struct({ id: Schema.String, report: UncheckedJson<unknown>() }));
const readReport = Schema.decodeUnknownEffect(Schema.NullOr(ProviderReport));

const encodeRecipients = Schema.encodeSync(Schema.Array(StoredRecipient));

/** Signature requests in PostgreSQL. */
export const signatureStoreSql: Layer.Layer<SignatureStore, never, SqlClient.SqlClient> =
  Layer.effect(
    SignatureStore,
    Effect.map(SqlClient.SqlClient, (sql) => {
      const columns = sql`
        SELECT
          id, project_id, render_id, name, provider, provider_id, status, recipients,
          expiration_hours, expires_at, error_message, created_at, completing_since, completed_at,
          signed_file, certificate_file, options, ${deliveriesOf(sql)} AS deliveries
        FROM signature_requests`;
      const selectSent = (statement: Parameters<typeof sentRows>[0]) =>
        Effect.map(sentRows(statement), Array.map(asSent));
      const findOne = (statement: Parameters<typeof sentRows>[0]) =>
        Effect.map(selectSent(statement), Array.head);
      const finite = (time: string) => {
        const column = sql(time);
        return sql`CASE WHEN isfinite(${column}) THEN ${column} ELSE 'epoch' END AS ${column}`;
      };
      const write = (statement: Effect.Effect<unknown, unknown>) =>
        statement.pipe(Effect.orDie, Effect.asVoid);
      const affectsRows = (statement: Effect.Effect<ReadonlyArray<unknown>, unknown>) =>
        statement.pipe(
          Effect.orDie,
          Effect.map((rows) => rows.length > 0),
        );
      const findUnsent = (id: SignatureRequestId) =>
        unsentRows(sql`
          ${columns}
          WHERE id = ${id}
            AND status = 'unsent'
        `).pipe(Effect.map((rows) => Option.map(Array.head(rows), asUnsent)));

      const certifiable = sql`status IN ('completed', 'declined', 'cancelled', 'expired')`;

      /** Numbers an attempt to store files, before it stores any. */
      const nextAttempt = (id: SignatureRequestId, condition: Statement.Fragment) =>
        attemptRows(sql`
          UPDATE signature_requests
          SET archive_attempts = archive_attempts + 1
          WHERE id = ${id}
            AND ${condition}
          RETURNING archive_attempts
        `).pipe(Effect.map((rows) => Option.map(Array.head(rows), (row) => row.archiveAttempts)));

      return SignatureStore.of({
        add: ({ addressees, options, createdAt, expiresAt, ...signature }) =>
          write(sql`
            INSERT INTO signature_requests ${sql.insert({
              ...signature,
              status: "unsent",
              recipients: JSON.stringify(addressees),
              options: JSON.stringify(options),
              createdAt: DateTime.toDateUtc(createdAt),
              expiresAt: DateTime.toDateUtc(expiresAt),
            })}
          `),

        markSent: Effect.fnUntraced(function* (id, { providerId, recipientIds }) {
          const unsentRequest = yield* findUnsent(id);
          if (Option.isNone(unsentRequest)) return false;
          const recipients = unsentRequest.value.addressees.map((addressee, index) => ({
            id: recipientIds[index] ?? "",
            ...addressee,
          }));
          return yield* affectsRows(sql`
            UPDATE signature_requests
            SET ${sql.update({ providerId, status: "sent", recipients: JSON.stringify(recipients) })}
            WHERE id = ${id}
              AND status = 'unsent'
            RETURNING id
          `);
        }),

        discard: (id) =>
          affectsRows(sql`
            WITH discarded AS (
              DELETE FROM signature_requests
              WHERE id = ${id}
                AND status = 'unsent'
              RETURNING id
            ), removed AS (
              INSERT INTO removed_files (name)
              SELECT ${flattenedFileName(id)}::text FROM discarded
              ON CONFLICT (name) DO NOTHING
            )
            SELECT id FROM discarded
          `),

        find: (project, id) =>
          findOne(sql`
            ${columns}
            WHERE project_id = ${project}
              AND id = ${id}
              AND status <> 'unsent'
          `),

        // In this order, so that a request that is sent in between is found.
        load: Effect.fnUntraced(function* (id) {
          const unsentRequest = yield* findUnsent(id);
          if (Option.isSome(unsentRequest)) return unsentRequest;
          return yield* findOne(sql`
            ${columns}
            WHERE id = ${id}
              AND status <> 'unsent'
          `);
        }),

        // A separate statement, so that it sees the commit of the previous lock holder.
        lock: Effect.fnUntraced(function* (id) {
          yield* write(sql`SELECT id FROM signature_requests WHERE id = ${id} FOR UPDATE`);
          return yield* findOne(sql`
            ${columns}
            WHERE id = ${id}
              AND status <> 'unsent'
          `);
        }),

        list: (project, { renderId, status }, { before, limit }) =>
          selectSent(sql`
            ${columns}
            WHERE ${sql.and([
              sql`project_id = ${project}`,
              sql`status <> 'unsent'`,
              ...(before === undefined ? [] : [sql`id < ${before}`]),
              ...(renderId === undefined ? [] : [sql`render_id = ${renderId}`]),
              ...(status === undefined ? [] : [sql`status = ${status}`]),
            ])}
            ORDER BY id DESC
            LIMIT ${limit + 1}
          `),

        updateExpiry: (id, expiresAt) =>
          write(sql`
            UPDATE signature_requests
            SET expires_at = ${DateTime.toDateUtc(expiresAt)}
            WHERE id = ${id}
          `),

        save: (id, { status, recipients, completingSince, errorMessage }) =>
          write(sql`
            UPDATE signature_requests
            SET ${sql.update({
              status,
              errorMessage,
              recipients: JSON.stringify(encodeRecipients(recipients)),
              completingSince: dateOf(completingSince),
            })}
            WHERE id = ${id}
          `),

        failUnreadable: (id, reason) =>
          findOne(sql`
            UPDATE signature_requests
            SET status = 'failed', error_message = ${reason}
            WHERE id = ${id}
              AND status IN ('sent', 'viewed')
            RETURNING
              id, project_id, render_id, name, provider, provider_id, status, '[]'::json AS recipients,
              expiration_hours, ${finite("expires_at")}, error_message, ${finite("created_at")},
              NULL::timestamptz AS completing_since, completed_at, signed_file, certificate_file,
              NULL::json AS options, NULL::json AS deliveries
          `),

        beginArchiving: (id) => nextAttempt(id, sql`status IN ('sent', 'viewed')`),

        complete: (id, attempt, { completedAt, signedFile, certificateFile }) =>
          affectsRows(sql`
            UPDATE signature_requests
            SET ${sql.update({
              status: "completed",
              errorMessage: null,
              completedAt: DateTime.toDateUtc(completedAt),
              signedFile: JSON.stringify(signedFile),
              certificateFile: certificateFile === null ? null : JSON.stringify(certificateFile),
            })}
            WHERE id = ${id}
              AND archive_attempts = ${attempt}
              AND status IN ('sent', 'viewed')
            RETURNING id
          `),

        beginCertifying: (id) => nextAttempt(id, sql`${certifiable} AND certificate_file IS NULL`),

        storeCertificate: (id, file) =>
          affectsRows(sql`
            UPDATE signature_requests
            SET certificate_file = ${JSON.stringify(file)}
            WHERE id = ${id}
              AND ${certifiable}
              AND certificate_file IS NULL
            RETURNING id
          `),

        pendingReports: (provider, providerId) =>
          reportRows(sql`
            SELECT position::text AS id, report
            FROM provider_reports
            WHERE provider = ${provider}
              AND provider_id = ${providerId}
              AND applied_at IS NULL
            ORDER BY position
          `).pipe(
            Effect.flatMap(
              Effect.forEach(({ id, report }) =>
                readReport(report).pipe(
                  Effect.catch((error) =>
                    Effect.as(
                      Effect.logError(
                        "A report cannot be read: the provider's state is fetched instead",
                        error,
                      ),
                      null,
                    ),
                  ),
                  Effect.map((read) => ({ id, report: read })),
                ),
              ),
            ),
          ),

        markApplied: (reports) =>
          reports.length === 0
            ? Effect.void
            : write(sql`
                UPDATE provider_reports
                SET applied_at = clock_timestamp()
                WHERE position = ANY(${reports.map(({ id }) => id)}::bigint[])
              `),
      });
    }),
  );

function asSent<
  Row extends {
    readonly deliveries: StoredSignatureRequest["deliveries"] | null;
    readonly options: Partial<DeliveryOptions> | null;
  },
>({ deliveries, options, ...row }: Row) {
  return {
    ...row,
    options: withOptionDefaults(options ?? {}),
    deliveries: deliveries ?? {},
    sent: true,
  } as const;
}

/**
 * The state of the email to each recipient of the built-in provider, by recipient id. Omits invitations that
 * were withdrawn before they were sent.
 */
function deliveriesOf(sql: SqlClient.SqlClient) {
  return sql`(
    SELECT json_object_agg(
      people.id,
      json_strip_nulls(json_build_object(
        'status', mails.status,
        'at', COALESCE(mails.sent_at, mails.failed_at, mails.created_at),
        'error', CASE WHEN mails.status <> 'sent' THEN mails.last_error END
      ))
    )
    FROM signing_recipients AS people
    JOIN mails ON mails.cause = CASE people.designation
      WHEN 'CC' THEN 'signing:' || people.id || ':completed'
      ELSE COALESCE(people.delivery_cause, 'signing:' || people.id || ':invite')
    END
    WHERE people.envelope_id = CASE signature_requests.provider
      WHEN 'builtin' THEN signature_requests.provider_id::uuid
    END
      AND mails.status <> 'cancelled'
  )`;
}

/** A request that its provider may or may not have. */
function asUnsent({
  recipients: addressees,
  options,
  ...row
}: Omit<UnsentSignatureRequest, "addressees" | "options" | "sent"> & {
  readonly recipients: ReadonlyArray<UnsentRecipient>;
  readonly options: Partial<DeliveryOptions> | null;
}): UnsentSignatureRequest {
  return { ...row, options: withOptionDefaults(options ?? {}), addressees, sent: false };
}

function dateOf(moment: Timestamp | null): Date | null {
  return moment === null ? null : DateTime.toDateUtc(moment);
}
