import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** Signature requests that are created together: their rows, and the jobs of rows whose renders have ended. */
export const signatureBulks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    CREATE TABLE signature_bulks (
      id uuid PRIMARY KEY,
      project_id uuid NOT NULL REFERENCES projects,
      batch_id uuid NOT NULL UNIQUE REFERENCES render_batches ON DELETE CASCADE,
      total integer NOT NULL CHECK (total >= 1),
      options json NOT NULL,
      sent integer,
      failed integer,
      created_at timestamptz NOT NULL,
      completed_at timestamptz,
      CHECK (num_nulls(sent, failed, completed_at) IN (0, 3)),
      CHECK (sent + failed = total)
    )`;
  yield* sql`CREATE INDEX signature_bulks_of_project ON signature_bulks (project_id, id DESC)`;
  yield* sql`
    CREATE INDEX signature_bulks_processing ON signature_bulks (id)
    WHERE completed_at IS NULL`;
  // The recipients are deleted when the row has ended: then the signature request has them.
  yield* sql`
    CREATE TABLE signature_bulk_rows (
      render_id uuid PRIMARY KEY REFERENCES renders ON DELETE CASCADE,
      bulk_id uuid NOT NULL REFERENCES signature_bulks ON DELETE CASCADE,
      position integer NOT NULL CHECK (position >= 0),
      status text NOT NULL CHECK (status IN ('pending', 'sent', 'failed')),
      request json,
      signature_id uuid,
      error json,
      UNIQUE (bulk_id, position),
      CHECK ((status = 'pending') = (request IS NOT NULL)),
      CHECK ((status = 'sent') = (signature_id IS NOT NULL)),
      CHECK ((status = 'failed') = (error IS NOT NULL))
    )`;
  yield* sql`
    CREATE INDEX signature_bulk_rows_pending ON signature_bulk_rows (render_id)
    WHERE status = 'pending'`;
  yield* sql`
    CREATE TABLE signature_bulk_jobs (
      id uuid PRIMARY KEY,
      project_id uuid NOT NULL,
      due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      claim uuid,
      claimed_at timestamptz,
      claimed_until timestamptz,
      attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
      abandoned_claims integer NOT NULL DEFAULT 0 CHECK (abandoned_claims >= 0),
      updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      CHECK (num_nulls(claim, claimed_at, claimed_until) IN (0, 3))
    ) WITH (fillfactor = 70)`;
  yield* sql`
    CREATE INDEX signature_bulk_jobs_due ON signature_bulk_jobs (project_id, due_at, id)`;
});
