import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** Requests that ended without a signed document have a certificate too. */
export const endingCertificates = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    ALTER TABLE signature_requests
      DROP CONSTRAINT signature_requests_check3,
      ADD CONSTRAINT signature_requests_certificate_check CHECK (
        certificate_file IS NULL
        OR status IN ('completed', 'declined', 'cancelled', 'expired')
      )`;
});
