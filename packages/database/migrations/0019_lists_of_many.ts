import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** What lists need when there are a million renders, and few of them are what is asked for. */
export const listsOfMany = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    CREATE INDEX renders_of_template_by_status ON renders (template_id, status, id)`;
  yield* sql`
    CREATE INDEX forms_by_status ON renders (project_id, status, id DESC)
    WHERE source = 'form'`;
  // The other one knows live templates alone.
  yield* sql`CREATE INDEX templates_by_slug ON templates (project_id, slug)`;
});
