import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** What is needed to serve projects in turn: their unfinished renders, and what a version costs. */
export const fairWork = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    CREATE INDEX renders_unfinished ON renders (project_id, id)
    WHERE status IN ('queued', 'rendering')`;
  // Absent for versions that were published before.
  yield* sql`
    ALTER TABLE template_versions
      ADD COLUMN draw_micros integer CHECK (draw_micros >= 0)`;
});
