import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** Every operation may have idempotency keys: which ones there are is for the code to say. */
export const moreIdempotentOperations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_operation_check`;
  // Existing rows meet it, so they are not read under the lock.
  yield* sql`
    ALTER TABLE idempotency_keys
    ADD CONSTRAINT idempotency_keys_operation_check
    CHECK (operation ~ '^[a-z_]{1,40}[.][a-z_]{1,40}$') NOT VALID`;
});
