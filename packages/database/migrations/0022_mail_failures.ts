import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** When an email was given up. */
export const mailFailures = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`ALTER TABLE mails ADD COLUMN failed_at timestamptz`;
});
