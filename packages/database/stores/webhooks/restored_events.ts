import { Effect } from "effect";
import { SqlClient, type SqlError } from "effect/sql";

/**
 * Makes room in the feed after a dump was restored on another server, which counts its transactions
 * from the beginning again: events that claim to be of transactions to come would hide, and stand
 * behind all that is new. They are put first, in the order they had.
 */
export const settleRestoredEvents: Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient> =
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient;
    yield* sql`
      WITH restored AS (
        SELECT id, row_number() OVER (ORDER BY written_by, position) AS place
        FROM events
        WHERE EXISTS (
          SELECT 1
          FROM events
          WHERE written_by >= pg_snapshot_xmax(pg_current_snapshot())
        )
      )
      UPDATE events
      SET written_by = '1', position = place
      FROM restored
      WHERE events.id = restored.id`;
  });
