import { UnreadableData } from "@paraph/core/values";
import { Effect, Schema } from "effect";
import type { SqlError } from "effect/sql";

import { RowTime, rowReader } from "./row_reader.ts";

export { RowTime };

/**
 * A JSON column that is read without checks. It was checked when it was stored, and a stricter rule must
 * not make stored data unreadable.
 */
export function UncheckedJson<A>(): Schema.Codec<A, unknown> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Schema.Unknown as unknown as Schema.Codec<A, unknown>;
}

/**
 * Reads the rows of a statement. A failed statement is a defect, and so is a row that does not match the
 * schema.
 */
export function readRows<A, I>(schema: Schema.Codec<A, I>) {
  const decodeRows = Schema.decodeUnknownEffect(Schema.Array(schema));
  const readFast = rowReader(schema);
  const decode = (
    rows: ReadonlyArray<unknown>,
  ): Effect.Effect<ReadonlyArray<A>, UnreadableData> => {
    const fastResult = readFast?.(rows);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The reader follows the schema.
    if (fastResult !== undefined) return Effect.succeed(fastResult as ReadonlyArray<A>);
    return Effect.mapError(
      decodeRows(rows),
      (cause) => new UnreadableData({ message: "A stored row cannot be read", cause }),
    );
  };
  return (
    statement: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>,
  ): Effect.Effect<ReadonlyArray<A>> => statement.pipe(Effect.flatMap(decode), Effect.orDie);
}
