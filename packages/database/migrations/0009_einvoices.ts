import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** The electronic invoices of template versions: their profile and mapping, null without one. */
export const einvoices = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`ALTER TABLE template_versions ADD COLUMN einvoice json`;
});
