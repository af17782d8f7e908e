import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/**
 * The branding and language of projects. The bytes of a logo are in a column of their own, which only requests for
 * the logo read; `branding` has its id and type.
 */
export const branding = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    ALTER TABLE projects
    ADD COLUMN branding jsonb NOT NULL DEFAULT '{}',
    ADD COLUMN logo bytea,
    ADD COLUMN language text NOT NULL DEFAULT 'en'`;
  yield* sql`
    CREATE INDEX projects_by_logo ON projects ((branding -> 'logo' ->> 'id'))
    WHERE logo IS NOT NULL`;
});
