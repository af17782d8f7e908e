import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** Renders: what each draws, where it stands, and what it ended as. */
export const renders = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    CREATE TABLE renders (
      id uuid PRIMARY KEY,
      project_id uuid NOT NULL,
      template_id uuid NOT NULL,
      template_version_id uuid NOT NULL,
      status text NOT NULL CHECK (status IN ('queued', 'rendering', 'succeeded', 'failed')),
      source text NOT NULL CHECK (source IN ('api', 'webhook', 'form')),
      filename text CHECK (length(filename) <= 255),
      idempotency_key text CHECK (length(idempotency_key) BETWEEN 1 AND 255),
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
      FOREIGN KEY (template_id, project_id) REFERENCES templates (id, project_id),
      FOREIGN KEY (template_version_id, template_id) REFERENCES template_versions (id, template_id),
      UNIQUE (template_id, idempotency_key),
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
  yield* sql`CREATE INDEX renders_of_project ON renders (project_id, id DESC)`;
  yield* sql`CREATE INDEX renders_by_status ON renders (project_id, status, id DESC)`;
  yield* sql`CREATE INDEX renders_of_template ON renders (template_id, id DESC)`;
});
