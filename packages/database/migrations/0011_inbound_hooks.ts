import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** The addresses at which other systems render templates. */
export const inboundHooks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    CREATE TABLE inbound_hooks (
      template_id uuid PRIMARY KEY REFERENCES templates,
      token text NOT NULL UNIQUE,
      secret text NOT NULL,
      require_signature boolean NOT NULL,
      created_at timestamptz NOT NULL
    )`;
});
