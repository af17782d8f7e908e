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

/** A delivery as others sign it. */
function delivered(
  options: { readonly event?: object; readonly ageSeconds?: number; readonly secret?: string } = {},
) {
  const { event = EVENT, ageSeconds = 0, secret = SECRET } = options;
  const body = JSON.stringify(event);
  const at = new Date(Date.now() - ageSeconds * 1000);
  const headers: Record<string, string> = {
    "Webhook-Id": "msg_1",
    "Webhook-Timestamp": String(Math.floor(at.getTime() / 1000)),
    "Webhook-Signature": new Signer(secret).sign("msg_1", at, body),
  };
  return { body, headers };
}

const refused = (received: ReceivedWebhook) =>
  verifyWebhook(received).then(
    () => assert.fail("was not refused"),
    (failure: unknown) => {
      assert.propertyVal(failure, "_tag", "invalid_signature");
      return failure;
    },
  );

describe("verifyWebhook()", () => {
  it("gives the event of what others have signed, whatever the form of body and headers", async () => {
    const { body, headers } = delivered();
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

  it("takes any of several secrets, and any of several signatures", async () => {
    const { body, headers } = delivered();
    const secret = [OTHER, SECRET];
    assert.strictEqual((await verifyWebhook({ body, headers, secret })).id, EVENT.id);
    const signed = headers["Webhook-Signature"] ?? "";
    const both = { ...headers, "Webhook-Signature": `v1,AAAA v2,x ${signed}` };
    assert.strictEqual((await verifyWebhook({ body, headers: both, secret: SECRET })).id, EVENT.id);
  });

  it("takes events that this version does not know, with all they have", async () => {
    const event = { ...EVENT, type: "render.archived", more: 1 };
    const { body, headers } = delivered({ event });
    assert.deepEqual<unknown>(await verifyWebhook({ body, headers, secret: SECRET }), event);
  });

  it("refuses what was changed, what another has signed, and what is no event", async () => {
    const { body, headers } = delivered();
    await refused({ body: `${body} `, headers, secret: SECRET });
    await refused({ body, headers, secret: OTHER });
    await refused({ body, headers, secret: [] });
    await refused({ body, headers, secret: "secret" });
    await refused({ body, headers: { ...headers, "Webhook-Id": "msg_2" }, secret: SECRET });
    await refused({ ...delivered({ event: { id: "1" } }), secret: SECRET });
  });

  it.each(["Webhook-Id", "Webhook-Timestamp", "Webhook-Signature"])(
    "refuses what lacks its %s",
    async (name) => {
      const { body, headers } = delivered();
      const failure = await refused({
        body,
        headers: { ...headers, [name]: undefined },
        secret: SECRET,
      });
      assert.propertyVal(failure, "message", `The ${name.toLowerCase()} header is missing`);
    },
  );

  it.each([-400, 400])(
    "refuses what was signed %i seconds ago, unless that is said to be fine",
    async (ageSeconds) => {
      const { body, headers } = delivered({ ageSeconds });
      await refused({ body, headers, secret: SECRET });
      const tolerance = "10 minutes";
      const event = await verifyWebhook({ body, headers, secret: SECRET, tolerance });
      assert.strictEqual(event.id, EVENT.id);
    },
  );
});
