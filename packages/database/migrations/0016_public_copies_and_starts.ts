import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** Addresses of public copies; how many workers began with a render and never came to an end. */
export const publicCopiesAndStarts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  // Absent: the document is handed out by this service, as all were before.
  yield* sql`ALTER TABLE renders ADD COLUMN public_url text`;
  yield* sql`
    ALTER TABLE renders
    ADD COLUMN unfinished_starts integer NOT NULL DEFAULT 0 CHECK (unfinished_starts >= 0)`;
});
