import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** How documents are encrypted, and the keys of those that are not drawn yet. */
export const encryption = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    ALTER TABLE renders
    ADD COLUMN encryption text,
    ADD COLUMN encryption_keys json
  `;
});
