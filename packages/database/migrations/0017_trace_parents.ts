import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** Which trace a row came from, for whoever goes on with it (`traceparent` of W3C Trace Context). */
export const traceParents = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  for (const table of ["renders", "mails", "events", "signature_requests"]) {
    yield* sql`ALTER TABLE ${sql(table)} ADD COLUMN trace_parent text`;
  }
});
