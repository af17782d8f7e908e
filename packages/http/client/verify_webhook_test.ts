import { assert, describe, it } from "@effect/vitest";
import { Webhook as Signer } from "standardwebhooks";

import { type ReceivedWebhook, verifyWebhook } from "./mod.ts";

const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString("base64")}`;
const [SECRET, OTHER] = [secretOf(1), secretOf(2)];

const EVENT = {
  id: "0198c0de-7f00-7abc-8def-0123456789ab",
  type: "render.succeeded",
  timestamp: "2026-01-01T00:00:00.000Z",
  projectId: "0198c0de-7f00-7abc-8def-0123456789ac",
  data: { id: "ü" },
};

/** A delivery with a signature of another implementation. */
function delivery(
  options: { readonly event?: object; readonly ageSeconds?: number; readonly secret?: string } = {},
) {
  const { event = EVENT, ageSeconds = 0, secret = SECRET } = options;
  const body = JSON.stringify(event);
  const signedAt = new Date(Date.now() - ageSeconds * 1000);
  const headers: Record<string, string> = {
    "Webhook-Id": "msg_1",
    "Webhook-Timestamp": String(Math.floor(signedAt.getTime() / 1000)),
    "Webhook-Signature": new Signer(secret).sign("msg_1", signedAt, body),
  };
  return { body, headers };
}

const assertRejected = (webhook: ReceivedWebhook) =>
  verifyWebhook(webhook).then(
    () => assert.fail("was not rejected"),
    (failure: unknown) => {
      assert.propertyVal(failure, "_tag", "invalid_signature");
      return failure;
    },
  );

describe("verifyWebhook()", () => {
  it("returns the event for all types of bodies and headers", async () => {
    const { body, headers } = delivery();
    const bytes = new TextEncoder().encode(body);
    for (const form of [headers, new Headers(headers)]) {
      for (const text of [body, bytes, Buffer.from(bytes)]) {
        assert.deepEqual<unknown>(
          await verifyWebhook({ body: text, headers: form, secret: SECRET }),
          EVENT,
        );
      }
    }
  });

  it("accepts any of several secrets and signatures", async () => {
    const { body, headers } = delivery();
    const secret = [OTHER, SECRET];
    assert.strictEqual((await verifyWebhook({ body, headers, secret })).id, EVENT.id);
    const signature = headers["Webhook-Signature"] ?? "";
    const both = { ...headers, "Webhook-Signature": `v1,AAAA v2,x ${signature}` };
    assert.strictEqual((await verifyWebhook({ body, headers: both, secret: SECRET })).id, EVENT.id);
  });

  it("accepts unknown events with all their fields", async () => {
    const event = { ...EVENT, type: "render.archived", more: 1 };
    const { body, headers } = delivery({ event });
    assert.deepEqual<unknown>(await verifyWebhook({ body, headers, secret: SECRET }), event);
  });

  it("rejects modified deliveries, other secrets and invalid events", async () => {
    const { body, headers } = delivery();
    await assertRejected({ body: `${body} `, headers, secret: SECRET });
    await assertRejected({ body, headers, secret: OTHER });
    await assertRejected({ body, headers, secret: [] });
    await assertRejected({ body, headers, secret: "secret" });
    await assertRejected({ body, headers: { ...headers, "Webhook-Id": "msg_2" }, secret: SECRET });
    await assertRejected({ ...delivery({ event: { id: "1" } }), secret: SECRET });
  });

  it.each(["Webhook-Id", "Webhook-Timestamp", "Webhook-Signature"])(
    "rejects deliveries without %s",
    async (name) => {
      const { body, headers } = delivery();
      const failure = await assertRejected({
        body,
        headers: { ...headers, [name]: undefined },
        secret: SECRET,
      });
      assert.propertyVal(failure, "message", `The ${name.toLowerCase()} header is missing`);
    },
  );

  it.each([-400, 400])(
    "rejects deliveries signed %i seconds ago, unless within the tolerance",
    async (ageSeconds) => {
      const { body, headers } = delivery({ ageSeconds });
      await assertRejected({ body, headers, secret: SECRET });
      const tolerance = "10 minutes";
      const event = await verifyWebhook({ body, headers, secret: SECRET, tolerance });
      assert.strictEqual(event.id, EVENT.id);
    },
  );
});
