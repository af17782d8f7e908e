import { assert, describe, layer } from "@effect/vitest";
import { Effect, Fiber, FileSystem, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { submitInvoice } from "../_testing/api_client.ts";
import { apiServer, ApiServer, BASE_URL } from "../_testing/api_server.ts";
import { codeOf, issuePaths, fieldsOf } from "../_testing/body.ts";
import { callAs } from "../_testing/embedding.ts";
import { emailsTo } from "../_testing/outbox.ts";
import { call, sharedDocument, visit } from "../_testing/shared_document.ts";

const FUTURE = "2126-05-04T03:02:01.000Z";
const ID = "01900000-0000-7000-8000-000000000000";

const Shares = Schema.Struct({
  shares: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)),
});

const sharesOf = Effect.fnUntraced(function* (base: string) {
  const { json } = yield* call("GET", `${base}/shares`);
  return (yield* Schema.decodeUnknownEffect(Shares)(json)).shares;
});

/** Waits until a condition holds. */
const until = <E, R>(condition: Effect.Effect<boolean, E, R>) =>
  Effect.repeat(Effect.delay(condition, "20 millis"), { until: (isMet) => isMet }).pipe(
    Effect.timeout("2 minutes"),
  );

layer(apiServer, { excludeTestServices: true, timeout: "2 minutes" })("GET /v1/shares", (it) => {
  const listed = Effect.fnUntraced(function* (query: string, key?: string) {
    const path = `/v1/shares?${query}`;
    const { json } = yield* key === undefined ? call("GET", path) : callAs(key, "GET", path);
    const page = yield* Schema.decodeUnknownEffect(
      Schema.Struct({ ...Shares.fields, nextCursor: Schema.NullOr(Schema.String) }),
    )(json);
    return { ids: page.shares.map(({ id }) => String(id)), ...page };
  });

  it.effect("lists the shares of all renders by page, status, channel and recipient", () =>
    Effect.gen(function* () {
      const one = yield* sharedDocument;
      const other = yield* sharedDocument;
      const create = Effect.fnUntraced(function* (base: string, share: object) {
        return String(fieldsOf(yield* call("POST", `${base}/shares`, share))["id"]);
      });
      const link = yield* create(one.base, {});
      const revoked = yield* create(other.base, {});
      const email = { channel: "email", recipientEmail: "Filter@example.com" };
      const emailed = yield* create(one.base, email);
      const expired = yield* create(other.base, { expiresAt: FUTURE });
      yield* call("DELETE", `${other.base}/shares/${revoked}`);
      const sql = yield* SqlClient.SqlClient;
      yield* sql`UPDATE shares SET expires_at = now() WHERE id = ${expired}`;

      const all = yield* listed("limit=4");
      assert.deepStrictEqual(all.ids, [expired, emailed, revoked, link]);
      assert.include(one.base, String(all.shares[3]?.["renderId"]));
      const { templateSlug } = fieldsOf(yield* call("GET", one.base));
      assert.isString(templateSlug);
      assert.strictEqual(all.shares[3]?.["templateSlug"], templateSlug);
      const first = yield* listed("limit=1");
      assert.deepStrictEqual(first.ids, [expired]);
      const next = yield* listed(`limit=1&cursor=${String(first.nextCursor)}`);
      assert.deepStrictEqual(next.ids, [emailed]);
      assert.deepStrictEqual((yield* listed("status=revoked&limit=1")).ids, [revoked]);
      assert.deepStrictEqual((yield* listed("status=expired")).ids, [expired]);
      assert.deepStrictEqual((yield* listed("status=active&limit=2")).ids, [emailed, link]);
      assert.deepStrictEqual((yield* listed("channel=email&limit=1")).ids, [emailed]);
      const recipient = "recipientEmail=FILTER@example.com";
      assert.deepStrictEqual((yield* listed(recipient)).ids, [emailed]);
      const { otherKey } = yield* ApiServer;
      assert.deepStrictEqual((yield* listed("limit=100", otherKey)).ids, []);
      const unknown = yield* call("GET", "/v1/shares?channel=fax&recipientEmail=x");
      assert.sameMembers([...issuePaths(unknown)], ["channel", "recipientEmail"]);
    }),
  );

  it.effect("lists what happened through one share, and not through another", () =>
    Effect.gen(function* () {
      const { base } = yield* sharedDocument;
      const { id, shareUrl } = fieldsOf(yield* call("POST", `${base}/shares`, {}));
      yield* call("POST", `${base}/shares`, {});
      yield* visit(String(shareUrl).replace(BASE_URL, ""));
      yield* call("DELETE", `${base}/shares/${String(id)}`);
      const path = `/v1/shares/${String(id)}/events`;
      const Events = Schema.Struct({
        events: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)),
        nextCursor: Schema.NullOr(Schema.String),
      });
      const eventsAt = Effect.fnUntraced(function* (query: string) {
        const { json } = yield* call("GET", path + query);
        const { events, nextCursor } = yield* Schema.decodeUnknownEffect(Events)(json);
        return { nextCursor, types: events.map(({ eventType }) => eventType) };
      });
      assert.deepStrictEqual((yield* eventsAt("")).types, [
        "share_revoked",
        "viewed",
        "share_created",
      ]);
      const first = yield* eventsAt("?limit=2");
      const next = yield* eventsAt(`?limit=2&cursor=${String(first.nextCursor)}`);
      assert.deepStrictEqual(next.types, ["share_created"]);
      const { otherKey } = yield* ApiServer;
      for (const response of [
        yield* callAs(otherKey, "GET", path),
        yield* call("GET", `/v1/shares/${ID}/events`),
        yield* call("GET", "/v1/shares/nonsense/events"),
      ])
        assert.strictEqual(codeOf(response), "not_found");
    }),
  );
});

