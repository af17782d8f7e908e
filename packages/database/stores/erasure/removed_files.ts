import { Effect } from "effect";
import { SqlClient } from "effect/sql";

/** Queues files for removal, after the open transaction commits. */
export const removedFiles = Effect.map(
  SqlClient.SqlClient,
  (sql) => (names: ReadonlyArray<string>) =>
    sql`
      INSERT INTO removed_files (name)
      SELECT unnest(${[...names]}::text[])
      ON CONFLICT (name) DO NOTHING
    `.pipe(Effect.orDie, Effect.asVoid),
);
