import { NodeCrypto } from "@effect/platform-node";
import { assert, describe, it } from "@effect/vitest";
import { SmsSender } from "@paraph/core/signatures";
import { ok, receiver, verify } from "@paraph/testing/webhook_receiver";
import { Effect, Layer, Redacted } from "effect";

import { smsWebhook } from "./sms_webhook.ts";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const SMS = { id: "signing-code:1", to: "+491701234567", text: "123456 is your code" };

/** Sends an SMS through a gateway. */
const sendThrough = (url: string) =>
  Effect.flatMap(SmsSender, ({ send }) => send(SMS)).pipe(
    Effect.provide(
      Layer.provide(
        smsWebhook({ url: Redacted.make(url), secret: Redacted.make(SECRET) }),
        NodeCrypto.layerMac,
      ),
    ),
  );

describe("smsWebhook()", () => {
  it.live("sends a signed request", () =>
    Effect.gen(function* () {
      const { url, received } = yield* receiver(ok);
      yield* sendThrough(`${url}/sms`);
      assert.lengthOf(received, 1);
      const [request] = received;
      const { id, ...data } = SMS;
      assert.deepInclude(verify(SECRET, request!), { id, type: "sms.code", data });
    }),
  );

  it.live("fails unless the gateway accepts the message", () =>
    Effect.gen(function* () {
      const refusing = yield* receiver((_, response) => response.writeHead(402).end());
      const redirecting = yield* receiver((_, response) =>
        response.writeHead(307, { location: refusing.url }).end(),
      );
      for (const url of [refusing.url, redirecting.url, "http://127.0.0.1:9"]) {
        assert.strictEqual((yield* Effect.flip(sendThrough(url)))._tag, "sms_send_failed");
      }
      assert.lengthOf(refusing.received, 1, "Redirects are not followed");
    }),
  );
});
