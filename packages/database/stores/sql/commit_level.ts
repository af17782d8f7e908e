import { Context, Effect, Option } from "effect";
import type { SqlClient, Statement } from "effect/sql";

/**
 * Whether nodes read from a replica. It receives only flushed changes, and must show each one that the
 * primary shows.
 */
export const HasReplica = Context.Reference<boolean>("@paraph/database/HasReplica", {
  defaultValue: () => false,
});

/**
 * Runs a statement whose changes may be lost: its commit does not wait for the disk (`off`), or for the disk
 * of the primary only (`local`). Within a transaction it is durable as usual.
 *
 * @param statement Includes the given condition, which is always true.
 */
export const withCommitLevel = <A, E, R>(
  sql: SqlClient.SqlClient,
  level: "off" | "local",
  statement: (condition: Statement.Fragment) => Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.serviceOption(sql.transactionService), (transaction) =>
    statement(
      Option.isSome(transaction)
        ? sql`TRUE`
        : sql`set_config('synchronous_commit', ${level}, true) IS NOT NULL`,
    ),
  );