layer(apiServer, { excludeTestServices: true, timeout: "2 minutes" })(
  "POST /v1/renders/{id}/shares",
  (it) => {
    it.effect("creates a link by default", () =>
      Effect.gen(function* () {
        const { base, summary } = yield* sharedDocument;
        const response = yield* call("POST", `${base}/shares`, {});
        assert.strictEqual(response.status, 201);
        const { id, createdAt, shareToken, shareUrl, ...rest } = fieldsOf(response);
        assert.match(String(shareToken), /^shr_[A-Za-z0-9_-]{43}$/);
        assert.strictEqual(shareUrl, `${BASE_URL}/share/${String(shareToken)}`);
        assert.isString(createdAt);
        assert.deepStrictEqual(rest, {
          channel: "link",
          recipientEmail: null,
          message: null,
          expiresAt: null,
          revokedAt: null,
          revokedReason: null,
          clickCount: 0,
        });
        const { recent } = yield* summary;
        assert.strictEqual(recent.length, 1);
        const event = { eventType: "share_created", actorKind: "system", shareId: id };
        assert.deepInclude(recent[0], event);
      }),
    );

    it.effect("emails the link once with the channel email", () =>
      Effect.gen(function* () {
        const { base, count } = yield* sharedDocument;
        const request = {
          channel: "email",
          recipientEmail: "once@example.com",
          message: "For you",
          expiresAt: FUTURE,
        };
        const { shareToken, expiresAt } = fieldsOf(yield* call("POST", `${base}/shares`, request));
        assert.strictEqual(expiresAt, FUTURE);
        yield* until(Effect.map(count("email_sent"), (emailCount) => emailCount === 1));
        const [email = "", ...more] = yield* emailsTo("once@example.com");
        assert.deepStrictEqual(more, []);
        const text = email.replaceAll("=\r\n", "");
        assert.include(text, `/share/${String(shareToken)}`);
        assert.include(text, "For you");
        assert.include(text, "4 May 2126 at 03:02 UTC");
      }),
    );

    it.effect("lists all issues", () =>
      Effect.gen(function* () {
        const { base } = yield* sharedDocument;
        const invalid = {
          channel: "pigeon",
          recipientEmail: "a@b, c@d",
          message: "x".repeat(2001),
        };
        const response = yield* call("POST", `${base}/shares`, {
          ...invalid,
          expiresAt: "tomorrow",
        });
        assert.strictEqual(response.status, 400);
        assert.sameMembers([...issuePaths(response)], [...Object.keys(invalid), "expiresAt"]);
        for (const [path, body] of [
          ["recipientEmail", { channel: "email" }],
          ["recipientEmail", { recipientEmail: "ada@example.com\r\nBcc: eve@example.com" }],
          ["expiresAt", { expiresAt: "2020-01-01T00:00:00Z" }],
          ["expiresAt", { expiresAt: "2126-02-30T00:00:00Z" }],
          ["expiresAt", { expiresAt: "9999-12-31T23:59:59-01:00" }],
          ["expiresAt", { expiresAt: "2126-01-01T00:00:00" }],
          ["message", { message: "\ud800" }],
        ] as const) {
          const response = yield* call("POST", `${base}/shares`, body);
          assert.deepStrictEqual([response.status, issuePaths(response)], [400, [path]]);
        }
        const both = { channel: "email", expiresAt: "2020-01-01T00:00:00Z" };
        const paths = issuePaths(yield* call("POST", `${base}/shares`, both));
        assert.sameMembers([...paths], ["recipientEmail", "expiresAt"]);
        assert.deepStrictEqual(yield* sharesOf(base), []);
        const expiresAt = "9999-12-31T23:59:59.999Z";
        const last = yield* call("POST", `${base}/shares`, { expiresAt });
        assert.strictEqual(fieldsOf(last)["expiresAt"], expiresAt);
      }),
    );

    it.effect("needs a succeeded render", () =>
      Effect.gen(function* () {
        const { id } = yield* submitInvoice("queued");
        for (const [path, body] of [
          ["shares", {}],
          ["email", { to: "early@example.com" }],
        ] as const) {
          const response = yield* call("POST", `/v1/renders/${id}/${path}`, body);
          assert.deepStrictEqual([response.status, codeOf(response)], [409, "conflict"]);
        }
        assert.deepStrictEqual(yield* emailsTo("early@example.com"), []);
      }),
    );

    it.effect("creates one share for 20 concurrent requests with one key", () =>
      Effect.gen(function* () {
        const { base, count } = yield* sharedDocument;
        const headers = { "idempotency-key": "one" };
        const request = { channel: "email", recipientEmail: "keyed@example.com" };
        const responses = yield* Effect.all(
          Array.from({ length: 20 }, () => call("POST", `${base}/shares`, request, headers)),
          { concurrency: "unbounded" },
        );
        assert.strictEqual(responses.filter(({ status }) => status === 201).length, 1);
        assert.strictEqual(responses.filter(({ status }) => status === 200).length, 19);
        assert.strictEqual(new Set(responses.map((response) => fieldsOf(response)["id"])).size, 1);
        yield* until(Effect.map(count("email_sent"), (emailCount) => emailCount === 1));
        assert.strictEqual((yield* emailsTo("keyed@example.com")).length, 1);
        const other = yield* sharedDocument;
        assert.strictEqual((yield* call("POST", `${other.base}/shares`, {}, headers)).status, 201);
      }),
    );
  },
);

