import { assert, describe, layer } from "@effect/vitest";
import { Effect } from "effect";
import { SqlClient } from "effect/sql";

import { apiServer, BASE_URL } from "../../packages/http/_testing/api_server.ts";
import { codeOf, fieldsOf } from "../../packages/http/_testing/body.ts";
import { call, visit } from "../../packages/http/_testing/shared_document.ts";
import { documentOf } from "../support/shared_document.ts";
import {
  act,
  addressOf,
  eventsOf,
  eventually,
  submissionOf,
  emailsTo,
  createSignatureRequest,
  sign,
  tokenOf,
} from "../support/signing/signing_by_email.ts";

const signature = (recipientIndex: number) => ({
  recipientIndex,
  type: "signature",
  page: 1,
  x: 10,
  y: 80,
  width: 20,
  height: 5,
});

/** A document for Ada, then Bob; with Ada's link. */
const sendToTwo = Effect.gen(function* () {
  const [ada, bob] = [addressOf("ada"), addressOf("bob")];
  const envelope = yield* createSignatureRequest({
    pdf: yield* Effect.promise(() => documentOf(1)),
    recipients: [
      { firstName: "Ada", email: ada },
      { firstName: "Bob", email: bob },
    ],
    fields: [signature(0), signature(1)],
  });
  return { ...envelope, ada, bob, token: yield* tokenOf(ada, /sign/) };
});

/** A document for Ada only, with her submission. */
const sendToOne = Effect.gen(function* () {
  const ada = addressOf("ada");
  const pdf = yield* Effect.promise(() => documentOf(1));
  const recipients = [{ firstName: "Ada", email: ada }];
  const envelope = yield* createSignatureRequest({ pdf, recipients, fields: [signature(0)] });
  const token = yield* tokenOf(ada, /sign/);
  return { ...envelope, ada, token, submission: yield* submissionOf(token) };
});

const typesOf = (id: string) =>
  Effect.map(eventsOf(id), (events) => events.map(({ type }) => type.replace("signature.", "")));

/** Asserts that exactly these events happened, once no open transaction hides events. */
const assertEvents = Effect.fnUntraced(function* (id: string, expected: ReadonlyArray<string>) {
  const types = yield* eventually(typesOf(id), ({ length }) => length >= expected.length);
  assert.deepStrictEqual(types, expected);
});

const subjectsTo = (address: string) =>
  Effect.map(emailsTo(address), (emails) => emails.map(({ subject }) => subject));

/** All rows of signatures once no work is pending, without the columns of the queue. */
const allRows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* eventually(
    sql<{ onItsWay: number }>`
      SELECT (
        (SELECT count(*) FROM mails WHERE status = 'queued')
        + (SELECT count(*) FROM provider_reports WHERE applied_at IS NULL)
        + (SELECT count(*) FROM signature_requests WHERE claim IS NOT NULL)
      )::int AS on_its_way`,
    ([row]) => row?.onItsWay === 0,
  );
  const tables = [
    "signature_requests",
    "signing_envelopes",
    "signing_recipients",
    "signing_tokens",
    "signing_audit",
    "provider_reports",
    "events",
    "mails",
    "engagement_events",
  ];
  return yield* Effect.forEach(
    tables,
    (table) => sql`SELECT count(*)::int AS rows, md5(string_agg(row::text, ' ' ORDER BY row::text))
      FROM (
        SELECT to_jsonb(t) - '{claim,due_at,woken,failures,trace_parent}'::text[] AS row FROM ${sql(table)} AS t
      ) AS all_rows`,
  );
});

/** Asserts that no use of its link changes an ended request. */
const assertEnded = Effect.fnUntraced(function* (token: string, end: string) {
  const page = yield* visit(`/sign/${token}`);
  assert.strictEqual(page.status, 410);
  const before = yield* allRows;
  assert.deepStrictEqual(fieldsOf(yield* act(token, "open")), { state: end });
  assert.strictEqual((yield* visit(`/sign/${token}/document.pdf`)).status, 404);
  assert.strictEqual((yield* visit(`/sign/${token}/signed.pdf`)).status, 409);
  const response = yield* act(token, "finish", yield* submissionOf(token));
  assert.deepStrictEqual([response.status, codeOf(response)], [409, "conflict"]);
  if (end !== "declined") {
    assert.strictEqual((yield* act(token, "decline", { reason: "Late" })).status, 409);
  }
  assert.deepStrictEqual(yield* allRows, before);
});

