import { DateTime, Effect } from "effect";
import { SecureRandom } from "effect/crypto";

import { millisOf } from "./cursor.ts";
import type { Timestamp } from "./timestamp.ts";

/**
 * Draws the id of a new row, a UUIDv7, and the moment it names.
 *
 * A row is created at the moment of its id, so that ordering by id is ordering by time.
 */
export const newRow: Effect.Effect<
  { readonly id: string; readonly createdAt: Timestamp },
  never,
  SecureRandom.SecureRandom
> = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom;
  const id = yield* random.uuidV7();
  return { id, createdAt: DateTime.makeUnsafe(millisOf(id)) };
});
