import { Effect, Option } from "effect";
import type { SqlClient, Statement } from "effect/sql";

/**
 * Runs a statement whose changes may be lost if the database server crashes: its commit does not wait for the
 * disk. Within a transaction it is durable as usual.
 *
 * @param statement Includes the given condition, which is always true.
 */
export const unflushed = <A, E, R>(
  sql: SqlClient.SqlClient,
  statement: (condition: Statement.Fragment) => Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.serviceOption(sql.transactionService), (transaction) =>
    statement(
      Option.isSome(transaction)
        ? sql`TRUE`
        : sql`set_config('synchronous_commit', 'off', true) IS NOT NULL`,
    ),
  );
