import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** Sign-in links and sessions of the console, by the SHA-256 of their tokens. */
export const consoleSessions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    CREATE TABLE console_links (
      hash bytea PRIMARY KEY CHECK (length(hash) = 32),
      key_id uuid NOT NULL REFERENCES keys ON DELETE CASCADE,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL CHECK (expires_at > created_at)
    )`;
  yield* sql`CREATE INDEX console_links_by_expiry ON console_links (expires_at)`;
  yield* sql`CREATE INDEX console_links_of_key ON console_links (key_id)`;
  yield* sql`
    CREATE TABLE console_sessions (
      id uuid PRIMARY KEY,
      hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
      key_id uuid NOT NULL REFERENCES keys ON DELETE CASCADE,
      created_at timestamptz NOT NULL,
      last_used_at timestamptz NOT NULL CHECK (last_used_at >= created_at),
      expires_at timestamptz NOT NULL CHECK (expires_at > created_at)
    )`;
  yield* sql`CREATE INDEX console_sessions_by_expiry ON console_sessions (expires_at)`;
  yield* sql`CREATE INDEX console_sessions_of_key ON console_sessions (key_id)`;
});
