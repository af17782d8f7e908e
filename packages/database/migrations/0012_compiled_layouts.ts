import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** Versions keep the title of their documents and, from now on, what their layout was compiled to. */
export const compiledLayouts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    ALTER TABLE template_versions
      ADD COLUMN title text CHECK (length(title) BETWEEN 1 AND 120),
      ADD COLUMN compiled_by text,
      ADD COLUMN compiled bytea,
      ADD CONSTRAINT template_versions_compiled_whole
        CHECK ((compiled_by IS NULL) = (compiled IS NULL))`;
  // The one change a version ever sees: its title was its template's name all along.
  yield* sql`ALTER TABLE template_versions DISABLE TRIGGER template_versions_immutable`;
  yield* sql`
    UPDATE template_versions
    SET title = templates.name
    FROM templates
    WHERE templates.id = template_versions.template_id`;
  yield* sql`ALTER TABLE template_versions ENABLE TRIGGER template_versions_immutable`;
  yield* sql`ALTER TABLE template_versions ALTER COLUMN title SET NOT NULL`;
  // Compressed as it is; to try again would only cost time.
  yield* sql`ALTER TABLE template_versions ALTER COLUMN compiled SET STORAGE EXTERNAL`;
});
