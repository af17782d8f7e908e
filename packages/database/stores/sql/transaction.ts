import { Transaction } from "@paraph/core/values";
import { Cause, Effect, Layer, Option } from "effect";
import { SqlClient, SqlError } from "effect/sql";

/** A deadlock that persists after this many retries is a defect. */
const TIMES = 5;

/** Transactions of the database. Failing to begin or commit one is a defect. */
export const transactionSql: Layer.Layer<Transaction, never, SqlClient.SqlClient> = Layer.effect(
  Transaction,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const once = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.catchIf(sql.withTransaction(effect), SqlError.isSqlError, Effect.die);
    return Transaction.of({
      run: (effect) =>
        Effect.flatMap(Effect.serviceOption(sql.transactionService), (outer) =>
          // Inside another transaction, the outer one has to be retried.
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

/** PostgreSQL ends one of the deadlocked transactions, without any effect. */
function isDeadlock(cause: Cause.Cause<unknown>): boolean {
  return cause.reasons.some((reason) => {
    const error = Cause.isDieReason(reason) ? reason.defect : undefined;
    return SqlError.isSqlError(error) && error.reason._tag === "DeadlockError";
  });
}
