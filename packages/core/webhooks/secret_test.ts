import { assert, describe, it } from "@effect/vitest";
import { DateTime, Effect } from "effect";
import { SecureRandom } from "effect/crypto";

import { newWebhookSecret, isWebhookSecret, rotatedSecrets, signingSecrets } from "./secret.ts";

const parseTime = (text: string) => DateTime.makeUnsafe(text);

describe("newWebhookSecret", () => {
  it.effect("creates different secrets in the format of Standard Webhooks", () =>
    Effect.gen(function* () {
      const [one, other] = yield* Effect.all([newWebhookSecret, newWebhookSecret]);
      assert.isTrue(isWebhookSecret(one));
      assert.notStrictEqual(one, other);
    }).pipe(Effect.provide(SecureRandom.layerWebCrypto)),
  );
});

describe("isWebhookSecret()", () => {
  it.each(["", "whsec_", "whsec_AAAA", `whsec_${"A".repeat(43)}`, "A".repeat(44)])(
    "rejects %j",
    (text) => assert.isFalse(isWebhookSecret(text)),
  );
});

describe("rotatedSecrets()", () => {
  it("lets every previous secret sign for 24 hours", () => {
    const first = { secret: "a", formerSecrets: [] };
    const second = rotatedSecrets(first, "b", parseTime("2026-01-01T00:00:00Z"));
    const third = rotatedSecrets(second, "c", parseTime("2026-01-01T12:00:00Z"));
    assert.deepEqual(signingSecrets(third, parseTime("2026-01-01T23:59:59.999Z")), ["c", "b", "a"]);
    assert.deepEqual(signingSecrets(third, parseTime("2026-01-02T00:00:00Z")), ["c", "b"]);
    assert.deepEqual(signingSecrets(third, parseTime("2026-01-02T12:00:00Z")), ["c"]);
  });

  it("has at most four signing secrets", () => {
    const now = parseTime("2026-01-01T00:00:00Z");
    const rotate = (secrets: Parameters<typeof rotatedSecrets>[0], n: number) =>
      rotatedSecrets(secrets, String(n), now);
    const many = Array.from({ length: 50 }, (_, n) => n).reduce(rotate, {
      secret: "first",
      formerSecrets: [],
    });
    assert.deepEqual(signingSecrets(many, now), ["49", "48", "47", "46"]);
  });
});
