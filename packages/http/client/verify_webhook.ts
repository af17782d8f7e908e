import { type DeliveredEvent, verifyDelivery } from "@paraph/core/webhooks";
import { DateTime, type Duration, Effect, Layer } from "effect";
import { Mac, SecureRandom } from "effect/crypto";

/** Headers of `fetch`, or of Node, Express and Fastify. */
export type ReceivedHeaders =
  | { readonly get: (name: string) => string | null }
  | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>;

/** A received request that may be a delivery. */
export interface ReceivedWebhook {
  /** The raw body, not the parsed JSON. */
  readonly body: string | Uint8Array;
  readonly headers: ReceivedHeaders;
  /** The secret of the webhook, `whsec_…`, or several during a rotation. */
  readonly secret: string | ReadonlyArray<string>;
  /** Maximum difference between the timestamp and now; 5 minutes by default. */
  readonly tolerance?: Duration.Input | undefined;
}

const mac = Mac.layerWebCrypto.pipe(Layer.provide(SecureRandom.layerWebCrypto));

/**
 * Returns the event of an authentic delivery, and rejects with `invalid_signature` otherwise.
 * Deliveries may arrive twice, with the same event `id`.
 *
 * The body must be the raw one. Express provides it with `express.raw({ type: "application/json"
 * })`, Fastify with a content type parser that has `{ parseAs: "buffer" }`, `fetch` handlers with
 * `await request.text()`.
 *
 * @example A request without a signature
 * ```ts
 * import { verifyWebhook } from "@paraph/http/client";
 * import assert from "node:assert/strict";
 *
 * const request = new Request("https://partner.example/hook", { method: "POST", body: "{}" });
 * const received = { body: await request.text(), headers: request.headers, secret: "whsec_…" };
 * await assert.rejects(verifyWebhook(received), { _tag: "invalid_signature" });
 * ```
 */
export function verifyWebhook({
  body,
  headers,
  secret,
  tolerance,
}: ReceivedWebhook): Promise<DeliveredEvent> {
  const secrets = typeof secret === "string" ? [secret] : secret;
  const header = (name: string) => headerOf(headers, name);
  return DateTime.now.pipe(
    Effect.flatMap((now) => verifyDelivery({ body, header, secrets }, now, tolerance)),
    // Programs without Effect have no runtime, so the layer is provided here.
    // @effect-diagnostics-next-line strictEffectProvide:off
    Effect.provide(mac),
    Effect.runPromise,
  );
}

function headerOf(headers: ReceivedHeaders, name: string): string | undefined {
  if (typeof headers.get === "function") return headers.get(name) ?? undefined;
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof value === "string" ? value : value?.[0];
}
