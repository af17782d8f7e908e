import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** Accounts and the projects they own; a slug stays its project's for ever. */
export const accountsAndProjects = Effect.gen(function* () {
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
});
