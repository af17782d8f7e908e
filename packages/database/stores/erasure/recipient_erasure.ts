import { type ErasureStore, outboxName } from "@paraph/core/erasure";
import { EmailId, type ProjectId, RenderId, ShareId } from "@paraph/core/values";
import { Effect, Schema } from "effect";
import type { SqlClient, Statement } from "effect/sql";

import { namingOf } from "../sql/naming.ts";
import { readRows } from "../sql/rows.ts";
import { eventRender } from "../webhooks/event_store.ts";
import type { renderErasure } from "./render_erasure.ts";

/** Replaces an erased address. The domain can never receive email. */
const ERASED_ADDRESS = "erased@erased.invalid";

/** Replaces an erased email's content. */
const NO_LETTER = JSON.stringify({
  subject: "",
  greeting: null,
  opening: "",
  quote: null,
  notes: [],
  action: { label: "", url: "" },
});

/** Why a waiting row of a bulk request is not sent. */
const RECIPIENT_ERASED = JSON.stringify({
  code: "recipient_erased",
  message: "The data of a recipient was erased before the request was sent",
});

const shareRows = readRows(Schema.Struct({ id: ShareId, renderId: RenderId }));
const idRows = readRows(Schema.Struct({ id: Schema.String }));
const placeRows = readRows(Schema.Struct({ place: Schema.String }));
const emailRows = readRows(Schema.Struct({ id: EmailId }));

/** Finds an address and removes it from everything in a project that may remain without it. */
export function recipientErasure(
  sql: SqlClient.SqlClient,
  {
    noteFiles,
    eraseEvents,
  }: Pick<Effect.Success<typeof renderErasure>, "noteFiles" | "eraseEvents">,
): Pick<
  ErasureStore["Service"],
  "place" | "eraseBulkRows" | "findMentions" | "eraseMentions" | "eraseRecipient"
