import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/**
 * Members of accounts, their sign-in links and sessions, and the emails to them.
 *
 * Emails to members have no project and no render. A worker of the previous release cannot read them: it leaves
 * them to the next attempt.
 */
export const members = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    CREATE TABLE members (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL REFERENCES accounts,
      email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254 AND email !~ '[A-Z]'),
      name text CHECK (length(name) BETWEEN 1 AND 200),
      role text NOT NULL CHECK (role IN ('owner', 'editor', 'viewer')),
      language text NOT NULL,
      created_at timestamptz NOT NULL,
      last_signed_in_at timestamptz,
      UNIQUE (account_id, email)
    )`;
  yield* sql`CREATE INDEX members_by_email ON members (email)`;

  for (const table of ["console_links", "console_sessions"]) {
    yield* sql`
      ALTER TABLE ${sql(table)}
      ALTER COLUMN key_id DROP NOT NULL,
      ADD COLUMN member_id uuid REFERENCES members ON DELETE CASCADE,
      ADD CHECK (num_nonnulls(key_id, member_id) = 1)`;
    yield* sql`
      CREATE INDEX ${sql(`${table}_of_member`)} ON ${sql(table)} (member_id)
      WHERE member_id IS NOT NULL`;
  }

  yield* sql`
    ALTER TABLE mails
    ALTER COLUMN project_id DROP NOT NULL,
    ALTER COLUMN render_id DROP NOT NULL,
    ALTER COLUMN pixel_url DROP NOT NULL,
    ADD COLUMN member_id uuid,
    ADD CONSTRAINT mails_member_id_fkey
      FOREIGN KEY (member_id) REFERENCES members ON DELETE CASCADE NOT VALID,
    ADD CONSTRAINT mails_owner_check
      CHECK (num_nonnulls(member_id, project_id) = 1 AND num_nulls(project_id, render_id) <> 1) NOT VALID`;
});
