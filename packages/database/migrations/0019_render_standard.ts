import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** The standard in the request of a render, in place of the one of the layout. */
export const renderStandard = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    ALTER TABLE renders
    ADD COLUMN standard json
  `;
});
