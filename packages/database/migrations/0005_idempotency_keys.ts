import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** What a repeated request is recognised by and answered with: its key, or the version it copied. */
export const idempotencyKeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  // The resource is unknown while the transaction that claimed the key runs, and never after.
  yield* sql`
    CREATE TABLE idempotency_keys (
      operation text NOT NULL CHECK (
        operation IN ('projects.create', 'templates.create', 'templates.copy', 'renders.submit')
      ),
      within_id uuid NOT NULL,
      key text NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
      resource_id uuid,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (operation, within_id, key)
    )`;
  yield* sql`
    INSERT INTO idempotency_keys (operation, within_id, key, resource_id, created_at)
    SELECT 'renders.submit', template_id, idempotency_key, id, created_at
    FROM renders
    WHERE idempotency_key IS NOT NULL`;
  yield* sql`ALTER TABLE renders DROP COLUMN idempotency_key`;
  yield* sql`
    ALTER TABLE template_versions
    ADD COLUMN copied_from uuid REFERENCES template_versions`;
});
