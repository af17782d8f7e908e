import { DateTime, Effect } from "effect";
import { Mac } from "effect/crypto";
import { Base64 } from "effect/encoding";

import type { Timestamp } from "../values/mod.ts";
import { secretBytes } from "./secret.ts";

/** A message to sign. */
export interface Message {
  readonly id: string;
  /** The exact body. */
  readonly text: string;
  /** All of them sign; the receiver has at least one. */
  readonly secrets: ReadonlyArray<string>;
}

/**
 * The headers of a delivery (Standard Webhooks).
 *
 * The signed text is `{webhook-id}.{webhook-timestamp}.{body}` in UTF-8, with HMAC-SHA256 and the decoded
 * bytes of the secret. `webhook-signature` has `v1,` and base64 for every secret, separated by spaces.
 *
 * @example A test vector
 * ```ts
 * import { signedHeaders } from "@paraph/core/webhooks";
 * import { DateTime, Effect, Layer } from "effect";
 * import { Mac, SecureRandom } from "effect/crypto";
 * import assert from "node:assert/strict";
 *
 * const mac = Mac.layerWebCrypto.pipe(Layer.provide(SecureRandom.layerWebCrypto));
 * const headers = await Effect.runPromise(
 *   signedHeaders(
 *     {
 *       id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
 *       text: '{"test": 2432232314}',
 *       secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
 *     },
 *     DateTime.makeUnsafe(1_614_265_330_000),
 *   ).pipe(Effect.provide(mac)),
 * );
 * assert.equal(headers["webhook-signature"], "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
 * ```
 */
export const signedHeaders = Effect.fnUntraced(function* (
  { id, text, secrets }: Message,
  now: Timestamp,
) {
  const mac = yield* Mac.Mac;
  const timestamp = String(Math.floor(DateTime.toEpochMillis(now) / 1000));
  const signedContent = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const signatures = yield* Effect.forEach(secrets, (secret) =>
    secretBytes(secret).pipe(
      Effect.flatMap((bytes) => Mac.key(Mac.hmacSha256, bytes)),
      Effect.flatMap((key) => mac.sign(key, signedContent)),
      Effect.map((tag) => `v1,${Base64.encode(tag)}`),
      Effect.orDie,
    ),
  );
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
});
