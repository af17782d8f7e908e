import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** Signature requests, and what their providers have reported. */
export const signatures = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  // Unsent is a request that its provider may or may not have: nobody is shown it.
  yield* sql`
    CREATE TABLE signature_requests (
      id uuid PRIMARY KEY,
      project_id uuid NOT NULL REFERENCES projects,
      render_id uuid NOT NULL REFERENCES renders,
      name text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
      provider text NOT NULL CHECK (provider IN ('builtin', 'firma', 'documenso')),
      provider_id text,
      status text NOT NULL CHECK (
        status IN (
          'unsent', 'sent', 'viewed', 'completed', 'declined', 'expired', 'cancelled', 'failed'
        )
      ),
      recipients json NOT NULL,
      expiration_hours double precision NOT NULL CHECK (expiration_hours BETWEEN 1 AND 8760),
      expires_at timestamptz NOT NULL,
      error_message text,
      created_at timestamptz NOT NULL,
      completing_since timestamptz,
      completed_at timestamptz,
      signed_file json,
      certificate_file json,
      archive_attempts integer NOT NULL DEFAULT 0,
      due_at timestamptz,
      claim uuid,
      woken boolean NOT NULL DEFAULT false,
      failures integer NOT NULL DEFAULT 0,
      UNIQUE (provider, provider_id),
      CHECK ((status = 'unsent') = (provider_id IS NULL)),
      CHECK ((status = 'completed') = (completed_at IS NOT NULL)),
      CHECK ((status = 'completed') = (signed_file IS NOT NULL)),
      CHECK (certificate_file IS NULL OR signed_file IS NOT NULL)
    )`;
  yield* sql`CREATE INDEX signature_requests_of_project ON signature_requests (project_id, id DESC)`;
  yield* sql`
    CREATE INDEX signature_requests_of_render ON signature_requests (render_id, id DESC)`;
  yield* sql`
    CREATE INDEX due_signature_requests ON signature_requests (due_at)
    WHERE due_at IS NOT NULL`;
  // What is reported may come before we know the request it is about.
  yield* sql`
    CREATE TABLE provider_reports (
      position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      provider text NOT NULL,
      key text NOT NULL,
      provider_id text NOT NULL,
      report json,
      received json NOT NULL,
      received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      applied_at timestamptz,
      UNIQUE (provider, key)
    )`;
  yield* sql`
    CREATE INDEX waiting_provider_reports ON provider_reports (provider, provider_id, position)
    WHERE applied_at IS NULL`;
  yield* sql`ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_operation_check`;
  yield* sql`
    ALTER TABLE idempotency_keys ADD CHECK (
      operation IN (
        'projects.create', 'templates.create', 'templates.copy', 'renders.submit', 'shares.create',
        'shares.email', 'signatures.create'
      )
    )`;
});
