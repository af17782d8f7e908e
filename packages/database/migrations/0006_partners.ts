import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** Organisations that were provisioned: their account, project and key, and what they may do. */
export const partners = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    CREATE TABLE partners (
      external_org_id text PRIMARY KEY CHECK (length(external_org_id) BETWEEN 1 AND 160),
      account_id uuid NOT NULL UNIQUE REFERENCES accounts,
      project_id uuid NOT NULL UNIQUE REFERENCES projects,
      key_id uuid NOT NULL REFERENCES keys,
      embed_enabled boolean NOT NULL,
      allowed_origins text[] NOT NULL CHECK (cardinality(allowed_origins) <= 50),
      email_from text,
      suspended boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL
    )`;
});
