import { Effect, Schema } from "effect";
import type { SqlClient } from "effect/sql";

import { type ErasureStore, outboxName } from "../../erasure/mod.ts";
import { MailId, ShareId } from "../../values/mod.ts";
import { eventRender } from "./event_render.ts";
import { namingOf } from "./naming.ts";
import type { renderErasure } from "./render_erasure.ts";
import { readRows } from "./rows.ts";

/** What stands where an address stood: nobody has it, and nobody ever will. */
const NOBODY = "erased@erased.invalid";

/** What stands where a letter stood. */
const NO_LETTER = JSON.stringify({
  ...{ subject: "", greeting: null, opening: "", quote: null, notes: [] },
  action: { label: "", url: "" },
});

const shareRows = readRows(Schema.Struct({ id: ShareId }));
const mailRows = readRows(Schema.Struct({ id: MailId }));

/** Takes an address out of everything of a project that may stay without it. */
export function recipientErasure(
  sql: SqlClient.SqlClient,
  {
    noteFiles,
    eraseEvents,
  }: Pick<Effect.Success<typeof renderErasure>, "noteFiles" | "eraseEvents">,
): ErasureStore["Service"]["eraseRecipient"] {
  const count = (statement: Effect.Effect<ReadonlyArray<unknown>, unknown>) =>
    statement.pipe(
      Effect.orDie,
      Effect.map((rows) => rows.length),
    );

  return Effect.fnUntraced(function* (project, email, except) {
    const touched = sql`
      SELECT id
      FROM renders
      WHERE project_id = ${project}
        AND id <> ALL(${[...except]}::uuid[])`;
    const naming = namingOf(sql, email);
    const isTheirs = sql`lower(recipient_email) = lower(${email})`;

    const mails = yield* mailRows(sql`
      UPDATE mails
      SET
        recipient_email = ${NOBODY}, recipient_name = NULL, letter = ${NO_LETTER}, last_error = NULL,
        status = CASE WHEN status = 'queued' THEN 'cancelled' ELSE status END,
        opened_at = COALESCE(opened_at, clock_timestamp())
      WHERE ${isTheirs}
        AND render_id IN (${touched})
      RETURNING id
    `);
    yield* noteFiles(mails.map(({ id }) => outboxName(id)));

    // Their links close: nobody is left who may have them.
    const shares = yield* shareRows(sql`
      UPDATE shares
      SET
        recipient_email = ${NOBODY}, message = NULL,
        revoked_at = COALESCE(revoked_at, clock_timestamp()),
        revoked_reason = COALESCE(revoked_reason, 'revoked_by_partner')
      WHERE ${isTheirs}
        AND render_id IN (${touched})
      RETURNING id
    `);
    const ids = shares.map(({ id }) => id);
    const shareIds = sql`ANY(${ids}::text[])`;
    const theirs = sql`ANY(${ids}::uuid[])`;
    yield* Effect.orDie(sql`
      DELETE FROM engagement_windows
      WHERE substring(key, 1, 36) IN (
        SELECT render_id::text FROM shares WHERE id = ${theirs}
      )
        AND split_part(key, ' ', 2) = ${shareIds}
    `);
    const engagementEvents = yield* count(sql`
      UPDATE engagement_events
      SET source_ip = NULL, user_agent = NULL, metadata = NULL
      WHERE render_id IN (${touched})
        AND (
          share_id = ${theirs}
          OR ${naming.inJson(sql`metadata`)}
        )
      RETURNING id
    `);
    // The first reads every event of the project, the second those of a few renders.
    const told = yield* eraseEvents(sql`
      project_id = ${project}
        AND ${naming.inJson(sql`body`)}
        AND COALESCE(${eventRender(sql)}, '') <> ALL(${[...except]}::text[])
    `);
    const read = yield* eraseEvents(sql`
      project_id = ${project}
        AND ${eventRender(sql)} = ANY(
          ARRAY(SELECT render_id::text FROM shares WHERE id = ${theirs})
        )
        AND body::json -> 'data' ->> 'shareId' = ${shareIds}
    `);
    const events = told + read;
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
      ...{ shares: shares.length, mails: mails.length, engagementEvents, events },
      ...{ submissions, sessions },
    };
  });
}
