import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** The places of the signing fields of layouts in rendered documents, null without any. */
export const signingFields = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`ALTER TABLE renders ADD COLUMN signing_fields json`;
});
