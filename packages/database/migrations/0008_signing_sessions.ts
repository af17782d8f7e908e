import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** Links that end, and the codes that recipients enter before they see the document. */
export const signingSessions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  // Links in emails have no session.
  yield* sql`ALTER TABLE signing_tokens ADD COLUMN session json`;
  // Only a hash of the last code is stored, and no code after it was used.
  yield* sql`
    CREATE TABLE signing_challenges (
      recipient_id uuid PRIMARY KEY REFERENCES signing_recipients ON DELETE CASCADE,
      code_sha256 text,
      code_sent_at timestamptz,
      codes integer NOT NULL DEFAULT 0,
      failures integer NOT NULL DEFAULT 0,
      locked_until timestamptz
    )`;
});