> {
  const count = (statement: Effect.Effect<ReadonlyArray<unknown>, unknown>) =>
    statement.pipe(
      Effect.orDie,
      Effect.map((rows) => rows.length),
    );

  const ids = (rows: ReadonlyArray<{ readonly id: string }>) => rows.map(({ id }) => id);

  /** Renders of a project except these. */
  const rendersOf = (project: ProjectId, except: ReadonlyArray<RenderId>) => sql`
    SELECT id
    FROM renders
    WHERE project_id = ${project}
      AND id <> ALL(${[...except]}::uuid[])`;

  const eraseReadings = (condition: Statement.Fragment) =>
    count(sql`
      UPDATE engagement_events
      SET source_ip = NULL, user_agent = NULL, metadata = NULL
      WHERE ${condition}
      RETURNING id
    `);

  /** Matches events of a project that name an address, in the expression of its index. */
  const namingEvent = (project: ProjectId, email: string, except: ReadonlyArray<RenderId>) => sql`
    project_id = ${project}
      AND erased_at IS NULL
      AND ${namingOf(sql, email).inJson(sql`body`)}
      AND COALESCE(${eventRender(sql)}, '') <> ALL(${[...except]}::text[])`;

  const place = placeRows(sql`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS place`).pipe(
    Effect.map(([row]) => row?.place ?? "0"),
  );

  const findMentions = Effect.fnUntraced(function* (
    project: ProjectId,
    email: string,
    except: ReadonlyArray<RenderId>,
    limit: number,
  ) {
    const shares = yield* shareRows(sql`
      SELECT id, render_id
      FROM shares
      WHERE lower(recipient_email) = lower(${email})
        AND render_id IN (${rendersOf(project, except)})
    `);
    const shareIds = ids(shares);
    // The first reads all events of the project, the second those of a few renders.
    const events = yield* idRows(sql`
      SELECT id
      FROM events
      WHERE ${namingEvent(project, email, except)}
      UNION
      SELECT id
      FROM events
      WHERE project_id = ${project}
        AND ${eventRender(sql)} = ANY(${shares.map(({ renderId }) => renderId)}::text[])
        AND body::json -> 'data' ->> 'shareId' = ANY(${shareIds}::text[])
      LIMIT ${limit}
    `);
    const readings = yield* idRows(sql`
      SELECT id
      FROM engagement_events
      WHERE render_id IN (${rendersOf(project, except)})
        AND num_nonnulls(source_ip, user_agent, metadata) > 0
        AND (
          share_id = ANY(${shareIds}::uuid[])
          OR ${namingOf(sql, email).inJson(sql`metadata`)}
        )
      LIMIT ${limit}
    `);
    return { events: ids(events), readings: ids(readings) };
  });

  const eraseMentions: ErasureStore["Service"]["eraseMentions"] = Effect.fnUntraced(function* ({
    events,
    readings,
  }) {
    return {
      events: yield* eraseEvents(sql`id = ANY(${[...events]}::uuid[])`),
      engagementEvents: yield* eraseReadings(sql`id = ANY(${[...readings]}::uuid[])`),
    };
  });

  const eraseBulkRows: ErasureStore["Service"]["eraseBulkRows"] = Effect.fnUntraced(
    function* (project, email) {
      // Waits for the transactions that create requests of these rows.
      const rows = yield* idRows(sql`
        SELECT render_id AS id
        FROM signature_bulk_rows
        JOIN signature_bulks ON signature_bulks.id = bulk_id
        WHERE project_id = ${project}
          AND status = 'pending'
          AND ${namingOf(sql, email).inJson(sql`request`)}
        ORDER BY render_id
        FOR NO KEY UPDATE OF signature_bulk_rows
      `);
      // A separate statement, so that it sees their keys. The sweep of bulk requests completes those without
      // pending rows.
      return yield* count(sql`
        UPDATE signature_bulk_rows
        SET status = 'failed', request = NULL, error = ${RECIPIENT_ERASED}
        WHERE render_id = ANY(${ids(rows)}::uuid[])
          AND NOT EXISTS (
            SELECT 1
            FROM idempotency_keys
            WHERE operation = 'signatures.create'
              AND within_id = bulk_id
              AND key = position::text
          )
        RETURNING render_id
      `);
    },
  );

  const eraseRecipient: ErasureStore["Service"]["eraseRecipient"] = Effect.fnUntraced(
    function* (project, email, except, since) {
      const renders = rendersOf(project, except);
      const naming = namingOf(sql, email);
      const matchesEmail = sql`lower(recipient_email) = lower(${email})`;

      const emails = yield* emailRows(sql`
        UPDATE mails
        SET
          recipient_email = ${ERASED_ADDRESS}, recipient_name = NULL, letter = ${NO_LETTER}, last_error = NULL,
          status = CASE WHEN status = 'queued' THEN 'cancelled' ELSE status END,
          opened_at = COALESCE(opened_at, clock_timestamp())
        WHERE ${matchesEmail}
          AND render_id IN (${renders})
        RETURNING id
      `);
      yield* noteFiles(emails.map(({ id }) => outboxName(id)));

      // Their links close, since no recipient remains.
      const shares = yield* shareRows(sql`
        UPDATE shares
        SET
          recipient_email = ${ERASED_ADDRESS}, message = NULL,
          revoked_at = COALESCE(revoked_at, clock_timestamp()),
          revoked_reason = COALESCE(revoked_reason, 'revoked_by_partner')
        WHERE ${matchesEmail}
          AND render_id IN (${renders})
        RETURNING id, render_id
      `);
      const shareIds = sql`ANY(${ids(shares)}::text[])`;
      const renderIds = sql`ANY(${shares.map(({ renderId }) => renderId)}::text[])`;
      yield* Effect.orDie(sql`
        DELETE FROM engagement_windows
        WHERE substring(key, 1, 36) = ${renderIds}
          AND split_part(key, ' ', 2) = ${shareIds}
      `);
      // Only later changes remain. Events of a transaction announce its reads.
      const recent = sql`project_id = ${project} AND written_by >= ${since}::xid8`;
      const engagementEvents = yield* eraseReadings(sql`
        render_id = ANY(
          ARRAY(
            SELECT id::uuid
            FROM (
              SELECT unnest(${shares.map(({ renderId }) => renderId)}::text[]) AS id
              UNION
              SELECT ${eventRender(sql)} FROM events WHERE ${recent} AND type LIKE 'document.%'
            ) AS renders
            WHERE id <> ALL(${[...except]}::text[])
          )
        )
          AND num_nonnulls(source_ip, user_agent, metadata) > 0
          AND (
            share_id::text = ${shareIds}
            OR ${naming.inJson(sql`metadata`)}
          )
      `);
      const erasedEvents = yield* eraseEvents(
        sql`${recent} AND ${namingEvent(project, email, except)}`,
      );
      const read = yield* eraseEvents(sql`
        project_id = ${project}
          AND ${eventRender(sql)} = ${renderIds}
          AND body::json -> 'data' ->> 'shareId' = ${shareIds}
      `);
      const events = erasedEvents + read;
      const signatureDrafts = yield* count(sql`
        WITH erased AS (
          DELETE FROM signature_drafts
          WHERE project_id = ${project}
            AND ${naming.inJson(sql`request`)}
          RETURNING id
        ), keys AS (
          DELETE FROM idempotency_keys
          USING erased
          WHERE resource_id = erased.id
        )
        SELECT id FROM erased
      `);
      const submissions = yield* count(sql`
        UPDATE embed_submissions
        SET actor = json_build_object('externalId', actor ->> 'externalId')
        WHERE project_id = ${project}
          AND lower(actor ->> 'email') = lower(${email})
        RETURNING render_id
      `);
      const sessions = yield* count(sql`
        DELETE FROM embed_sessions
        WHERE project_id = ${project}
          AND ${naming.inJson(sql`terms`)}
        RETURNING id
      `);
      return {
        shares: shares.length,
        mails: emails.length,
        engagementEvents,
        events,
        submissions,
        sessions,
        signatureDrafts,
      };
    },
  );

  return { place, eraseBulkRows, findMentions, eraseMentions, eraseRecipient };
}
