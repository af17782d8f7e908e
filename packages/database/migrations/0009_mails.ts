import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** Mails: one for each cause, and how far each has got. */
export const mails = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    CREATE TABLE mails (
      id uuid PRIMARY KEY,
      cause text NOT NULL UNIQUE,
      project_id uuid NOT NULL REFERENCES projects,
      render_id uuid NOT NULL REFERENCES renders,
      share_id uuid,
      recipient_email text NOT NULL,
      recipient_name text,
      letter json NOT NULL,
      message_id text NOT NULL,
      sender text,
      pixel_url text NOT NULL,
      expires_at timestamptz,
      created_at timestamptz NOT NULL,
      status text NOT NULL CHECK (status IN ('queued', 'sent', 'failed', 'cancelled')),
      handed_over_at timestamptz,
      sent_at timestamptz,
      opened_at timestamptz,
      last_error text,
      FOREIGN KEY (share_id, render_id) REFERENCES shares (id, render_id),
      CHECK ((status = 'sent') = (sent_at IS NOT NULL))
    )`;
});
