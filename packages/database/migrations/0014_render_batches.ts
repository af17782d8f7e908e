import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/**
 * Batches of renders, and which renders they have. A completed batch keeps its numbers when its renders are
 * erased.
 */
export const renderBatches = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    CREATE TABLE render_batches (
      id uuid PRIMARY KEY,
      project_id uuid NOT NULL REFERENCES projects,
      template_id uuid NOT NULL REFERENCES templates,
      template_version_id uuid NOT NULL REFERENCES template_versions,
      total integer NOT NULL CHECK (total >= 1),
      succeeded integer,
      failed integer,
      created_at timestamptz NOT NULL,
      completed_at timestamptz,
      CHECK (num_nulls(succeeded, failed, completed_at) IN (0, 3)),
      CHECK (succeeded + failed = total)
    )`;
  yield* sql`CREATE INDEX render_batches_of_project ON render_batches (project_id, id DESC)`;
  yield* sql`
    CREATE INDEX render_batches_rendering ON render_batches (id)
    WHERE completed_at IS NULL`;
  yield* sql`
    CREATE TABLE render_batch_items (
      render_id uuid PRIMARY KEY REFERENCES renders ON DELETE CASCADE,
      batch_id uuid NOT NULL REFERENCES render_batches,
      position integer NOT NULL CHECK (position >= 0),
      UNIQUE (batch_id, position)
    )`;
});
