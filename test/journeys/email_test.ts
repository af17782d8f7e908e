import { assert, describe, layer } from "@effect/vitest";
import { EmailJob, Emails, EmailStore } from "@paraph/core/emails";
import { Engagement } from "@paraph/core/engagement";
import { NO_VISITOR, Transaction } from "@paraph/core/values";
import { DateTime, Effect, Fiber, Option } from "effect";

import {
  BASE,
  countsOf,
  mailing,
  eventTypesOf,
  queueEmail,
  Server,
  messagesTo,
} from "./queued_email.ts";

layer(mailing, { excludeTestServices: true, timeout: "2 minutes" })("EmailJob.run()", (it) => {
  describe("an email that is accepted", () => {
    it.effect("arrives once, with the same content in text and HTML", () =>
      Effect.gen(function* () {
        const server = yield* Server;
        const email = yield* queueEmail("ada@example.com");
        yield* (yield* EmailJob).run(email.id, 1);
        const [message, ...more] = messagesTo(server, "ada@example.com");
        assert.deepStrictEqual(more, []);
        const { from, subject, text, html, messageId } = message?.email ?? assert.fail();
        assert.deepStrictEqual(from, { name: "Paraph", address: "no-reply@paraph.test" });
        assert.strictEqual(subject, "A document");
        const { status, sentAt, pixelUrl, ...details } = yield* email.current;
        assert.strictEqual(messageId, details.messageId);
        assert.strictEqual(status, "sent");
        assert.isNotNull(sentAt);
        for (const words of ["Hello,", "Here it is.", details.letter.action.url, "Take care."]) {
          assert.include(text, words);
          assert.include(html, words);
        }
        assert.include(html, `<img src="${pixelUrl}"`);
        assert.strictEqual((yield* countsOf(email)).email_sent, 1);
        assert.deepStrictEqual(yield* eventTypesOf(email.projectId), ["document.email_sent"]);
      }),
    );

    it.effect("arrives once, also when its job runs repeatedly and concurrently", () =>
      Effect.gen(function* () {
        const server = yield* Server;
        const job = yield* EmailJob;
        const email = yield* queueEmail("busy@example.com");
        const runs = Array.from({ length: 20 }, () => Effect.exit(job.run(email.id, 1)));
        yield* Effect.all(runs, { concurrency: "unbounded" });
        yield* Effect.exit(job.run(email.id, 2));
        assert.strictEqual(messagesTo(server, "busy@example.com").length, 1);
        assert.strictEqual((yield* countsOf(email)).email_sent, 1);
      }),
    );

    it.effect("comes from its organisation's sender, also with commas", () =>
      Effect.gen(function* () {
        const server = yield* Server;
        const emailFrom = "Acme, Ltd. <billing@acme.example>";
        const { id } = yield* queueEmail("acme@example.com", { emailFrom });
        yield* (yield* EmailJob).run(id, 1);
        const from = messagesTo(server, "acme@example.com")[0]?.email.from;
        assert.deepStrictEqual(from, { name: "Acme, Ltd.", address: "billing@acme.example" });
      }),
    );

    it.effect("contains no header and no markup from its data", () =>
      Effect.gen(function* () {
        const server = yield* Server;
        const hostile = 'x\r\nBcc: evil@example.com\r\n\r\n<script>alert(1)</script>"\u2028';
        const { id } = yield* queueEmail("hostile@example.com", {
          to: { email: "hostile@example.com", name: hostile },
          letter: {
            subject: hostile,
            greeting: hostile,
            opening: hostile,
            quote: hostile,
            action: { label: hostile, url: `${BASE}/"><script>` },
            notes: [hostile],
          },
        });
        yield* (yield* EmailJob).run(id, 1);
        const [message, ...more] = messagesTo(server, "hostile@example.com");
        const { headers, html, bcc, to: recipients } = message?.email ?? assert.fail();
        assert.deepStrictEqual([more, bcc, message?.to], [[], undefined, ["hostile@example.com"]]);
        assert.notInclude(
          headers.map(({ key }) => key),
          "bcc",
        );
        assert.deepStrictEqual(
          recipients?.map(({ address }) => address),
          ["hostile@example.com"],
        );
        assert.notInclude(html, "<script");
      }),
    );
  });

  describe("an email that is not accepted", () => {
    it.effect("is given up when the server rejects it, without a sent event", () =>
      Effect.gen(function* () {
        const server = yield* Server;
        server.setBehaviour("unknown@example.com", { does: "refuse recipient", code: 550 });
        server.setBehaviour("unwanted@example.com", { does: "refuse message", code: 554 });
        for (const address of ["unknown@example.com", "unwanted@example.com"]) {
          const email = yield* queueEmail(address);
          yield* (yield* EmailJob).run(email.id, 1);
          const { status, lastError } = yield* email.current;
          assert.strictEqual(status, "failed");
          assert.notInclude(lastError, address);
          assert.strictEqual((yield* countsOf(email)).email_sent, 0);
        }
      }),
    );

    it.effect("is retried when the server may accept it later, and arrives once", () =>
      Effect.gen(function* () {
        const server = yield* Server;
        for (const does of ["refuse recipient", "refuse message"] as const) {
          const address = `${does.slice(7)}@example.com`;
          server.setBehaviour(address, { does, code: 451 });
          const email = yield* queueEmail(address);
          const job = yield* EmailJob;
          assert.strictEqual((yield* Effect.flip(job.run(email.id, 1)))._tag, "mail_delayed");
          const { status, handedOverAt, lastError } = yield* email.current;
          assert.deepStrictEqual([status, handedOverAt], ["queued", null]);
          assert.include(lastError, "451");
          server.setBehaviour(address, { does: "wait", until: Promise.resolve() });
          yield* job.run(email.id, 2);
          assert.strictEqual(messagesTo(server, address).length, 1);
        }
      }),
    );

    it.effect("is given up after the maximum number of attempts", () =>
      Effect.gen(function* () {
        (yield* Server).setBehaviour("never@example.com", { does: "refuse recipient", code: 451 });
        const email = yield* queueEmail("never@example.com");
        yield* (yield* EmailJob).run(email.id, 24);
        assert.strictEqual((yield* email.current).status, "failed");
      }),
    );

    it.effect("is not sent after its link has expired", () =>
      Effect.gen(function* () {
        const server = yield* Server;
        const expiresAt = DateTime.makeUnsafe("2026-01-01T00:00:00Z");
        const email = yield* queueEmail("late@example.com", { expiresAt });
        const before = server.recipientCount();
        yield* (yield* EmailJob).run(email.id, 1);
        assert.strictEqual((yield* email.current).status, "failed");
        assert.strictEqual(server.recipientCount(), before);
      }),
    );
  });

  describe("an email whose arrival is unknown", () => {
    it.effect("counts as sent and is not sent again", () =>
      Effect.gen(function* () {
        const server = yield* Server;
        server.setBehaviour("silent@example.com", { does: "take and hang up" });
        const email = yield* queueEmail("silent@example.com");
        const job = yield* EmailJob;
        yield* job.run(email.id, 1);
        yield* job.run(email.id, 2);
        assert.strictEqual((yield* email.current).status, "sent");
        assert.strictEqual(messagesTo(server, "silent@example.com").length, 1);
        assert.strictEqual((yield* countsOf(email)).email_sent, 1);
      }),
    );

    it.effect("counts as sent when its worker died while sending it", () =>
      Effect.gen(function* () {
        const server = yield* Server;
        const email = yield* queueEmail("died@example.com");
        yield* (yield* EmailStore).handOver(email.id, yield* DateTime.now);
        yield* (yield* EmailJob).run(email.id, 2);
        assert.strictEqual((yield* email.current).status, "sent");
        assert.deepStrictEqual(messagesTo(server, "died@example.com"), []);
        assert.strictEqual((yield* countsOf(email)).email_sent, 1);
      }),
    );
  });

  describe("an email that is cancelled", () => {
    it.effect("does not arrive when cancelled before the server responds", () =>
      Effect.gen(function* () {
        const server = yield* Server;
        const { promise: until, resolve } = Promise.withResolvers<void>();
        server.setBehaviour("slow@example.com", { does: "wait", until });
        const email = yield* queueEmail("slow@example.com");
        const before = server.recipientCount();
        const run = yield* Effect.forkChild(Effect.exit((yield* EmailJob).run(email.id, 1)));
        yield* Effect.repeat(Effect.sleep("5 millis"), {
          until: () => server.recipientCount() > before,
        });
        assert.isTrue(yield* (yield* Emails).cancel(email.cause));
        resolve();
        yield* Fiber.await(run);
        assert.strictEqual((yield* email.current).status, "cancelled");
        assert.deepStrictEqual(messagesTo(server, "slow@example.com"), []);
      }),
    );

    it.effect("stays sent when cancelled later", () =>
      Effect.gen(function* () {
        const email = yield* queueEmail("early@example.com");
        yield* (yield* EmailJob).run(email.id, 1);
        assert.isFalse(yield* (yield* Emails).cancel(email.cause));
        assert.strictEqual((yield* email.current).status, "sent");
      }),
    );
  });
});

