import { Transaction } from "@paraph/core/values";
import { Cause, Effect, Layer, Option } from "effect";
import { SqlClient, SqlError } from "effect/sql";

/** A deadlock that persists after so many retries is a defect. */
const TIMES = 5;

/** Transactions of the database; one that cannot begin or commit is a defect. */
export const transactionSql: Layer.Layer<Transaction, never, SqlClient.SqlClient> = Layer.effect(
  Transaction,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const once = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.catchIf(sql.withTransaction(effect), SqlError.isSqlError, Effect.die);
    return Transaction.of({
      run: (effect) =>
        Effect.flatMap(Effect.serviceOption(sql.transactionService), (outer) =>
          // Within another one, all of that goes again.
          Option.isSome(outer)
            ? once(effect)
            : once(effect).pipe(
                Effect.sandbox,
                Effect.retry({ while: isDeadlock, times: TIMES }),
                Effect.catch(Effect.failCause),
              ),
        ),
    });
  }),
);

/** Of transactions that wait for each other PostgreSQL ends one, of which nothing has happened then. */
function isDeadlock(cause: Cause.Cause<unknown>): boolean {
  return cause.reasons.some((reason) => {
    const error = Cause.isDieReason(reason) ? reason.defect : undefined;
    return SqlError.isSqlError(error) && error.reason._tag === "DeadlockError";
  });
}
