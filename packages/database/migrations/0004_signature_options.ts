import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** The options of signature requests, and the deliveries and corrections of their recipients. */
export const signatureOptions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`ALTER TABLE signature_requests ADD COLUMN options json`;
  yield* sql`ALTER TABLE signing_envelopes ADD COLUMN options json`;
  // Without a step, recipients sign in their turn. The authentication has only the hash of a code.
  yield* sql`
    ALTER TABLE signing_recipients
    ADD COLUMN step integer CHECK (step >= 1),
    ADD COLUMN language text,
    ADD COLUMN authentication json,
    ADD COLUMN corrections integer NOT NULL DEFAULT 0 CHECK (corrections >= 0),
    ADD COLUMN emails integer NOT NULL DEFAULT 0 CHECK (emails >= 0),
    ADD COLUMN delivery_cause text,
    ADD COLUMN reminded_at timestamptz,
    ADD COLUMN reminders integer NOT NULL DEFAULT 0 CHECK (reminders >= 0)`;
});
