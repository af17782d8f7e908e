import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** Templates and their versions, which never change once they are written. */
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
  yield* sql`
    CREATE TABLE template_versions (
      id uuid PRIMARY KEY,
      template_id uuid NOT NULL REFERENCES templates,
      version_number integer NOT NULL CHECK (version_number >= 1),
      manifest json NOT NULL,
      layout json NOT NULL,
      page_config json NOT NULL,
      created_at timestamptz NOT NULL,
      CONSTRAINT template_versions_number UNIQUE (template_id, version_number),
      UNIQUE (id, template_id)
    )`;
  yield* sql`
    ALTER TABLE templates
    ADD FOREIGN KEY (current_version_id, id) REFERENCES template_versions (id, template_id)`;
  yield* sql`
    CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'rows of % never change', TG_TABLE_NAME;
    END $$`;
  yield* sql`
    CREATE TRIGGER template_versions_immutable BEFORE UPDATE ON template_versions
    FOR EACH ROW EXECUTE FUNCTION refuse_change()`;
});
