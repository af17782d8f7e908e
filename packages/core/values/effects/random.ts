import { DateTime, Effect } from "effect";
import { SecureRandom } from "effect/crypto";
import { Base64Url } from "effect/encoding";

import { millisOf } from "../page.ts";
import type { Timestamp } from "../timestamp.ts";

/**
 * The id of a new row, a UUIDv7, and the time in it.
 *
 * A row is created at the time in its id, so that the order by id is the order by time.
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

/** A secret that cannot be guessed: 256 random bits as 43 base64url characters. */
export const newSecret: Effect.Effect<string, never, SecureRandom.SecureRandom> = Effect.gen(
  function* () {
    const random = yield* SecureRandom.SecureRandom;
    return Base64Url.encode(yield* random.randomBytes(32));
  },
);

/** Provides an effect with the current random source, for services whose methods have no requirements. */
export function withRandom<A, E>(
  effect: Effect.Effect<A, E, SecureRandom.SecureRandom>,
): Effect.Effect<Effect.Effect<A, E>, never, SecureRandom.SecureRandom> {
  return Effect.map(SecureRandom.SecureRandom, (random) =>
    Effect.provideService(effect, SecureRandom.SecureRandom, random),
  );
}
