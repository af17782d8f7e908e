import { DateTime, Duration, Effect, Result, Schema } from "effect";
import { Mac } from "effect/crypto";
import { Base64 } from "effect/encoding";

import { EventId, ProjectId, type Timestamp } from "../values/mod.ts";
import type { EventType, PING } from "./outgoing_event.ts";
import { isWebhookSecret, secretBytes } from "./secret.ts";

/** A delivery was not signed with the secret, or not within the tolerance (401). */
export class InvalidDelivery extends Schema.TaggedError<InvalidDelivery>()("invalid_signature", {
  message: Schema.String,
}) {
  static of(message: string): InvalidDelivery {
    return new InvalidDelivery({ message });
  }
}

/** An event in a delivery, including pings. Unknown members are preserved. */
export interface DeliveredEvent {
  readonly id: string;
  /** Newer servers may send other types. */
  readonly type: EventType | typeof PING;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly projectId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A received delivery. */
export interface ReceivedDelivery {
  /** The exact body: the signature does not match a body that was parsed and serialised again. */
  readonly body: string | Uint8Array;
  readonly header: (name: string) => string | undefined;
  /** One of them must have signed. During a rotation there are two. */
  readonly secrets: ReadonlyArray<string>;
}

/** The maximum difference between the time of signing and now. */
export const TOLERANCE = Duration.minutes(5);

const isEvent = Schema.is(
  Schema.Struct({
    id: EventId,
    type: Schema.String,
    timestamp: Schema.String,
    projectId: ProjectId,
    data: Schema.Record(Schema.String, Schema.Unknown),
  }),
);

/**
 * Verifies the signature of a delivery (Standard Webhooks) in constant time, and returns its event.
 *
 * @example A signed delivery
 * ```ts
 * import { signedHeaders, verifyDelivery } from "@paraph/core/webhooks";
 * import { DateTime, Effect, Layer } from "effect";
 * import { Mac, SecureRandom } from "effect/crypto";
 * import assert from "node:assert/strict";
 *
 * const now = DateTime.makeUnsafe("2026-01-01T00:00:00Z");
 * const secret = `whsec_${"A".repeat(43)}=`;
 * const [id, projectId] = ["0198c0de-7f00-7abc-8def-0123456789ab", "0198c0de-7f00-7abc-8def-0123456789ac"];
 * const body = JSON.stringify({ id, type: "render.queued", timestamp: "2026-01-01T00:00:00.000Z", projectId, data: {} });
 *
 * const verified = Effect.gen(function* () {
 *   const headers = new Map(Object.entries(yield* signedHeaders({ id, text: body, secrets: [secret] }, now)));
 *   return yield* verifyDelivery({ body, header: (name) => headers.get(name), secrets: [secret] }, now);
 * });
 * const mac = Mac.layerWebCrypto.pipe(Layer.provide(SecureRandom.layerWebCrypto));
 * assert.equal((await Effect.runPromise(Effect.provide(verified, mac))).type, "render.queued");
 * ```
 *
 * @param tolerance The maximum difference between the time of signing and now, by default 5 minutes.
 */
export const verifyDelivery = Effect.fnUntraced(function* (
  { body, header, secrets }: ReceivedDelivery,
  now: Timestamp,
  tolerance: Duration.Input = TOLERANCE,
): Effect.fn.Return<DeliveredEvent, InvalidDelivery, Mac.Mac> {
  const id = yield* requireHeader(header, "webhook-id");
  const timestamp = yield* requireHeader(header, "webhook-timestamp");
  const signatures = yield* requireHeader(header, "webhook-signature");
  if (!isClose(timestamp, now, tolerance)) {
    return yield* InvalidDelivery.of("The webhook-timestamp is too far from now");
  }
  if (secrets.length === 0 || !secrets.every(isWebhookSecret)) {
    return yield* InvalidDelivery.of("Expected webhook secrets, which start with whsec_");
  }
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const signedContent = new Uint8Array([...head, ...bytes]);
  const receivedSignatures = signatures
    .split(" ")
    .map((signature) => new TextEncoder().encode(signature));
  const expectedSignatures = yield* Effect.forEach(secrets, (secret) =>
    signatureOf(secret, signedContent),
  );
  // Compares the base64 texts: several texts can encode the same bits.
  if (
    !expectedSignatures.some((one) =>
      receivedSignatures.some((other) => Mac.timingSafeEqual(one, other)),
    )
  ) {
    return yield* InvalidDelivery.of("The webhook-signature does not match the body");
  }
  const event = Result.try((): unknown => JSON.parse(new TextDecoder().decode(bytes)));
  return Result.isSuccess(event) && isDeliveredEvent(event.success)
    ? event.success
    : yield* InvalidDelivery.of("The signature is valid, but the body is not an event");
});

/** Events of unknown types are valid. */
function isDeliveredEvent(value: unknown): value is DeliveredEvent {
  return isEvent(value);
}

function requireHeader(
  header: ReceivedDelivery["header"],
  name: string,
): Effect.Effect<string, InvalidDelivery> {
  return Effect.fromNullishOr(header(name)).pipe(
    Effect.mapError(() => InvalidDelivery.of(`The ${name} header is missing`)),
  );
}

function isClose(timestamp: string, now: Timestamp, tolerance: Duration.Input): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  const distance = Math.abs(DateTime.toEpochMillis(now) - Number(timestamp) * 1000);
  return distance <= Duration.toMillis(Duration.fromInputUnsafe(tolerance));
}

/** The signature of one secret, in the format of the header. */
const signatureOf = Effect.fnUntraced(function* (secret: string, signedContent: Uint8Array) {
  const mac = yield* Mac.Mac;
  const key = yield* Mac.key(Mac.hmacSha256, yield* secretBytes(secret));
  return new TextEncoder().encode(`v1,${Base64.encode(yield* mac.sign(key, signedContent))}`);
}, Effect.orDie);
