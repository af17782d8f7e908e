import { assert, describe, layer } from "@effect/vitest";
import { Effect, Fiber, FileSystem, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { submitInvoice } from "../_testing/api_client.ts";
import { apiServer, ApiServer, BASE_URL } from "../_testing/api_server.ts";
import { codeOf, issuePaths, fieldsOf } from "../_testing/body.ts";
import { call, sharedDocument, visit } from "../_testing/shared_document.ts";

const FUTURE = "2126-05-04T03:02:01.000Z";
const ID = "01900000-0000-7000-8000-000000000000";

const Shares = Schema.Struct({
  shares: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)),
});

const listed = Effect.fnUntraced(function* (base: string) {
  const { json } = yield* call("GET", `${base}/shares`);
  return (yield* Schema.decodeUnknownEffect(Shares)(json)).shares;
});

/** The files that mails to somebody became. */
const mailsTo = Effect.fnUntraced(function* (address: string) {
  const fs = yield* FileSystem.FileSystem;
  const { outbox } = yield* ApiServer;
  const names = (yield* fs.exists(outbox)) ? yield* fs.readDirectory(outbox) : [];
  const mails = yield* Effect.forEach(
    names.filter((name) => !name.startsWith(".")),
    (name) => fs.readFileString(`${outbox}/${name}`),
  );
  return mails.filter((mail) => mail.includes(address));
});

/** Waits until something is so. */
const until = <E, R>(holds: Effect.Effect<boolean, E, R>) =>
  Effect.repeat(Effect.delay(holds, "20 millis"), { until: (done) => done }).pipe(
    Effect.timeout("2 minutes"),
  );

