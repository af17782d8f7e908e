import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** Shares, what happened to documents, and since when an event is a repetition of which. */
export const sharesAndEngagement = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  // The token is kept as it is: listing shows it again.
  yield* sql`
    CREATE TABLE shares (
      id uuid PRIMARY KEY,
      render_id uuid NOT NULL REFERENCES renders,
      channel text NOT NULL CHECK (channel IN ('link', 'email')),
      recipient_email text CHECK (length(recipient_email) <= 254),
      message text CHECK (length(message) <= 2000),
      token text NOT NULL UNIQUE CHECK (token ~ '^shr_[A-Za-z0-9_-]{43}$'),
      revoked_at timestamptz,
      revoked_reason text,
      expires_at timestamptz,
      created_at timestamptz NOT NULL,
      CHECK ((revoked_at IS NULL) = (revoked_reason IS NULL)),
      CHECK (channel = 'link' OR recipient_email IS NOT NULL),
      UNIQUE (id, render_id)
    )`;
  yield* sql`CREATE INDEX shares_of_render ON shares (render_id, id DESC)`;
  yield* sql`
    CREATE TABLE engagement_events (
      id uuid PRIMARY KEY,
      render_id uuid NOT NULL REFERENCES renders,
      share_id uuid,
      event_type text NOT NULL CHECK (
        event_type IN (
          'viewed', 'downloaded', 'printed', 'email_opened', 'email_sent', 'share_created',
          'share_revoked'
        )
      ),
      actor_kind text NOT NULL CHECK (actor_kind IN ('recipient', 'partner', 'system')),
      source_ip text,
      user_agent text,
      metadata json,
      created_at timestamptz NOT NULL,
      FOREIGN KEY (share_id, render_id) REFERENCES shares (id, render_id)
    )`;
  yield* sql`CREATE INDEX engagement_of_render ON engagement_events (render_id, id DESC)`;
  yield* sql`
    CREATE INDEX views_of_share ON engagement_events (share_id)
    WHERE event_type = 'viewed' AND actor_kind = 'recipient'`;
  // One row for each kind of event that may be repeated: its last occurrence that was kept.
  yield* sql`
    CREATE TABLE engagement_windows (
      key text PRIMARY KEY,
      opened_at timestamptz NOT NULL
    )`;
  yield* sql`ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_operation_check`;
  yield* sql`
    ALTER TABLE idempotency_keys ADD CHECK (
      operation IN (
        'projects.create', 'templates.create', 'templates.copy', 'renders.submit', 'shares.create',
        'shares.email'
      )
    )`;
});
