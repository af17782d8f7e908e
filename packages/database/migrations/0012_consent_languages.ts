import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/**
 * The language of an envelope's consent and certificate, and the consent texts of recipients with another
 * language: null without any.
 */
export const consentLanguages = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    ALTER TABLE signing_envelopes
    ADD COLUMN language text NOT NULL DEFAULT 'en',
    ADD COLUMN consents json`;
});
