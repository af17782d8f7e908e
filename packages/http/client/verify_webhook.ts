import { type DeliveredEvent, verifyDelivery } from "@paraph/core/webhooks";
import { DateTime, type Duration, Effect, Layer } from "effect";
import { Mac, SecureRandom } from "effect/crypto";

/** Headers as `fetch` has them, or as Node, Express and Fastify do. */
export type ReceivedHeaders =
  | { readonly get: (name: string) => string | null }
  | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>;

/** A request that says it is a delivery. */
export interface ReceivedWebhook {
  /** The raw body, to the byte: not what a parser of JSON made of it. */
  readonly body: string | Uint8Array;
  readonly headers: ReceivedHeaders;
  /** The secret of the webhook, `whsec_…`; several while one takes the place of another. */
  readonly secret: string | ReadonlyArray<string>;
  /** How far the moment of signing may lie from now, in either direction: 5 minutes. */
  readonly tolerance?: Duration.Input | undefined;
}

const mac = Mac.layerWebCrypto.pipe(Layer.provide(SecureRandom.layerWebCrypto));

/**
 * Gives the event of a delivery that is genuine, and rejects with `invalid_signature` otherwise.
 * Deliveries may come twice: the event's `id` tells. The body has to be the raw one: Express gives it with
 * `express.raw({ type: "application/json" })`, Fastify with a content type parser that is told
 * `{ parseAs: "buffer" }`, `fetch` handlers with `await request.text()`.
 *
 * @example Nobody else's word is taken
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
    // This is where a program without Effect begins to use it.
    // @effect-diagnostics-next-line strictEffectProvide:off
    Effect.provide(mac),
    Effect.runPromise,
  );
}

function headerOf(headers: ReceivedHeaders, name: string): string | undefined {
  if (typeof headers.get === "function") return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === "string" ? found : found?.[0];
}
