import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** When a recipient reported an email as spam. */
export const complaints = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`ALTER TABLE mails ADD COLUMN complained_at timestamptz`;
});
