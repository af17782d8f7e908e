import { assert, describe, it } from "@effect/vitest";
import { signFirma } from "@paraph/testing/firma_server";
import { DateTime, Effect, Redacted } from "effect";
import { TestClock } from "effect/testing";

import { firmaProvider } from "./firma_provider.ts";

const [NEW, OLD] = ["new-secret", "old-secret"];
const NOW = 1_800_000_000;

const provider = (...secrets: ReadonlyArray<string>) =>
  firmaProvider({
    apiKey: Redacted.make("key"),
    webhookSecrets: secrets.map((secret) => Redacted.make(secret)),
    allowPrivateNetwork: false,
  });

const event = (type: string, data: unknown, overrides = {}) =>
  JSON.stringify({
    id: "evt_1",
    type,
    created_at: "2027-01-15T08:00:00+00:00",
    data,
    ...overrides,
  });

const SIGNED_EVENT = event("signing_request.recipient.signed", {
  signing_request: { id: "req_1" },
  recipient: { id: "rec_1", signing_link: "https://app.firma.dev/signing/rec_1" },
});

const read = Effect.fnUntraced(function* (
  headers: Readonly<Record<string, string | undefined>>,
  {
    body = SIGNED_EVENT,
    secrets = [NEW, OLD],
  }: { body?: string; secrets?: ReadonlyArray<string> } = {},
) {
  yield* TestClock.setTime(NOW * 1000);
  const { readCallback } = yield* provider(...secrets);
  return yield* readCallback(headers, new TextEncoder().encode(body));
});

const signatureHeaders = (secret: string, body = SIGNED_EVENT, seconds = NOW) => ({
  "x-firma-signature": signFirma(secret, body, seconds),
});

describe("firmaProvider().readCallback()", () => {
  it.effect("reads signed callbacks, and stores no signing links", () =>
    Effect.gen(function* () {
      const [report, ...others] = yield* read(signatureHeaders(NEW));
      assert.deepEqual(others, []);
      assert.deepInclude(report, { key: "evt_1", providerId: "req_1" });
      const signedAt = DateTime.makeUnsafe("2027-01-15T08:00:00Z");
      assert.deepEqual(report?.report, { kind: "signed", at: signedAt, recipientId: "rec_1" });
      assert.notInclude(JSON.stringify(report?.received), "app.firma.dev");
    }),
  );

  it.effect("accepts either secret in either header during a rotation", () =>
    Effect.gen(function* () {
      for (const secret of [NEW, OLD]) {
        const signature = signFirma(secret, SIGNED_EVENT, NOW);
        yield* read({ "x-firma-signature": signature });
        yield* read({ "x-firma-signature-old": signature });
        const wrong = signFirma("another", SIGNED_EVENT, NOW);
        yield* read({ "x-firma-signature": wrong, "x-firma-signature-old": signature });
      }
    }),
  );

  it.effect("rejects other signatures", () =>
    Effect.gen(function* () {
      const right = signFirma(NEW, SIGNED_EVENT, NOW);
      const hex = right.slice(-64);
      const headers = [
        {},
        { "x-firma-signature": "" },
        { "x-firma-signature": hex },
        signatureHeaders("another"),
        signatureHeaders(""),
        signatureHeaders(NEW, `${SIGNED_EVENT} `),
        // Expired, and from the future.
        signatureHeaders(NEW, SIGNED_EVENT, NOW - 301),
        signatureHeaders(NEW, SIGNED_EVENT, NOW + 301),
        // Signed for another time.
        { "x-firma-signature": `t=${NOW - 1},v1=${hex}` },
        ...[
          right.slice(0, -1),
          `${right}0`,
          `${right}zz`,
          `${right},v1=00`,
          ` ${right}`,
          right.replace("v1", "v0"),
          `t=,v1=${hex}`,
          `t=NaN,v1=${hex}`,
          `t=1e9,v1=${hex}`,
          `t=-1,v1=${hex}`,
          `${right.slice(0, -2)}zz`,
          `t=${NOW},v1=`,
          "t=1,v1=é",
        ].map((signature) => ({ "x-firma-signature": signature })),
      ];
      for (const each of headers) {
        const error = yield* Effect.flip(read(each));
        assert.isFalse(error.authentic, JSON.stringify(each));
      }
    }),
  );

  it.effect("rejects all callbacks without a secret", () =>
    Effect.gen(function* () {
      for (const secret of ["", NEW, "undefined"]) {
        const error = yield* Effect.flip(read(signatureHeaders(secret), { secrets: [] }));
        assert.isFalse(error.authentic);
      }
    }),
  );

  it.effect("reads the older format", () =>
    Effect.gen(function* () {
      const body = JSON.stringify({
        event_id: "e2",
        event_type: "signing_request.viewed",
        created_at: "2027-01-15",
        data: { signing_request_id: "req_2", recipient_id: "rec_9" },
      });
      const [report] = yield* read(signatureHeaders(NEW, body), { body });
      assert.deepInclude(report, { key: "e2", providerId: "req_2" });
      assert.deepInclude(report?.report, { kind: "viewed", recipientId: "rec_9" });
    }),
  );

  it.effect("requests a lookup for events without details", () =>
    Effect.gen(function* () {
      const data = { signing_request: { id: "req_1" } };
      for (const type of [
        "completed",
        "cancelled",
        "expired",
        "declined",
        "recipient.signed",
        "deleted",
        "recipient.declined",
        "certificate.generated",
        "never.heard.of",
      ]) {
        const body = event(`signing_request.${type}`, data);
        const [report] = yield* read(signatureHeaders(NEW, body), { body });
        assert.deepInclude(report, { providerId: "req_1", report: null }, type);
      }
      const body = event("signing_request.viewed", data, { created_at: "just now" });
      const [report] = yield* read(signatureHeaders(NEW, body), { body });
      assert.isNull(report?.report);
    }),
  );

  it.effect("derives the key from the body of events without an id", () =>
    Effect.gen(function* () {
      const data = { signing_request: { id: "req_1" } };
      const keys = yield* Effect.forEach([1, 1, 2], (n) => {
        const body = JSON.stringify({ type: "signing_request.completed", n, data });
        return Effect.map(read(signatureHeaders(NEW, body), { body }), ([report]) => report?.key);
      });
      assert.match(keys[0] ?? "", /^[0-9a-f]{64}$/);
      assert.deepEqual([keys[0] === keys[1], keys[0] === keys[2]], [true, false]);
    }),
  );

  it.effect("ignores other events", () =>
    Effect.gen(function* () {
      for (const type of ["signing_request.sent", "template.updated", "webhook.test"]) {
        const body = event(type, { signing_request: { id: "req_1" } });
        assert.deepEqual(yield* read(signatureHeaders(NEW, body), { body }), []);
      }
    }),
  );

  it.effect("reports authentic but invalid bodies", () =>
    Effect.gen(function* () {
      for (const body of [
        "",
        "{",
        "null",
        "[]",
        "7",
        '"x"',
        "<html>",
        "{}",
        '{"type":7}',
        event("signing_request.completed", {}),
        event("signing_request.completed", null),
        event("signing_request.completed", { signing_request: { id: "../../x?y" } }),
      ]) {
        const error = yield* Effect.flip(read(signatureHeaders(NEW, body), { body }));
        assert.isTrue(error.authentic, body);
      }
    }),
  );
});
