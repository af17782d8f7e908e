import { Effect } from "effect";
import { SqlClient } from "effect/sql";

import { immutable } from "./accounts.ts";

/** Signature requests, and the reports of their providers. */
export const signatures = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  // The API does not show an unsent request: its provider may or may not have it.
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
      trace_parent text,
      written_at timestamptz DEFAULT clock_timestamp(),
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
  yield* sql`
    CREATE INDEX signature_requests_by_end
    ON signature_requests (COALESCE(completed_at, expires_at))
    WHERE status NOT IN ('unsent', 'sent', 'viewed')`;
  // A report may come before its request is stored as sent.
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
  yield* sql`CREATE INDEX provider_reports_of ON provider_reports (provider, provider_id)`;
});

/** Envelopes of the built-in provider, their recipients, links and audit trails. */
export const signing = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    CREATE TABLE signing_envelopes (
      id uuid PRIMARY KEY,
      reference uuid NOT NULL UNIQUE,
      project_id uuid NOT NULL REFERENCES projects,
      render_id uuid NOT NULL REFERENCES renders,
      name text NOT NULL,
      sender text NOT NULL,
      consent text NOT NULL,
      original_sha256 text NOT NULL CHECK (original_sha256 ~ '^[0-9a-f]{64}$'),
      page_count integer NOT NULL CHECK (page_count >= 1),
      fields json NOT NULL,
      state text NOT NULL CHECK (
        state IN ('open', 'sealing', 'completed', 'declined', 'cancelled', 'expired')
      ),
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      ended_at timestamptz,
      end_reason text,
      audit_head text NOT NULL CHECK (audit_head ~ '^[0-9a-f]{64}$'),
      audit_length integer NOT NULL CHECK (audit_length >= 0),
      CHECK ((state = 'open') = (ended_at IS NULL))
    )`;
  yield* sql`CREATE INDEX signing_envelopes_of_render ON signing_envelopes (render_id)`;
  yield* sql`
    CREATE TABLE signing_recipients (
      id uuid PRIMARY KEY,
      envelope_id uuid NOT NULL REFERENCES signing_envelopes,
      position integer NOT NULL CHECK (position >= 0),
      turn integer NOT NULL CHECK (turn >= 1),
      first_name text NOT NULL,
      last_name text NOT NULL,
      email text NOT NULL,
      designation text NOT NULL CHECK (designation IN ('Signer', 'Approver', 'CC')),
      invited_at timestamptz,
      viewed_at timestamptz,
      finished_at timestamptz,
      submission json,
      declined_at timestamptz,
      decline_reason text,
      source_ip text,
      user_agent text,
      UNIQUE (envelope_id, position),
      UNIQUE (envelope_id, turn),
      CHECK ((finished_at IS NULL) = (submission IS NULL)),
      CHECK ((declined_at IS NULL) = (decline_reason IS NULL)),
      CHECK (finished_at IS NULL OR declined_at IS NULL)
    )`;
  // One for each email to a recipient. Only hashes are stored.
  yield* sql`
    CREATE TABLE signing_tokens (
      sha256 bytea PRIMARY KEY CHECK (length(sha256) = 32),
      recipient_id uuid NOT NULL REFERENCES signing_recipients
    )`;
  yield* sql`CREATE INDEX signing_tokens_of_recipient ON signing_tokens (recipient_id)`;
  yield* sql`
    CREATE TABLE signing_audit (
      envelope_id uuid NOT NULL REFERENCES signing_envelopes,
      seq integer NOT NULL CHECK (seq >= 1),
      body text NOT NULL,
      hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
      PRIMARY KEY (envelope_id, seq)
    )`;
  yield* immutable("signing_audit");
});