layer(apiServer, { excludeTestServices: true, timeout: "2 minutes" })(
  "POST /v1/renders/{id}/shares",
  (it) => {
    it.effect("is a link, unless told otherwise", () =>
      Effect.gen(function* () {
        const { base, summary } = yield* sharedDocument;
        const answer = yield* call("POST", `${base}/shares`, {});
        assert.strictEqual(answer.status, 201);
        const { id, createdAt, shareToken, shareUrl, ...rest } = fieldsOf(answer);
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

    it.effect("mails the link with the channel email, once", () =>
      Effect.gen(function* () {
        const { base, count } = yield* sharedDocument;
        const wanted = {
          channel: "email",
          recipientEmail: "once@example.com",
          message: "For you",
          expiresAt: FUTURE,
        };
        const { shareToken, expiresAt } = fieldsOf(yield* call("POST", `${base}/shares`, wanted));
        assert.strictEqual(expiresAt, FUTURE);
        yield* until(Effect.map(count("email_sent"), (sent) => sent === 1));
        const [mail = "", ...more] = yield* mailsTo("once@example.com");
        assert.deepStrictEqual(more, []);
        const text = mail.replaceAll("=\r\n", "");
        assert.include(text, `/share/${String(shareToken)}`);
        assert.include(text, "For you");
        assert.include(text, "2126-05-04 03:02 UTC");
      }),
    );

    it.effect("tells everything that is wrong with it", () =>
      Effect.gen(function* () {
        const { base } = yield* sharedDocument;
        const wrong = { channel: "pigeon", recipientEmail: "a@b, c@d", message: "x".repeat(2001) };
        const answer = yield* call("POST", `${base}/shares`, { ...wrong, expiresAt: "tomorrow" });
        assert.strictEqual(answer.status, 400);
        assert.sameMembers([...issuePaths(answer)], [...Object.keys(wrong), "expiresAt"]);
        for (const [path, body] of [
          ["recipientEmail", { channel: "email" }],
          ["recipientEmail", { recipientEmail: "ada@example.com\r\nBcc: eve@example.com" }],
          ["expiresAt", { expiresAt: "2020-01-01T00:00:00Z" }],
          ["expiresAt", { expiresAt: "2126-02-30T00:00:00Z" }],
          ["expiresAt", { expiresAt: "9999-12-31T23:59:59-01:00" }],
          ["expiresAt", { expiresAt: "2126-01-01T00:00:00" }],
          ["message", { message: "\ud800" }],
        ] as const) {
          const answer = yield* call("POST", `${base}/shares`, body);
          assert.deepStrictEqual([answer.status, issuePaths(answer)], [400, [path]]);
        }
        const both = { channel: "email", expiresAt: "2020-01-01T00:00:00Z" };
        const paths = issuePaths(yield* call("POST", `${base}/shares`, both));
        assert.sameMembers([...paths], ["recipientEmail", "expiresAt"]);
        assert.deepStrictEqual(yield* listed(base), []);
        const expiresAt = "9999-12-31T23:59:59.999Z";
        const last = yield* call("POST", `${base}/shares`, { expiresAt });
        assert.strictEqual(fieldsOf(last)["expiresAt"], expiresAt);
      }),
    );

    it.effect("is not possible before there is a document", () =>
      Effect.gen(function* () {
        const { id } = yield* submitInvoice("queued");
        for (const [path, body] of [
          ["shares", {}],
          ["email", { to: "early@example.com" }],
        ] as const) {
          const answer = yield* call("POST", `/v1/renders/${id}/${path}`, body);
          assert.deepStrictEqual([answer.status, codeOf(answer)], [409, "conflict"]);
        }
        assert.deepStrictEqual(yield* mailsTo("early@example.com"), []);
      }),
    );

    it.effect("under one key is one share, 20 at once included", () =>
      Effect.gen(function* () {
        const { base, count } = yield* sharedDocument;
        const headers = { "idempotency-key": "one" };
        const wanted = { channel: "email", recipientEmail: "keyed@example.com" };
        const answers = yield* Effect.all(
          Array.from({ length: 20 }, () => call("POST", `${base}/shares`, wanted, headers)),
          { concurrency: "unbounded" },
        );
        assert.strictEqual(answers.filter(({ status }) => status === 201).length, 1);
        assert.strictEqual(answers.filter(({ status }) => status === 200).length, 19);
        assert.strictEqual(new Set(answers.map((answer) => fieldsOf(answer)["id"])).size, 1);
        yield* until(Effect.map(count("email_sent"), (sent) => sent === 1));
        assert.strictEqual((yield* mailsTo("keyed@example.com")).length, 1);
        const other = yield* sharedDocument;
        assert.strictEqual((yield* call("POST", `${other.base}/shares`, {}, headers)).status, 201);
      }),
    );
  },
);

layer(apiServer, { excludeTestServices: true, timeout: "2 minutes" })("shares", (it) => {
  describe("GET /v1/renders/{id}/shares", () => {
    it.effect("lists them newest first, revoked ones too, with what was clicked", () =>
      Effect.gen(function* () {
        const { base, share } = yield* sharedDocument;
        const [first, second] = [yield* share(), yield* share({ message: "Two" })];
        yield* visit(second.page);
        yield* visit(second.page, { "user-agent": "Another" });
        yield* call("DELETE", `${base}/shares/${first.id}`);
        const shares = yield* listed(base);
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
    it.effect("revokes once, and the link leads nowhere from then on", () =>
      Effect.gen(function* () {
        const { base, share, count } = yield* sharedDocument;
        const { id, page } = yield* share();
        const answers = yield* Effect.all(
          Array.from({ length: 10 }, () => call("DELETE", `${base}/shares/${id}`)),
          { concurrency: "unbounded" },
        );
        const [done, ...more] = answers.filter(({ status }) => status === 200);
        assert.deepStrictEqual(more, []);
        assert.sameMembers(Object.keys(fieldsOf(done ?? assert.fail())), ["id", "revokedAt"]);
        for (const answer of answers.filter((other) => other !== done)) {
          assert.deepStrictEqual([answer.status, codeOf(answer)], [404, "not_found"]);
        }
        assert.strictEqual((yield* visit(page)).status, 410);
        assert.strictEqual(yield* count("share_revoked"), 1);
      }),
    );

    it.effect("finds no share of another render, and nothing under what is no id", () =>
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
    it.effect("answers when the mail is sent", () =>
      Effect.gen(function* () {
        const { base, count } = yield* sharedDocument;
        const wanted = { to: "bob@example.com", recipientName: "Bob", message: "Hi\nthere" };
        const answer = yield* call("POST", `${base}/email`, wanted);
        assert.strictEqual(answer.status, 201, answer.text);
        const { id, shareToken, shareUrl, emailMessageId, sentAt } = fieldsOf(answer);
        assert.strictEqual(shareUrl, `${BASE_URL}/share/${String(shareToken)}`);
        assert.isString(sentAt);
        const [mail = ""] = yield* mailsTo("bob@example.com");
        assert.include(mail, `Message-ID: ${String(emailMessageId)}`);
        assert.include(mail, "Hello Bob,");
        assert.strictEqual(yield* count("email_sent"), 1);
        const [share] = yield* listed(base);
        assert.deepInclude(share, { id, channel: "email", recipientEmail: "bob@example.com" });
      }),
    );

    it.effect("under one key sends one mail, 10 at once included", () =>
      Effect.gen(function* () {
        const { base } = yield* sharedDocument;
        const headers = { "idempotency-key": "mail" };
        const send = call("POST", `${base}/email`, { to: "single@example.com" }, headers);
        const answers = yield* Effect.all(
          Array.from({ length: 10 }, () => send),
          { concurrency: "unbounded" },
        );
        assert.strictEqual(answers.filter(({ status }) => status === 201).length, 1);
        assert.strictEqual(new Set(answers.map(({ text }) => text)).size, 1);
        assert.strictEqual((yield* mailsTo("single@example.com")).length, 1);
      }),
    );

    it.effect("that cannot be sent is never sent, and its key is free again", () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem;
        const { outbox } = yield* ApiServer;
        const { base } = yield* sharedDocument;
        const headers = { "idempotency-key": "again" };
        const send = call("POST", `${base}/email`, { to: "lost@example.com" }, headers);
        // A file where the folder of mails is to be.
        yield* fs.rename(outbox, `${outbox}.kept`);
        yield* fs.writeFileString(outbox, "");
        const refused = yield* send;
        assert.deepStrictEqual([refused.status, codeOf(refused)], [502, "email_send_failed"]);
        yield* fs.remove(outbox);
        yield* fs.rename(`${outbox}.kept`, outbox);

        const [share] = yield* listed(base);
        assert.strictEqual(share?.["revokedReason"], "email_send_failed");
        const sql = yield* SqlClient.SqlClient;
        const mails = yield* sql`
          SELECT status FROM mails WHERE recipient_email = 'lost@example.com'`;
        assert.deepStrictEqual(mails, [{ status: "cancelled" }]);
        assert.strictEqual((yield* send).status, 201);
        assert.strictEqual((yield* mailsTo("lost@example.com")).length, 1);
      }),
    );

    it.effect("may be revoked while it is given up", () =>
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
          const shares = yield* listed(base);
          const revoke = shares.map(({ id }) => call("DELETE", `${base}/shares/${String(id)}`));
          const answers = yield* Effect.all(revoke, { concurrency: "unbounded" });
          for (const { status, text } of answers) assert.include([200, 404], status, text);
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