layer(mailing, { excludeTestServices: true, timeout: "2 minutes" })("Emails", (it) => {
  it.effect("queue() creates one email for one cause", () =>
    Effect.gen(function* () {
      const { current, queued } = yield* queueEmail("one@example.com");
      const { id } = yield* current;
      yield* (yield* Emails).queue(queued);
      assert.strictEqual((yield* current).id, id);
    }),
  );

  it.effect("queue() rolled back leaves nothing to send", () =>
    Effect.gen(function* () {
      const { queued } = yield* queueEmail("kept@example.com");
      const email = { ...queued, cause: "test:rolled back" };
      const transaction = yield* Transaction;
      const failingTransaction = Effect.andThen(
        (yield* Emails).queue(email),
        Effect.fail("no" as const),
      );
      assert.strictEqual(yield* Effect.flip(transaction.run(failingTransaction)), "no");
      assert.isTrue(Option.isNone(yield* (yield* EmailStore).findByCause(email.cause)));
    }),
  );

  it.effect("opened() is recorded once, and only for a sent email", () =>
    Effect.gen(function* () {
      const emails = yield* Emails;
      const email = yield* queueEmail("reader@example.com");
      yield* emails.recordOpen(email.id, NO_VISITOR);
      assert.strictEqual((yield* countsOf(email)).email_opened, 0);
      yield* (yield* EmailJob).run(email.id, 1);
      const visitor = { sourceIp: "192.0.2.1", userAgent: "Reader" };
      yield* Effect.all(
        Array.from({ length: 20 }, () => emails.recordOpen(email.id, visitor)),
        { concurrency: "unbounded" },
      );
      assert.strictEqual((yield* countsOf(email)).email_opened, 1);
      const { recent } = yield* (yield* Engagement).summary(email.projectId, email.renderId);
      assert.deepInclude(recent[0], { ...visitor, eventType: "email_opened" });
      yield* emails.recordOpen("01900000-0000-7000-8000-000000000000", visitor);
      yield* emails.recordOpen("no id", visitor);
    }),
  );
});