layer(apiServer, { excludeTestServices: true, timeout: "2 minutes" })("signatures", (it) => {
  describe("a document that was sent out", () => {
    it.effect("is declined with a reason, which every notified recipient gets", () =>
      Effect.gen(function* () {
        const { id, ada, bob, token, awaitStatus } = yield* sendToTwo;
        yield* sign(token);
        const second = yield* tokenOf(bob, /sign/);
        const nothing = yield* act(second, "decline", { reason: "  " });
        assert.strictEqual(codeOf(nothing), "invalid_request");
        const reason = "The price is not what we agreed on";
        const response = yield* act(second, "decline", { reason });
        assert.deepStrictEqual(response.json, { state: "declined" });
        const request = yield* awaitStatus("declined");
        assert.strictEqual(request["errorMessage"], reason);
        assert.property(request, "completedAt");
        assert.nestedProperty(request, "recipients[1].declinedAt");
        assert.notNestedProperty(request, "recipients[0].declinedAt");
        yield* tokenOf(ada, /^Declined/);
        assert.deepStrictEqual(yield* subjectsTo(bob), [(yield* subjectsTo(ada))[0]]);
        yield* Effect.forEach([token, second], (one) =>
          one === token ? Effect.void : assertEnded(one, "declined"),
        );
        assert.strictEqual((yield* visit(`/sign/${token}`)).status, 410);
        yield* assertEvents(id, ["sent", "viewed", "signed", "declined"]);
      }),
    );

    it.effect("is withdrawn, and cannot be signed any more", () =>
      Effect.gen(function* () {
        const { id, ada, bob, token, cancel } = yield* sendToTwo;
        const response = yield* cancel;
        assert.strictEqual(response.status, 200);
        const { status, errorMessage } = fieldsOf(response);
        assert.deepStrictEqual([status, errorMessage], ["cancelled", "A mistake"]);
        yield* tokenOf(ada, /^Cancelled/);
        yield* assertEnded(token, "cancelled");
        assert.strictEqual((yield* cancel).status, 409);
        assert.deepStrictEqual(yield* emailsTo(bob), []);
        yield* assertEvents(id, ["sent", "cancelled"]);
        // The link in that email opens the same page.
        const last = yield* tokenOf(ada, /^Cancelled/);
        assert.strictEqual((yield* visit(`/sign/${last}`)).status, 410);
      }),
    );

    it.effect("expires by itself when its time is over", () =>
      Effect.gen(function* () {
        const { id, ada, token, awaitStatus } = yield* sendToTwo;
        const sql = yield* SqlClient.SqlClient;
        yield* sql`
          UPDATE signing_envelopes SET expires_at = clock_timestamp() WHERE reference = ${id}`;
        // It is expired before a worker has recorded it.
        assert.strictEqual((yield* visit(`/sign/${token}`)).status, 410);
        const early = yield* act(token, "finish", yield* submissionOf(token));
        assert.strictEqual(early.status, 409);
        yield* sql`
          UPDATE signature_requests
          SET expires_at = clock_timestamp(), due_at = clock_timestamp()
          WHERE id = ${id}`;
        assert.strictEqual((yield* awaitStatus("expired"))["status"], "expired");
        yield* tokenOf(ada, /^Expired/);
        yield* assertEnded(token, "expired");
        yield* assertEvents(id, ["sent", "expired"]);
        assert.strictEqual((yield* subjectsTo(ada)).length, 2);
      }),
    );

    it.effect("is signed once by ten concurrent submissions", () =>
      Effect.gen(function* () {
        const { id, ada, token, submission, awaitStatus } = yield* sendToOne;
        const responses = yield* Effect.replicateEffect(act(token, "finish", submission), 10, {
          concurrency: "unbounded",
        });
        assert.deepStrictEqual([...new Set(responses.map(({ status }) => status))], [200]);
        yield* awaitStatus("completed");
        yield* tokenOf(ada, /^Completed/);
        yield* Effect.replicateEffect(act(token, "finish", submission), 3);
        yield* assertEvents(id, ["sent", "signed", "completed"]);
        assert.strictEqual((yield* subjectsTo(ada)).length, 2);
      }),
    );

    it.effect(
      "ends one way when it is signed and withdrawn concurrently",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient;
          for (let round = 0; round < 10; round++) {
            const { id, ada, token, submission, cancel, request } = yield* sendToOne;
            const late = Effect.delay(cancel, `${round} millis`);
            const [finishResponse, cancelResponse] = yield* Effect.all(
              [act(token, "finish", submission), round % 2 === 0 ? cancel : late],
              { concurrency: "unbounded" },
            );
            const statuses = [finishResponse.status, cancelResponse.status];
            assert.sameMembers(
              statuses,
              [200, 409],
              `${finishResponse.text} ${cancelResponse.text}`,
            );
            const expected = finishResponse.status === 200 ? "completed" : "cancelled";
            const result = yield* eventually(request, ({ status }) => status === expected);
            assert.strictEqual(result["status"], expected);
            const [envelope] = yield* sql`
              SELECT state FROM signing_envelopes WHERE reference = ${id}`;
            assert.deepStrictEqual(envelope, { state: expected });
            const how = expected === "completed" ? ["signed", "completed"] : ["cancelled"];
            yield* assertEvents(id, ["sent", ...how]);
            yield* tokenOf(ada, /^C(?:ompleted|ancelled)/);
            assert.strictEqual((yield* subjectsTo(ada)).length, 2);
          }
        }),
      120_000,
    );
  });
  describe("a signing link that is only opened", () => {
    it.effect("changes nothing when email scanners open it fifty times", () =>
      Effect.gen(function* () {
        const { id, ada, token, request } = yield* sendToTwo;
        yield* eventually(emailsTo(ada), (emails) => emails.length === 1);
        const sql = yield* SqlClient.SqlClient;
        const idle = sql`SELECT id FROM mails WHERE status = 'queued'`;
        yield* eventually(idle, (emails) => emails.length === 0);
        const before = yield* allRows;
        const scanners = [
          {},
          { purpose: "prefetch", "sec-purpose": "prefetch;prerender" },
          { "x-moz": "prefetch" },
          { "user-agent": "Mozilla/5.0 (compatible; MailScanner/1.0)", referer: "https://m.test/" },
          { range: "bytes=0-99" },
        ];
        const paths = ["", "/ceremony", "/document.pdf", "/signed.pdf", "/open", "/finish"];
        for (let index = 0; index < 50; index++) {
          const method = index % 7 === 6 ? "HEAD" : "GET";
          const headers = scanners[index % scanners.length] ?? {};
          for (const path of paths) {
            const { status } = yield* visit(`/sign/${token}${path}`, headers, { method });
            assert.isBelow(status, 500, `${method} ${path}`);
          }
        }
        assert.strictEqual((yield* visit(`/sign/${token}`, {}, { method: "HEAD" })).status, 200);
        assert.deepStrictEqual(yield* allRows, before);
        assert.strictEqual((yield* request)["status"], "sent");
        yield* assertEvents(id, ["sent"]);
      }),
    );

    it.effect("reveals nothing to guesses", () =>
      Effect.gen(function* () {
        const { token } = yield* sendToTwo;
        const wrong = `${token.slice(0, -2)}${token.endsWith("AA") ? "BB" : "AA"}`;
        for (const guess of [
          wrong,
          token.slice(4),
          token.toUpperCase(),
          `${token}x`,
          "%00",
          "sgn_",
        ]) {
          assert.strictEqual((yield* visit(`/sign/${guess}`)).status, 404, guess);
          for (const action of ["open", "finish", "decline"] as const) {
            const body = action === "finish" ? yield* submissionOf(token) : { reason: "No" };
            assert.strictEqual((yield* act(guess, action, body)).status, 404, guess);
          }
        }
      }),
    );
  });

  describe("a signing link in another site's page", () => {
    it.effect("gives no access", () =>
      Effect.gen(function* () {
        const { token, submission, request } = yield* sendToOne;
        for (const headers of [
          { origin: "https://evil.example" },
          { origin: "null" },
          { "sec-fetch-site": "cross-site" },
          { "sec-fetch-site": "same-site" },
        ]) {
          for (const [action, body] of [
            ["open", undefined],
            ["finish", submission],
            ["decline", { reason: "No" }],
          ] as const) {
            const { status } = yield* act(token, action, body, headers);
            const label = `${action} ${JSON.stringify(headers)}`;
            assert.strictEqual(status, 403, label);
          }
        }
        assert.strictEqual((yield* request)["status"], "sent");
        const own = { origin: BASE_URL, "sec-fetch-site": "same-origin" };
        assert.strictEqual((yield* act(token, "finish", submission, own)).status, 200);
      }),
    );
  });

  it.effect("is created once for ten concurrent requests under one key", () =>
    Effect.gen(function* () {
      const { render, ada } = yield* sendToOne;
      const address = addressOf("eve");
      const body = {
        renderId: render.id,
        fields: [signature(0)],
        recipients: [{ firstName: "Eve", email: address }],
      };
      const key = { "idempotency-key": "once" };
      const responses = yield* Effect.replicateEffect(
        call("POST", "/v1/signatures", body, key),
        10,
        { concurrency: "unbounded" },
      );
      assert.strictEqual(new Set(responses.map((response) => fieldsOf(response)["id"])).size, 1);
      const creations = responses.map(({ status }) => status).filter((status) => status === 201);
      assert.strictEqual(creations.length, 1);
      yield* tokenOf(address, /sign/);
      yield* sign(yield* tokenOf(ada, /sign/));
      yield* tokenOf(ada, /^Completed/);
      assert.strictEqual((yield* emailsTo(address)).length, 1);
    }),
  );
});
