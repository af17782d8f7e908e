import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** Accounts with their projects and keys, integrators, idempotency keys and the audit log. */
export const accounts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    CREATE TABLE accounts (
      id uuid PRIMARY KEY,
      name text NOT NULL,
      created_at timestamptz NOT NULL
    )`;
  yield* sql`
    CREATE TABLE projects (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL REFERENCES accounts,
      slug text NOT NULL CHECK (length(slug) BETWEEN 1 AND 60),
      name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      deleted_at timestamptz,
      UNIQUE (account_id, slug)
    )`;
  yield* sql`
    CREATE TABLE keys (
      id uuid PRIMARY KEY,
      account_id uuid REFERENCES accounts,
      project_id uuid REFERENCES projects,
      name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
      prefix text NOT NULL,
      hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
      created_at timestamptz NOT NULL,
      last_used_at timestamptz,
      revoked_at timestamptz,
      CHECK (num_nonnulls(account_id, project_id) = 1)
    )`;
  yield* sql`CREATE INDEX keys_of_account ON keys (account_id, id DESC)`;
  yield* sql`CREATE INDEX keys_of_project ON keys (project_id, id DESC)`;
  yield* sql`
    CREATE TABLE partners (
      external_org_id text PRIMARY KEY CHECK (length(external_org_id) BETWEEN 1 AND 160),
      account_id uuid NOT NULL UNIQUE REFERENCES accounts,
      project_id uuid NOT NULL UNIQUE REFERENCES projects,
      key_id uuid NOT NULL REFERENCES keys,
      embed_enabled boolean NOT NULL,
      allowed_origins text[] NOT NULL CHECK (cardinality(allowed_origins) <= 50),
      email_from text,
      suspended boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL
    )`;
  // The resource is unknown only while the transaction that claimed the key runs.
  yield* sql`
    CREATE TABLE idempotency_keys (
      operation text NOT NULL,
      within_id uuid NOT NULL,
      key text NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
      resource_id uuid,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (operation, within_id, key)
    )`;
  // The code decides which operations have keys.
  yield* sql`
    ALTER TABLE idempotency_keys
    ADD CONSTRAINT idempotency_keys_operation_check
    CHECK (operation ~ '^[a-z_]{1,40}[.][a-z_]{1,40}$') NOT VALID`;
  yield* sql`CREATE INDEX idempotency_keys_of ON idempotency_keys (resource_id)`;
});

/** The audit log. Its rows never change; deleting them is reserved to erasure. */
export const auditLog = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    CREATE TABLE audit_log (
      id uuid PRIMARY KEY,
      at timestamptz NOT NULL DEFAULT clock_timestamp(),
      account_id uuid,
      project_id uuid,
      actor_kind text NOT NULL,
      actor_id text,
      action text NOT NULL,
      target_kind text NOT NULL,
      target_id text,
      request_id text,
      source_ip text,
      details json NOT NULL
    )`;
  yield* sql`CREATE INDEX audit_log_of_account ON audit_log (account_id, id DESC)`;
  yield* sql`CREATE INDEX audit_log_of_project ON audit_log (project_id, id DESC)`;
  yield* sql`CREATE INDEX audit_log_by_time ON audit_log (at)`;
  yield* immutable("audit_log");
});

/** The trigger functions of tables whose rows never change. */
export const immutability = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'rows of % never change', TG_TABLE_NAME;
    END $$`;
  // An erasing transaction sets the name of the table first.
  yield* sql`
    CREATE FUNCTION refuse_unless_erasing() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF current_setting('paraph.erasing', true) IS DISTINCT FROM TG_TABLE_NAME THEN
        RAISE EXCEPTION 'rows of % never change', TG_TABLE_NAME;
      END IF;
      RETURN OLD;
    END $$`;
});

/** Rejects changes to the rows of a table, except deletion by erasure. */
export const immutable = Effect.fnUntraced(function* (table: string) {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    CREATE TRIGGER ${sql(`${table}_immutable`)} BEFORE UPDATE ON ${sql(table)}
    FOR EACH ROW EXECUTE FUNCTION refuse_change()`;
  yield* sql`
    CREATE TRIGGER ${sql(`${table}_erasable`)} BEFORE DELETE ON ${sql(table)}
    FOR EACH ROW EXECUTE FUNCTION refuse_unless_erasing()`;
  yield* sql`
    CREATE TRIGGER ${sql(`${table}_kept`)} BEFORE TRUNCATE ON ${sql(table)}
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`;
});
