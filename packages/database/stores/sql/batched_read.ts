import { batched } from "@paraph/core/values";
import { Effect, Option } from "effect";
import { SqlClient } from "effect/sql";

/** Each connection of the pool can run another batch. */
const READS = { concurrency: 4, atMost: 64 };

/**
 * Reads for many concurrent callers with one statement, which begins after each of them has called. A caller
 * within a transaction reads alone.
 *
 * @param read Returns a result for each item, in their order.
 */
export const batchedRead = Effect.fnUntraced(function* <A, B>(
  read: (items: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<B>>,
) {
  const sql = yield* SqlClient.SqlClient;
  const readTogether = yield* batched(read, READS);
  return (item: A): Effect.Effect<B> =>
    Effect.flatMap(Effect.serviceOption(sql.transactionService), (transaction) =>
      Option.isNone(transaction)
        ? readTogether(item)
        : Effect.map(read([item]), (results) => results[0]!),
    );
});

/** The rows of a batch by the index of their items, each without its index; none for items without a row. */
export function inOrder<Row extends { readonly index: number }>(
  count: number,
  rows: ReadonlyArray<Row>,
): ReadonlyArray<Option.Option<Omit<Row, "index">>> {
  const results = Array.from({ length: count }, Option.none<Omit<Row, "index">>);
  for (const { index, ...row } of rows) results[index] = Option.some(row);
  return results;
}
