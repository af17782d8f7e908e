import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** What erasing needs: files to be removed, the audit log, and ways to find what belongs to a render. */
export const retention = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  // Files outlive the transaction that erases what told of them; here stands that they must go.
  yield* sql`
    CREATE TABLE removed_files (
      name text PRIMARY KEY,
      added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      due_at timestamptz NOT NULL DEFAULT clock_timestamp()
    )`;
  yield* sql`CREATE INDEX removed_files_due ON removed_files (due_at)`;
  yield* sql`
    CREATE TABLE audit_log (
      id uuid PRIMARY KEY,
      at timestamptz NOT NULL DEFAULT clock_timestamp(),
      account_id uuid,
      project_id uuid,
      actor_kind text NOT NULL,
      actor_id text,
      action text NOT NULL,
      target_kind text NOT NULL,
      target_id text,
      request_id text,
      source_ip text,
      details json NOT NULL
    )`;
  yield* sql`CREATE INDEX audit_log_of_account ON audit_log (account_id, id DESC)`;
  yield* sql`CREATE INDEX audit_log_of_project ON audit_log (project_id, id DESC)`;
  yield* sql`CREATE INDEX audit_log_by_time ON audit_log (at)`;
  // What is deleted lawfully says so first, for its transaction alone and one table.
  yield* sql`
    CREATE FUNCTION refuse_unless_erasing() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF current_setting('paraph.erasing', true) IS DISTINCT FROM TG_TABLE_NAME THEN
        RAISE EXCEPTION 'rows of % never change', TG_TABLE_NAME;
      END IF;
      RETURN OLD;
    END $$`;
  yield* sql`DROP TRIGGER signing_audit_immutable ON signing_audit`;
  for (const table of ["signing_audit", "audit_log"]) {
    yield* sql`
      CREATE TRIGGER ${sql(`${table}_immutable`)} BEFORE UPDATE ON ${sql(table)}
      FOR EACH ROW EXECUTE FUNCTION refuse_change()`;
    yield* sql`
      CREATE TRIGGER ${sql(`${table}_erasable`)} BEFORE DELETE ON ${sql(table)}
      FOR EACH ROW EXECUTE FUNCTION refuse_unless_erasing()`;
  }
  yield* sql`
    CREATE TRIGGER audit_log_kept BEFORE TRUNCATE ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`;
  // The database's own clock, beside the times that nodes wrote; unknown for what is older.
  yield* sql`ALTER TABLE renders ADD COLUMN accepted_at timestamptz`;
  yield* sql`ALTER TABLE renders ALTER COLUMN accepted_at SET DEFAULT clock_timestamp()`;
  for (const table of ["events", "webhook_deliveries", "signature_requests"]) {
    yield* sql`ALTER TABLE ${sql(table)} ADD COLUMN written_at timestamptz`;
    yield* sql`ALTER TABLE ${sql(table)} ALTER COLUMN written_at SET DEFAULT clock_timestamp()`;
  }
  yield* sql`
    CREATE INDEX renders_by_end ON renders (completed_at)
    WHERE completed_at IS NOT NULL`;
  yield* sql`
    CREATE INDEX signature_requests_by_end
    ON signature_requests (COALESCE(completed_at, expires_at))
    WHERE status NOT IN ('unsent', 'sent', 'viewed')`;
  // The feed begins at a moment by this clock.
  yield* sql`CREATE INDEX events_by_writing ON events (written_at)`;
  // Events are known by the render they tell of.
  yield* sql`
    CREATE INDEX events_of_render
    ON events ((
      CASE
        WHEN type LIKE 'render.%' THEN body::json -> 'data' ->> 'id'
        ELSE body::json -> 'data' ->> 'renderId'
      END
    ))`;
  yield* sql`CREATE INDEX events_by_time ON events (created_at)`;
  yield* sql`CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (created_at)`;
  yield* sql`CREATE INDEX mails_of_render ON mails (render_id)`;
  yield* sql`CREATE INDEX mails_by_recipient ON mails (lower(recipient_email))`;
  yield* sql`CREATE INDEX shares_by_recipient ON shares (lower(recipient_email))`;
  yield* sql`CREATE INDEX signing_envelopes_of_render ON signing_envelopes (render_id)`;
  yield* sql`CREATE INDEX signing_tokens_of_recipient ON signing_tokens (recipient_id)`;
  yield* sql`CREATE INDEX provider_reports_of ON provider_reports (provider, provider_id)`;
  yield* sql`CREATE INDEX idempotency_keys_of ON idempotency_keys (resource_id)`;
  yield* sql`
    CREATE INDEX engagement_windows_of_render ON engagement_windows (substring(key, 1, 36))`;
  yield* sql`CREATE INDEX engagement_windows_by_time ON engagement_windows (opened_at)`;
  // Erased events keep their place in the feed, for those who go on reading behind them.
  yield* sql`ALTER TABLE events ADD COLUMN erased_at timestamptz`;
});
