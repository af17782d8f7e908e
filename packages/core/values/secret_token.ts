import { Effect } from "effect";
import { SecureRandom } from "effect/crypto";
import { Base64Url } from "effect/encoding";

/** Draws a secret nobody can guess: 256 random bits as 43 base64url characters. */
export const drawSecret: Effect.Effect<string, never, SecureRandom.SecureRandom> = Effect.gen(
  function* () {
    const random = yield* SecureRandom.SecureRandom;
    return Base64Url.encode(yield* random.randomBytes(32));
  },
);
