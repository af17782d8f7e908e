import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** Drafts of signature requests. */
export const signatureDrafts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  // A draft is open again when its request could not be sent and is discarded.
  yield* sql`
    CREATE TABLE signature_drafts (
      id uuid PRIMARY KEY,
      project_id uuid NOT NULL REFERENCES projects,
      render_id uuid NOT NULL REFERENCES renders ON DELETE CASCADE,
      request json NOT NULL,
      revision integer NOT NULL CHECK (revision >= 1),
      signature_id uuid UNIQUE REFERENCES signature_requests ON DELETE SET NULL,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL
    )`;
  yield* sql`CREATE INDEX signature_drafts_of_project ON signature_drafts (project_id, id DESC)`;
  yield* sql`CREATE INDEX signature_drafts_of_render ON signature_drafts (render_id, id DESC)`;
});
