import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** Lists of signature requests with a rare status, which would read all requests of the project. */
export const signaturesByStatus = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    CREATE INDEX signature_requests_by_status
    ON signature_requests (project_id, status, id DESC)`;
});
