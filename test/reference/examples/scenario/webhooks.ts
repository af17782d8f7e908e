import { createHmac } from "node:crypto";

import { Effect } from "effect";

import { Recorder } from "../recorder.ts";
import { DATA } from "./documents.ts";
import type { Organisation } from "./organisation.ts";

/** Receives events, and has another system render. */
export const connectSystems = Effect.fnUntraced(function* ({ projectKey: bearer }: Organisation) {
  const { call } = yield* Recorder;
  const webhook = yield* call("webhooks.create", {
    bearer,
    key: "webhook-of-the-crm",
    body: {
      url: "https://crm.acme.example/paraph",
      events: ["render.succeeded", "signature.*"],
      description: "Updates the CRM",
    },
  });
  const path = { id: String(webhook["id"]) };
  yield* call("webhooks.list", { bearer });
  yield* call("webhooks.get", { bearer, path });
  const delivery = yield* call("webhooks.test", { bearer, path, key: "ping-1" });
  yield* call("webhooks.replay", {
    bearer,
    path: { ...path, deliveryId: String(delivery["id"]) },
    key: "replay-1",
  });
  yield* call("webhooks.deliveries", { bearer, path, query: { limit: "20" } });
  yield* call("webhooks.rotate", { bearer, path, key: "rotate-2026-03" });
  yield* call("webhooks.update", { bearer, path, body: { enabled: false } });
  yield* call("webhooks.remove", { bearer, path });
  // Other transactions delay the event stream.
  const until = ({ hasMore }: Readonly<Record<string, unknown>>) => hasMore === true;
  yield* call("webhooks.events", { bearer, query: { limit: "2" }, until });

  const template = { slug: "receipt" };
  const inbound = yield* call("hooks.mint", { bearer, path: template, key: "hook-of-the-shop" });
  yield* call("hooks.get", { bearer, path: template });
  yield* call("hooks.update", { bearer, path: template, body: { requireSignature: true } });
  const hmac = createHmac("sha256", String(inbound["secret"]));
  yield* call("inbound.receive", {
    path: { token: String(inbound["token"]) },
    headers: { "x-service-signature": hmac.update(JSON.stringify(DATA)).digest("hex") },
    key: "shop-order-981",
    body: DATA,
  });
  yield* call("hooks.remove", { bearer, path: template });
});
