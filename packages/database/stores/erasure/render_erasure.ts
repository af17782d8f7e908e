import { outboxName, publicCopyName } from "@paraph/core/erasure";
import { documentName, type StoredFile } from "@paraph/core/renders";
import { archiveFileNames, flattenedFileName } from "@paraph/core/signatures";
import { EmailId, type RenderId, SignatureRequestId } from "@paraph/core/values";
import { Effect, Schema } from "effect";
import { SqlClient, type Statement } from "effect/sql";

import { UncheckedJson, readRows } from "../sql/rows.ts";
import { eventRender } from "../webhooks/event_store.ts";
import { erasedKey } from "./erased_key.ts";
import { removedFiles } from "./removed_files.ts";

const tokenRows = readRows(Schema.Struct({ downloadToken: Schema.String }));
const emailRows = readRows(Schema.Struct({ id: EmailId }));
const eventRows = readRows(Schema.Struct({ id: Schema.String }));
const archiveRows = readRows(
  Schema.Struct({
    id: SignatureRequestId,
    archiveAttempts: Schema.Int,
    certificateFile: UncheckedJson<StoredFile | null>(),
  }),
);

/** The number of rows of a kind in one statement: readers of the event stream wait for the transaction. */
const ROWS = 1000;

/** Erases renders and everything that belongs to them, in the open transaction. */
export const renderErasure = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  const noteFiles = yield* removedFiles;

  /** Erases the content and the deliveries of events; their positions in the event stream stay. */
  const eraseEvents = Effect.fnUntraced(function* (condition: Statement.Fragment) {
    const rows = yield* eventRows(sql`
      UPDATE events
      SET
        erased_at = clock_timestamp(),
        body = json_build_object(
          'id', id, 'type', type, 'timestamp', (body::json) -> 'timestamp',
          'projectId', project_id, 'data', '{}'::json
        )::text
      WHERE erased_at IS NULL
        AND (${condition})
      RETURNING id
    `);
    const ids = rows.map(({ id }) => id);
    yield* Effect.orDie(sql`DELETE FROM webhook_deliveries WHERE event_id = ANY(${ids}::uuid[])`);
    return ids.length;
  });

  const filesOf = Effect.fnUntraced(function* (renders: ReadonlyArray<RenderId>) {
    // In any state: a copy is published before its row says so.
    const copies = yield* tokenRows(sql`
      SELECT download_token
      FROM renders
      WHERE id = ANY(${[...renders]}::uuid[])
    `);
    const emails = yield* emailRows(sql`
      SELECT id FROM mails WHERE render_id = ANY(${[...renders]}::uuid[])
    `);
    const archives = yield* archiveRows(sql`
      SELECT id, archive_attempts, certificate_file
      FROM signature_requests
      WHERE render_id = ANY(${[...renders]}::uuid[])
    `);
    return [
      ...renders.map(documentName),
      ...copies.map(({ downloadToken }) => publicCopyName(downloadToken)),
      ...emails.map(({ id }) => outboxName(id)),
      ...archives.flatMap(({ id, archiveAttempts, certificateFile }) => [
        flattenedFileName(id),
        // A failed attempt may have left its files too.
        ...Array.from({ length: archiveAttempts }, (_, before) =>
          Object.values(archiveFileNames(id, before + 1)),
        ).flat(),
        ...(certificateFile === null ? [] : [certificateFile.name]),
      ]),
    ];
  });

  /** Erases a batch of the rows that may be many; returns whether that was all. */
  const eraseBatch = Effect.fnUntraced(function* (ids: ReadonlyArray<RenderId>) {
    const renders = sql`ANY(${[...ids]}::uuid[])`;
    // Others may erase some of these concurrently, so the number found tells whether there are more.
    const events = yield* eventRows(sql`
      SELECT id
      FROM events
      WHERE erased_at IS NULL
        AND ${eventRender(sql)} = ANY(${[...ids]}::text[])
        AND project_id IN (SELECT project_id FROM renders WHERE id = ${renders})
      LIMIT ${ROWS}
    `);
    yield* eraseEvents(sql`id = ANY(${events.map(({ id }) => id)}::uuid[])`);
    const readings = yield* eventRows(sql`
      DELETE FROM engagement_events
      WHERE id IN (
        SELECT id
        FROM engagement_events
        WHERE render_id = ${renders}
        LIMIT ${ROWS}
      )
      RETURNING id
    `);
    return events.length < ROWS && readings.length < ROWS;
  });

  const eraseRenders = Effect.fnUntraced(function* (ids: ReadonlyArray<RenderId>) {
    if (ids.length === 0) return true;
    if (!(yield* eraseBatch(ids))) return false;
    const renders = sql`ANY(${[...ids]}::uuid[])`;
    const names = sql`ANY(${[...ids]}::text[])`;
    yield* noteFiles(yield* filesOf(ids));
    yield* sql`SELECT set_config('paraph.erasing', 'signing_audit', true)`;
    const envelopes = sql`(SELECT id FROM signing_envelopes WHERE render_id = ${renders})`;
    const recipients = sql`(SELECT id FROM signing_recipients WHERE envelope_id IN ${envelopes})`;
    yield* sql`DELETE FROM signing_tokens WHERE recipient_id IN ${recipients}`;
    yield* sql`DELETE FROM signing_audit WHERE envelope_id IN ${envelopes}`;
    yield* sql`DELETE FROM signing_recipients WHERE envelope_id IN ${envelopes}`;
    yield* sql`DELETE FROM signing_envelopes WHERE render_id = ${renders}`;
    yield* sql`SELECT set_config('paraph.erasing', '', true)`;
    yield* sql`
      DELETE FROM provider_reports
      USING signature_requests
      WHERE render_id = ${renders}
        AND provider_reports.provider = signature_requests.provider
        AND provider_reports.provider_id = signature_requests.provider_id
    `;
    // Replays cannot work without the render, and the keys may contain personal data.
    yield* sql`
      DELETE FROM idempotency_keys
      WHERE resource_id IN (
        SELECT id FROM signature_requests WHERE render_id = ${renders}
        UNION ALL
        SELECT id FROM shares WHERE render_id = ${renders}
        UNION ALL
        SELECT id FROM signature_drafts WHERE render_id = ${renders}
      )
    `;
    yield* sql`
      DELETE FROM idempotency_keys
      WHERE operation = 'engagement_events.create'
        AND within_id = ${renders}
    `;
    // Keeps the fact that a key was used, without the key.
    yield* sql`
      WITH told AS (
        DELETE FROM idempotency_keys
        WHERE resource_id = ${renders}
        RETURNING operation, within_id, key, resource_id, created_at
      )
      INSERT INTO idempotency_keys (operation, within_id, key, resource_id, created_at)
      SELECT operation, within_id, ${erasedKey(sql, sql`key`)}, resource_id, created_at
      FROM told
      ON CONFLICT DO NOTHING
    `;
    yield* sql`
      DELETE FROM embed_sessions
      WHERE id IN (SELECT session_id FROM embed_submissions WHERE render_id = ${renders})
    `;
    yield* sql`DELETE FROM engagement_windows WHERE substring(key, 1, 36) = ${names}`;
    for (const table of ["signature_requests", "mails", "shares"]) {
      yield* sql`DELETE FROM ${sql(table)} WHERE render_id = ${renders}`;
    }
    yield* sql`DELETE FROM embed_submissions WHERE render_id = ${renders}`;
    yield* sql`DELETE FROM renders WHERE id = ${renders}`;
    return true;
  }, Effect.orDie);

  return { eraseRenders, noteFiles, eraseEvents };
});
