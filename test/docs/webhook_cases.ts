import { assert } from "@effect/vitest";
import { Clock, Deferred, Effect } from "effect";
import { Webhook as Signer } from "standardwebhooks";

import { parseRecord } from "../../packages/cli/_testing/served_project.ts";
import { ok, receiver } from "../../packages/testing/webhook_receiver.ts";
import type { Verification } from "./webhook_verifiers.ts";

/** Deliveries and whether a receiver accepts them. They come from a delivery of a project's server. */
export const verificationCases = Effect.fnUntraced(function* (
  environment: Readonly<Record<string, string>>,
) {
  const { former, current, body, headers } = yield* rotatedDelivery(environment);
  assert.match(headers["webhook-signature"] ?? "", /^v1,\S+ v1,\S+$/);
  const seconds = Math.floor((yield* Clock.currentTimeMillis) / 1000);
  const accepted: ReadonlyArray<Verification> = [
    { body, headers, secret: former },
    { body, headers, secret: current },
    { body, headers: signedHeaders(seconds - 240, body, current), secret: current },
  ];
  const rejected: ReadonlyArray<Verification> = [
    { body, headers, secret: `whsec_${Buffer.alloc(32, 1).toString("base64")}` },
    { body: `${body} `, headers, secret: current },
    { body, headers: { ...headers, "webhook-id": "msg_1" }, secret: current },
    { body, headers: { ...headers, "webhook-signature": "v1,é" }, secret: current },
    { body, headers: { ...headers, "webhook-timestamp": "now" }, secret: current },
    { body, headers: {}, secret: current },
    { body, headers: signedHeaders(seconds - 360, body, current), secret: current },
    { body, headers: signedHeaders(seconds + 360, body, current), secret: current },
  ];
  return { accepted, rejected };
});

/** A delivery with the signatures of two secrets, as after a rotation. */
const rotatedDelivery = Effect.fnUntraced(function* ({
  PARAPH_URL,
  PARAPH_API_KEY,
}: Readonly<Record<string, string>>) {
  const call = Effect.fnUntraced(function* (route: string, body: unknown) {
    const response = yield* Effect.promise(() =>
      fetch(`${PARAPH_URL}/v1/webhooks${route}`, {
        method: "POST",
        headers: { authorization: `Bearer ${PARAPH_API_KEY}` },
        body: JSON.stringify(body),
      }),
    );
    const text = yield* Effect.promise(() => response.text());
    assert.isTrue(response.ok, text);
    return parseRecord(text);
  });
  const arrival = yield* Deferred.make<void>();
  const { url, received } = yield* receiver((request, response) => {
    ok(request, response);
    Deferred.doneUnsafe(arrival, Effect.void);
  });
  const { id, secret: former } = yield* call("", { url });
  const { secret: current } = yield* call(`/${String(id)}/rotate`, {});
  yield* call(`/${String(id)}/test`, {});
  yield* Deferred.await(arrival);
  const [{ body, headers } = { body: "", headers: {} }] = received;
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  return {
    former: String(former),
    current: String(current),
    body,
    headers: Object.fromEntries(texts),
  };
});

/** The headers of another delivery of a body. */
const signedHeaders = (seconds: number, body: string, secret: string) => ({
  "webhook-id": "msg_1",
  "webhook-timestamp": String(seconds),
  "webhook-signature": new Signer(secret).sign("msg_1", new Date(seconds * 1000), body),
});