layer(apiServer, { excludeTestServices: true, timeout: "2 minutes" })("shares", (it) => {
  describe("GET /v1/renders/{id}/shares", () => {
    it.effect("lists all shares newest first, with revocations and click counts", () =>
      Effect.gen(function* () {
        const { base, share } = yield* sharedDocument;
        const [first, second] = [yield* share(), yield* share({ message: "Two" })];
        yield* visit(second.page);
        yield* visit(second.page, { "user-agent": "Another" });
        yield* call("DELETE", `${base}/shares/${first.id}`);
        const shares = yield* sharesOf(base);
        assert.deepStrictEqual(
          shares.map(({ id, clickCount, revokedReason }) => [id, clickCount, revokedReason]),
          [
            [second.id, 1, null],
            [first.id, 0, "revoked_by_partner"],
          ],
        );
      }),
    );
  });

  describe("DELETE /v1/renders/{id}/shares/{shareId}", () => {
    it.effect("revokes once, and the link stops working", () =>
      Effect.gen(function* () {
        const { base, share, count } = yield* sharedDocument;
        const { id, page } = yield* share();
        const responses = yield* Effect.all(
          Array.from({ length: 10 }, () => call("DELETE", `${base}/shares/${id}`)),
          { concurrency: "unbounded" },
        );
        const [revocation, ...more] = responses.filter(({ status }) => status === 200);
        assert.deepStrictEqual(more, []);
        assert.sameMembers(Object.keys(fieldsOf(revocation ?? assert.fail())), ["id", "revokedAt"]);
        for (const response of responses.filter((other) => other !== revocation)) {
          assert.deepStrictEqual([response.status, codeOf(response)], [404, "not_found"]);
        }
        assert.strictEqual((yield* visit(page)).status, 410);
        assert.strictEqual(yield* count("share_revoked"), 1);
      }),
    );

    it.effect("does not find shares of other renders, and invalid ids", () =>
      Effect.gen(function* () {
        const [one, other] = [yield* sharedDocument, yield* sharedDocument];
        const { id, page } = yield* one.share();
        for (const path of [
          `${other.base}/shares/${id}`,
          `${one.base}/shares/${ID}`,
          `${one.base}/shares/no-id`,
          `/v1/renders/${ID}/shares/${id}`,
        ]) {
          assert.strictEqual((yield* call("DELETE", path)).status, 404);
        }
        assert.strictEqual((yield* visit(page)).status, 200);
      }),
    );
  });
});

