import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/**
 * The language that a project declared when a version was published, null if it declared none. A version may be
 * compiled again, and its documents keep their language.
 *
 * Copies have that of their source, also those that the previous release makes: it does not write the column.
 */
export const versionLanguages = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`ALTER TABLE template_versions ADD COLUMN project_language text`;
  yield* sql`
    CREATE OR REPLACE FUNCTION copy_version_parts() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      SELECT layout_parts, compiled_blob, fonts, project_language
      INTO NEW.layout_parts, NEW.compiled_blob, NEW.fonts, NEW.project_language
      FROM template_versions
      WHERE id = NEW.copied_from;
      RETURN NEW;
    END $$`;
});
