import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** Renders, their shares and engagement, and emails. */
export const renders = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  // Times that nodes write have no default; `accepted_at` is the database's clock.
  yield* sql`
    CREATE TABLE renders (
      id uuid PRIMARY KEY,
      project_id uuid NOT NULL,
      template_id uuid NOT NULL,
      template_version_id uuid NOT NULL,
      status text NOT NULL CHECK (status IN ('queued', 'succeeded', 'failed')),
      source text NOT NULL CHECK (source IN ('api', 'webhook', 'form')),
      filename text CHECK (length(filename) <= 255),
      download_token text NOT NULL UNIQUE,
      data json NOT NULL,
      error_code text,
      error_message text,
      page_count integer CHECK (page_count >= 1),
      byte_size integer CHECK (byte_size >= 1),
      sha256 text CHECK (sha256 ~ '^[0-9a-f]{64}$'),
      created_at timestamptz NOT NULL,
      started_at timestamptz,
      completed_at timestamptz,
      public_url text,
      trace_parent text,
      accepted_at timestamptz DEFAULT clock_timestamp(),
      data_blob json,
      FOREIGN KEY (template_id, project_id) REFERENCES templates (id, project_id),
      FOREIGN KEY (template_version_id, template_id) REFERENCES template_versions (id, template_id),
      CHECK ((status IN ('succeeded', 'failed')) = (completed_at IS NOT NULL)),
      CHECK (
        CASE WHEN status = 'succeeded'
        THEN num_nulls(page_count, byte_size, sha256) = 0
        ELSE num_nonnulls(page_count, byte_size, sha256) = 0 END
      ),
      CHECK (
        CASE WHEN status = 'failed'
        THEN num_nulls(error_code, error_message) = 0
        ELSE num_nonnulls(error_code, error_message) = 0 END
      )
    )`;
  // Data with images hardly shrinks, and the default compression takes longer than storing it.
  yield* sql`
    DO $$
    BEGIN
      IF (
        SELECT 'lz4' = ANY(enumvals)
        FROM pg_settings
        WHERE name = 'default_toast_compression'
      ) THEN
        ALTER TABLE renders ALTER COLUMN data SET COMPRESSION lz4;
      ELSE
        ALTER TABLE renders ALTER COLUMN data SET STORAGE EXTERNAL;
      END IF;
    END $$`.unprepared;
  yield* sql`CREATE INDEX renders_of_project ON renders (project_id, id DESC)`;
  yield* sql`CREATE INDEX renders_by_status ON renders (project_id, status, id DESC)`;
  yield* sql`CREATE INDEX renders_of_template_by_status ON renders (template_id, status, id)`;
  yield* sql`
    CREATE INDEX forms_by_status ON renders (project_id, status, id DESC)
    WHERE source = 'form'`;
  yield* sql`
    CREATE INDEX renders_by_end ON renders (completed_at)
    WHERE completed_at IS NOT NULL`;
});

/** Shares of renders, and engagement with documents. */
export const shares = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  // The token is stored in plain text because lists show it again.
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
  yield* sql`CREATE INDEX shares_by_recipient ON shares (lower(recipient_email))`;
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
  // A row for each repeatable event, with its last recorded occurrence.
  yield* sql`
    CREATE TABLE engagement_windows (
      key text PRIMARY KEY,
      opened_at timestamptz NOT NULL
    )`;
  yield* sql`
    CREATE INDEX engagement_windows_of_render ON engagement_windows (substring(key, 1, 36))`;
  yield* sql`CREATE INDEX engagement_windows_by_time ON engagement_windows (opened_at)`;
});

/** The jobs of unfinished renders and emails. Claims change no column that an index contains. */
export const jobs = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* Effect.forEach(
    JOB_TABLES,
    (table) =>
      Effect.andThen(
        sql`
          CREATE TABLE ${sql(table)} (
            id uuid PRIMARY KEY,
            project_id uuid NOT NULL,
            due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
            claim uuid,
            claimed_at timestamptz,
            claimed_until timestamptz,
            attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
            abandoned_claims integer NOT NULL DEFAULT 0 CHECK (abandoned_claims >= 0),
            updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
            CHECK (num_nulls(claim, claimed_at, claimed_until) IN (0, 3))
          ) WITH (fillfactor = 70)`,
        sql`CREATE INDEX ${sql(`${table}_due`)} ON ${sql(table)} (project_id, due_at, id)`,
      ),
    { discard: true },
  );
});

const JOB_TABLES = ["render_jobs", "email_jobs"];

/** Emails: one for each cause. */
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
      trace_parent text,
      failed_at timestamptz,
      FOREIGN KEY (share_id, render_id) REFERENCES shares (id, render_id),
      CHECK ((status = 'sent') = (sent_at IS NOT NULL))
    )`;
  yield* sql`CREATE INDEX mails_of_render ON mails (render_id)`;
  yield* sql`CREATE INDEX mails_by_recipient ON mails (lower(recipient_email))`;
});
