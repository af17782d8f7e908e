import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** Templates, their versions and inbound webhooks. A version never changes. */
export const templates = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    CREATE TABLE templates (
      id uuid PRIMARY KEY,
      project_id uuid NOT NULL REFERENCES projects,
      slug text NOT NULL CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 120),
      name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
      description text CHECK (length(description) <= 280),
      template_type text NOT NULL CHECK (template_type IN ('document', 'pdf-overlay')),
      current_version_id uuid,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      deleted_at timestamptz,
      UNIQUE (id, project_id)
    )`;
  yield* sql`
    CREATE UNIQUE INDEX templates_live_slug ON templates (project_id, slug)
    WHERE deleted_at IS NULL`;
  // Includes deleted templates.
  yield* sql`CREATE INDEX templates_by_slug ON templates (project_id, slug)`;
  yield* sql`
    CREATE TABLE template_versions (
      id uuid PRIMARY KEY,
      template_id uuid NOT NULL REFERENCES templates,
      version_number integer NOT NULL CHECK (version_number >= 1),
      manifest json NOT NULL,
      layout json NOT NULL,
      page_config json NOT NULL,
      created_at timestamptz NOT NULL,
      copied_from uuid REFERENCES template_versions,
      title text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
      compiled_by text,
      compiled bytea,
      draw_micros integer CHECK (draw_micros >= 0),
      layout_parts json,
      compiled_blob json,
      fonts json,
      CONSTRAINT template_versions_number UNIQUE (template_id, version_number),
      UNIQUE (id, template_id),
      CONSTRAINT template_versions_compiled_whole
        CHECK ((compiled_by IS NULL) = (compiled IS NULL))
    )`;
  // It is compressed already.
  yield* sql`ALTER TABLE template_versions ALTER COLUMN compiled SET STORAGE EXTERNAL`;
  yield* sql`
    ALTER TABLE templates
    ADD FOREIGN KEY (current_version_id, id) REFERENCES template_versions (id, template_id)`;
  yield* sql`
    CREATE TRIGGER template_versions_immutable BEFORE UPDATE ON template_versions
    FOR EACH ROW EXECUTE FUNCTION refuse_change()`;
  yield* sql`
    CREATE TABLE inbound_hooks (
      template_id uuid PRIMARY KEY REFERENCES templates,
      token text NOT NULL UNIQUE,
      secret text NOT NULL,
      require_signature boolean NOT NULL,
      created_at timestamptz NOT NULL
    )`;
});
