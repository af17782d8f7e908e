import { UnreadableData } from "@paraph/core/values";
import { Effect, Schema } from "effect";
import type { SqlError } from "effect/sql";

/** A moment as the driver reads it. */
export const RowTime = Schema.DateTimeUtcFromDate;

/**
 * A JSON column. It was checked before it was kept, so it is not checked again: a rule that gets
 * stricter must not make what was accepted before unreadable.
 */
export function Kept<A>(): Schema.Codec<A, unknown> {
  // The one place where the type of a stored value is taken on trust.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Schema.Unknown as unknown as Schema.Codec<A, unknown>;
}

/**
 * Reads the rows of a statement. A statement that fails or a row that does not fit is a fault of
 * ours, not of the caller's: both are defects.
 */
export function readRows<A, I>(schema: Schema.Codec<A, I>) {
  const decodeRows = Schema.decodeUnknownEffect(Schema.Array(schema));
  const decode = (rows: ReadonlyArray<unknown>) =>
    Effect.mapError(
      decodeRows(rows),
      (cause) => new UnreadableData({ message: "A stored row cannot be read", cause }),
    );
  return (
    statement: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>,
  ): Effect.Effect<ReadonlyArray<A>> => statement.pipe(Effect.flatMap(decode), Effect.orDie);
}
