import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** Embedding: catalogs, sessions of integrators' users, drafts of templates, submitted forms. */
export const embed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    CREATE TABLE embed_catalogs (
      id uuid PRIMARY KEY,
      project_id uuid NOT NULL REFERENCES projects,
      name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
      version integer NOT NULL CHECK (version >= 1),
      catalog json NOT NULL,
      created_at timestamptz NOT NULL,
      UNIQUE (project_id, name, version)
    )`;
  yield* sql`
    CREATE TABLE embed_sessions (
      id uuid PRIMARY KEY,
      project_id uuid NOT NULL REFERENCES projects,
      terms json NOT NULL,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      ended_at timestamptz,
      CHECK (expires_at > created_at)
    )`;
  yield* sql`CREATE INDEX embed_sessions_by_expiry ON embed_sessions (expires_at)`;
  // Spent tokens stay: using one again ends its session.
  yield* sql`
    CREATE TABLE embed_renew_tokens (
      sha256 bytea PRIMARY KEY CHECK (length(sha256) = 32),
      session_id uuid NOT NULL REFERENCES embed_sessions ON DELETE CASCADE,
      spent_at timestamptz
    )`;
  yield* sql`CREATE INDEX embed_renew_tokens_of_session ON embed_renew_tokens (session_id)`;
  yield* sql`
    CREATE UNIQUE INDEX embed_renew_tokens_unspent ON embed_renew_tokens (session_id)
    WHERE spent_at IS NULL`;
  // The number of the published version shows whether it is the current one.
  yield* sql`
    CREATE TABLE embed_drafts (
      template_id uuid PRIMARY KEY REFERENCES templates,
      document json NOT NULL,
      category text,
      revision integer NOT NULL CHECK (revision >= 1),
      published_revision integer,
      published_version integer,
      session_id uuid REFERENCES embed_sessions ON DELETE SET NULL,
      updated_at timestamptz NOT NULL,
      document_parts json,
      CHECK (published_revision <= revision),
      CHECK ((published_revision IS NULL) = (published_version IS NULL))
    )`;
  yield* sql`
    CREATE INDEX embed_drafts_of_session ON embed_drafts (session_id)
    WHERE session_id IS NOT NULL`;
  // Sessions are deleted after a while, submissions are not.
  yield* sql`
    CREATE TABLE embed_submissions (
      render_id uuid PRIMARY KEY REFERENCES renders,
      project_id uuid NOT NULL REFERENCES projects,
      session_id uuid NOT NULL,
      tenant_external_id text NOT NULL,
      tenant json NOT NULL,
      actor json NOT NULL
    )`;
  yield* sql`
    CREATE INDEX embed_submissions_of_project ON embed_submissions (project_id, render_id DESC)`;
  yield* sql`
    CREATE INDEX embed_submissions_of_tenant
    ON embed_submissions (project_id, tenant_external_id, render_id DESC)`;
});
