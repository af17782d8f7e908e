import { Effect, Layer } from "effect";
import { SqlClient, SqlError } from "effect/sql";

import { Transaction } from "../../values/mod.ts";

/** Transactions of the database; one that cannot begin or commit is a defect. */
export const transactionSql: Layer.Layer<Transaction, never, SqlClient.SqlClient> = Layer.effect(
  Transaction,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Transaction.of({
      run: (effect) => Effect.catchIf(sql.withTransaction(effect), SqlError.isSqlError, Effect.die),
    }),
  ),
);
