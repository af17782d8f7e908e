import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** Uploaded PDFs: renders without a template. */
export const uploads = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  // The release before: joins renders with templates, so it does not find uploads.
  yield* sql`ALTER TABLE renders ALTER COLUMN template_id DROP NOT NULL`;
  yield* sql`ALTER TABLE renders ALTER COLUMN template_version_id DROP NOT NULL`;
  yield* sql`ALTER TABLE renders DROP CONSTRAINT renders_source_check`;
  // NOT VALID: existing rows satisfy the stricter constraint, and reading all of them takes time.
  yield* sql`
    ALTER TABLE renders ADD CONSTRAINT renders_source_check
    CHECK (source IN ('api', 'webhook', 'form', 'upload')) NOT VALID`;
  yield* sql`
    ALTER TABLE renders ADD CONSTRAINT renders_template_check CHECK (
      CASE WHEN source = 'upload'
      THEN num_nonnulls(template_id, template_version_id) = 0
      ELSE num_nulls(template_id, template_version_id) = 0 END
    ) NOT VALID`;
  yield* sql`CREATE INDEX uploads ON renders (project_id, id DESC) WHERE source = 'upload'`;
});
