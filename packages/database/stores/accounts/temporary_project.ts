import { Effect, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { readRows } from "../sql/rows.ts";

const idRows = readRows(Schema.Struct({ id: Schema.String }));

/** The display prefix of a key, and the SHA-256 of its text. */
interface TemporaryKey {
  readonly prefix: string;
  readonly hash: Uint8Array;
}

/**
 * Runs an effect while the database contains a project with this key, and deletes the project afterwards. The
 * effect can check with the key that a server uses this database. The audit log does not record the project.
 */
export const withTemporaryProject =
  ({ prefix, hash }: TemporaryKey) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | SqlClient.SqlClient> =>
    Effect.flatMap(SqlClient.SqlClient, (sql) => {
      // One statement each: an interruption in between would leave an account.
      const add = idRows(sql`
        WITH new AS MATERIALIZED (
          SELECT gen_random_uuid() AS id
        ), account AS (
          INSERT INTO accounts (id, name, created_at)
          SELECT id, 'Temporary', now() FROM new
        ), project AS (
          INSERT INTO projects (id, account_id, slug, name, created_at, updated_at)
          SELECT id, id, 'temporary', 'Temporary', now(), now() FROM new
        )
        INSERT INTO keys (id, project_id, name, prefix, hash, created_at)
        SELECT id, id, 'Temporary', ${prefix}, ${hash}, now() FROM new
        RETURNING id
      `);
      const remove = (id: string) => sql`
        WITH key AS (
          DELETE FROM keys WHERE id = ${id}
        ), project AS (
          DELETE FROM projects WHERE id = ${id}
        )
        DELETE FROM accounts WHERE id = ${id}`;
      return Effect.acquireUseRelease(
        add,
        () => effect,
        (rows) => Effect.forEach(rows, ({ id }) => Effect.orDie(remove(id))),
      );
    });
