import { Effect } from "effect";
import { Digest, Kdf, SecureRandom } from "effect/crypto";
import { Base64Url } from "effect/encoding";

/** The recommendation of OWASP for PBKDF2 with SHA-512. */
const ITERATIONS = 210_000;
const SCHEME = "pbkdf2-sha512";
const HASH_BYTES = 32;

/**
 * Hashes an access code for storage, slowly and with a salt, because access codes are short.
 *
 * @example A hash verifies its code
 * ```ts
 * import { hashAccessCode, isAccessCode } from "@paraph/core/signatures";
 * import { Effect, Layer } from "effect";
 * import { Kdf, SecureRandom } from "effect/crypto";
 * import assert from "node:assert/strict";
 *
 * const check = Effect.gen(function* () {
 *   const hash = yield* hashAccessCode("4711-42");
 *   return [yield* isAccessCode("4711-42", hash), yield* isAccessCode("4711-43", hash)];
 * });
 * const crypto = Layer.merge(Kdf.layerWebCrypto, SecureRandom.layerWebCrypto);
 * assert.deepEqual(await Effect.runPromise(check.pipe(Effect.provide(crypto))), [true, false]);
 * ```
 */
export const hashAccessCode = Effect.fnUntraced(function* (code: string) {
  const { randomBytes } = yield* SecureRandom.SecureRandom;
  const salt = yield* randomBytes(16);
  const hash = yield* derive(code, salt, ITERATIONS);
  return [SCHEME, ITERATIONS, Base64Url.encode(salt), Base64Url.encode(hash)].join("$");
});

/** Whether a code is the one of a hash from {@linkcode hashAccessCode}. */
export const isAccessCode = Effect.fnUntraced(function* (code: string, stored: string) {
  const [, iterations, salt = "", hash = ""] = stored.split("$");
  const saltBytes = yield* Effect.fromResult(Base64Url.decode(salt)).pipe(Effect.orDie);
  const expected = yield* Effect.fromResult(Base64Url.decode(hash)).pipe(Effect.orDie);
  const actual = yield* derive(code, saltBytes, Number(iterations));
  return isEqual(actual, expected);
});

/** Keyboards may enter the same characters in different forms. */
function derive(code: string, salt: Uint8Array, iterations: number) {
  const secret = new TextEncoder().encode(code.normalize("NFKC"));
  const algorithm = Kdf.pbkdf2({ hash: Digest.sha512, iterations });
  return Effect.flatMap(Kdf.Kdf, (kdf) =>
    kdf.derive(algorithm, secret, { salt, length: HASH_BYTES }),
  ).pipe(Effect.orDie);
}

/** Compares all bytes, so that the duration does not depend on the content. */
function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return (
    one.length === other.length &&
    one.reduce((difference, byte, index) => difference | (byte ^ other[index]!), 0) === 0
  );
}
