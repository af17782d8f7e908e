import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** The warnings of renders: `[{ path, message }]`, null without any. */
export const renderWarnings = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`ALTER TABLE renders ADD COLUMN warnings json`;
});
