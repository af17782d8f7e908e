import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/**
 * What is needed to claim renders and mails in turn for projects, however many of them wait for their next
 * attempt: when each is due. The queue has the same time without the project.
 *
 * The release before claims by `renders_unfinished` and does not write the time: what it retries is looked
 * at before it is due, and claimed when it is.
 */
export const dueWork = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  for (const table of ["renders", "mails"]) {
    yield* sql`
      ALTER TABLE ${sql(table)}
        ADD COLUMN due_at timestamptz NOT NULL DEFAULT '-infinity'`;
  }
  yield* sql`
    CREATE INDEX renders_due ON renders (project_id, due_at, id)
    WHERE status IN ('queued', 'rendering')`;
  yield* sql`
    CREATE INDEX mails_due ON mails (project_id, due_at, id)
    WHERE status = 'queued'`;
});