layer(apiServer, { excludeTestServices: true, timeout: "2 minutes" })(
  "POST /v1/renders/{id}/email",
  (it) => {
    it.effect("responds when the email is sent", () =>
      Effect.gen(function* () {
        const { base, count } = yield* sharedDocument;
        const request = { to: "bob@example.com", recipientName: "Bob", message: "Hi\nthere" };
        const response = yield* call("POST", `${base}/email`, request);
        assert.strictEqual(response.status, 201, response.text);
        const { id, shareToken, shareUrl, emailMessageId, sentAt } = fieldsOf(response);
        assert.strictEqual(shareUrl, `${BASE_URL}/share/${String(shareToken)}`);
        assert.isString(sentAt);
        const [email = ""] = yield* emailsTo("bob@example.com");
        assert.include(email, `Message-ID: ${String(emailMessageId)}`);
        assert.include(email, "Hello Bob,");
        assert.strictEqual(yield* count("email_sent"), 1);
        const [share] = yield* sharesOf(base);
        assert.deepInclude(share, { id, channel: "email", recipientEmail: "bob@example.com" });
      }),
    );

    it.effect("sends one email for 10 concurrent requests with one key", () =>
      Effect.gen(function* () {
        const { base } = yield* sharedDocument;
        const headers = { "idempotency-key": "mail" };
        const send = call("POST", `${base}/email`, { to: "single@example.com" }, headers);
        const responses = yield* Effect.all(
          Array.from({ length: 10 }, () => send),
          { concurrency: "unbounded" },
        );
        assert.strictEqual(responses.filter(({ status }) => status === 201).length, 1);
        assert.strictEqual(new Set(responses.map(({ text }) => text)).size, 1);
        assert.strictEqual((yield* emailsTo("single@example.com")).length, 1);
      }),
    );

    it.effect("discards an email that cannot be sent, and frees its key", () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem;
        const { outbox } = yield* ApiServer;
        const { base } = yield* sharedDocument;
        const headers = { "idempotency-key": "again" };
        const send = call("POST", `${base}/email`, { to: "lost@example.com" }, headers);
        // A file in place of the outbox folder.
        yield* fs.rename(outbox, `${outbox}.kept`);
        yield* fs.writeFileString(outbox, "");
        const rejection = yield* send;
        assert.deepStrictEqual([rejection.status, codeOf(rejection)], [502, "email_send_failed"]);
        yield* fs.remove(outbox);
        yield* fs.rename(`${outbox}.kept`, outbox);

        const [share] = yield* sharesOf(base);
        assert.strictEqual(share?.["revokedReason"], "email_send_failed");
        const sql = yield* SqlClient.SqlClient;
        const emails = yield* sql`
          SELECT status FROM mails WHERE recipient_email = 'lost@example.com'`;
        assert.deepStrictEqual(emails, [{ status: "cancelled" }]);
        assert.strictEqual((yield* send).status, 201);
        assert.strictEqual((yield* emailsTo("lost@example.com")).length, 1);
      }),
    );

    it.effect("can be revoked while sending fails", () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem;
        const { outbox, logs } = yield* ApiServer;
        const { base, count } = yield* sharedDocument;
        yield* fs.rename(outbox, `${outbox}.kept`);
        yield* fs.writeFileString(outbox, "");
        const send = call("POST", `${base}/email`, { to: "race@example.com" });
        const sending = yield* Effect.forkChild(
          Effect.all(
            Array.from({ length: 20 }, () => send),
            { concurrency: "unbounded" },
          ),
        );
        const revokeAll = Effect.gen(function* () {
          const shares = yield* sharesOf(base);
          const revoke = shares.map(({ id }) => call("DELETE", `${base}/shares/${String(id)}`));
          const responses = yield* Effect.all(revoke, { concurrency: "unbounded" });
          for (const { status, text } of responses) assert.include([200, 404], status, text);
        });
        yield* Effect.repeat(revokeAll, { until: () => sending.pollUnsafe() !== undefined });
        for (const { status, text } of yield* Fiber.join(sending)) {
          assert.strictEqual(status, 502, text);
        }
        yield* fs.remove(outbox);
        yield* fs.rename(`${outbox}.kept`, outbox);
        assert.strictEqual(yield* count("share_revoked"), 20);
        assert.deepStrictEqual(
          logs.filter(({ level }) => level === "Error"),
          [],
        );
      }),
    );
  },
);
