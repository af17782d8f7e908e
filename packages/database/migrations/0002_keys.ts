import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** Keys of projects and of accounts: what is shown of them, and the SHA-256 of their secrets. */
export const keys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    CREATE TABLE keys (
      id uuid PRIMARY KEY,
      account_id uuid REFERENCES accounts,
      project_id uuid REFERENCES projects,
      name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
      prefix text NOT NULL,
      hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
      created_at timestamptz NOT NULL,
      last_used_at timestamptz,
      revoked_at timestamptz,
      CHECK (num_nonnulls(account_id, project_id) = 1)
    )`;
  yield* sql`CREATE INDEX keys_of_account ON keys (account_id, id DESC)`;
  yield* sql`CREATE INDEX keys_of_project ON keys (project_id, id DESC)`;
});
