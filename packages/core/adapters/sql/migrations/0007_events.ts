import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/**
 * Events: what happened, with the very text that is sent of it.
 *
 * They are read in the order of the transactions that wrote them, and only up to the oldest one that
 * still runs: whatever commits later stands behind every event that was ever read.
 */
export const events = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    CREATE TABLE events (
      id uuid PRIMARY KEY,
      project_id uuid NOT NULL REFERENCES projects,
      type text NOT NULL,
      body text NOT NULL,
      created_at timestamptz NOT NULL,
      written_by xid8 NOT NULL DEFAULT pg_current_xact_id(),
      position bigint GENERATED ALWAYS AS IDENTITY
    )`;
  yield* sql`CREATE INDEX events_of_project ON events (project_id, written_by, position)`;
});
