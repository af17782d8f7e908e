import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/**
 * Whether the renders of projects have public downloads. `copies_behind` is the last render whose public copy
 * was withdrawn; null if there is nothing to withdraw.
 */
export const publicDownloads = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    ALTER TABLE projects
    ADD COLUMN public_downloads boolean NOT NULL DEFAULT true,
    ADD COLUMN copies_behind uuid`;
  yield* sql`
    CREATE INDEX projects_with_copies ON projects (id)
    WHERE copies_behind IS NOT NULL`;
});
