import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** Envelopes of the built-in provider, their recipients and links, and what happened to them. */
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
      handed_in json,
      declined_at timestamptz,
      decline_reason text,
      source_ip text,
      user_agent text,
      UNIQUE (envelope_id, position),
      UNIQUE (envelope_id, turn),
      CHECK ((finished_at IS NULL) = (handed_in IS NULL)),
      CHECK ((declined_at IS NULL) = (decline_reason IS NULL)),
      CHECK (finished_at IS NULL OR declined_at IS NULL)
    )`;
  // A recipient has one for each mail: only their hashes are kept, so that none can be sent again.
  yield* sql`
    CREATE TABLE signing_tokens (
      sha256 bytea PRIMARY KEY CHECK (length(sha256) = 32),
      recipient_id uuid NOT NULL REFERENCES signing_recipients
    )`;
  yield* sql`
    CREATE TABLE signing_audit (
      envelope_id uuid NOT NULL REFERENCES signing_envelopes,
      seq integer NOT NULL CHECK (seq >= 1),
      body text NOT NULL,
      hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
      PRIMARY KEY (envelope_id, seq)
    )`;
  yield* sql`
    CREATE TRIGGER signing_audit_immutable BEFORE UPDATE OR DELETE ON signing_audit
    FOR EACH ROW EXECUTE FUNCTION refuse_change()`;
  yield* sql`
    CREATE TRIGGER signing_audit_kept BEFORE TRUNCATE ON signing_audit
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`;
});
