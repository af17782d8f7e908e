import { DateTime, Duration, Effect, Result, Schema } from "effect";
import { Mac } from "effect/crypto";
import { Base64 } from "effect/encoding";

import { EventId, ProjectId, type Timestamp } from "../values/mod.ts";
import type { EventType, PING } from "./outgoing_event.ts";
import { isWebhookSecret, secretBytes } from "./secret.ts";

/** What came as a delivery was not sent by who knows the secret, or not just now (401). */
export class InvalidDelivery extends Schema.TaggedError<InvalidDelivery>()("invalid_signature", {
  message: Schema.String,
}) {
  /** Says what is wrong. */
  static of(message: string): InvalidDelivery {
    return new InvalidDelivery({ message });
  }
}

/** An event as a delivery carries it, a ping included. What is new in it stays. */
export interface DeliveredEvent {
  readonly id: string;
  /** Newer servers tell of more than is named here. */
  readonly type: EventType | typeof PING;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly projectId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A delivery as it arrived. */
export interface ReceivedDelivery {
  /** The body, to the byte: what a parser made of it is not what was signed. */
  readonly body: string | Uint8Array;
  /** The value of a header. */
  readonly header: (name: string) => string | undefined;
  /** Any of them may have signed: while a secret is rotated there are two. */
  readonly secrets: ReadonlyArray<string>;
}

/** How far the moment of signing may lie in the past or in the future. */
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
 * Finds out whether a delivery is genuine, as Standard Webhooks has it, and what it says. How long that
 * takes tells nothing of the signature.
 *
 * @example What was signed is believed
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
 * @param tolerance How far the moment of signing may lie from now, 5 minutes when nothing is said.
 */
export const verifyDelivery = Effect.fnUntraced(function* (
  { body, header, secrets }: ReceivedDelivery,
  now: Timestamp,
  tolerance: Duration.Input = TOLERANCE,
): Effect.fn.Return<DeliveredEvent, InvalidDelivery, Mac.Mac> {
  const id = yield* required(header, "webhook-id");
  const timestamp = yield* required(header, "webhook-timestamp");
  const signatures = yield* required(header, "webhook-signature");
  if (!isClose(timestamp, now, tolerance)) {
    return yield* InvalidDelivery.of("The webhook-timestamp is too far from now");
  }
  if (secrets.length === 0 || !secrets.every(isWebhookSecret)) {
    return yield* InvalidDelivery.of("Expected secrets as webhooks have them: whsec_…");
  }
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const signed = new Uint8Array([...head, ...bytes]);
  const given = signatures.split(" ").map((signature) => new TextEncoder().encode(signature));
  const right = yield* Effect.forEach(secrets, (secret) => signatureOf(secret, signed));
  // As it is written: the same bits may be written in several ways.
  if (!right.some((one) => given.some((other) => Mac.timingSafeEqual(one, other)))) {
    return yield* InvalidDelivery.of("The webhook-signature is not that of the body");
  }
  const event = Result.try((): unknown => JSON.parse(new TextDecoder().decode(bytes)));
  return Result.isSuccess(event) && isDelivered(event.success)
    ? event.success
    : yield* InvalidDelivery.of("The body is signed, and is no event");
});

/** A type that this version does not know is an event nevertheless. */
function isDelivered(value: unknown): value is DeliveredEvent {
  return isEvent(value);
}

function required(
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

/** What a secret signs with, as it stands in the header. */
const signatureOf = Effect.fnUntraced(function* (secret: string, signed: Uint8Array) {
  const mac = yield* Mac.Mac;
  const key = yield* Mac.key(Mac.hmacSha256, yield* secretBytes(secret));
  return new TextEncoder().encode(`v1,${Base64.encode(yield* mac.sign(key, signed))}`);
}, Effect.orDie);
