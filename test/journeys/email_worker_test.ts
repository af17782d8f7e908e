import { assert, layer } from "@effect/vitest";
import { Emails } from "@paraph/core/emails";
import { Effect, Layer, Option } from "effect";
import { SqlClient } from "effect/sql";

import { emailWorker } from "../../packages/worker/email_worker.ts";
import { awaiting } from "../support/killable_server.ts";
import { countsOf, mailing, queueEmail, Server, messagesTo } from "./queued_email.ts";

layer(mailing, { excludeTestServices: true, timeout: "2 minutes" })("emailWorker", (it) => {
  it.effect("sends queued emails, and postponed ones when they are due", () =>
    Effect.gen(function* () {
      const server = yield* Server;
      server.setBehaviour("again@example.com", { does: "refuse recipient", code: 421 });
      const [plain, again] = [
        yield* queueEmail("plain@example.com"),
        yield* queueEmail("again@example.com"),
      ];
      yield* Layer.build(emailWorker);
      const emails = yield* Emails;
      const attemptOf = (cause: string) =>
        Effect.map(emails.awaitAttempt(cause, "20 seconds"), Option.getOrThrow);
      assert.strictEqual((yield* attemptOf(plain.cause)).status, "sent");
      assert.isNotNull((yield* attemptOf(again.cause)).lastError);
      assert.isTrue(Option.isNone(yield* emails.awaitAttempt("unknown", "20 seconds")));
      server.setBehaviour("again@example.com", { does: "wait", until: Promise.resolve() });
      const isSent = Effect.map(again.current, ({ status }) => status === "sent");
      yield* Effect.repeat(Effect.delay(isSent, "50 millis"), { until: (done) => done }).pipe(
        Effect.timeout("2 minutes"),
      );
      assert.strictEqual(messagesTo(server, "again@example.com").length, 1);
    }).pipe(Effect.scoped),
  );

  it.effect("a project with 10,000 queued emails does not delay another project", () =>
    Effect.gen(function* () {
      const server = yield* Server;
      const sql = yield* SqlClient.SqlClient;
      const busy = yield* queueEmail("busy@example.com");
      yield* sql`
        INSERT INTO mails (
          id, cause, project_id, render_id, share_id, recipient_email, letter, message_id, pixel_url,
          created_at, status
        )
        SELECT
          gen_random_uuid(), cause || ':' || at, project_id, render_id, share_id,
          'busy-' || at || '@example.com', letter, message_id, pixel_url, created_at, status
        FROM mails, generate_series(1, 10000) AS at
        WHERE id = ${busy.id}`;
      yield* sql`
        INSERT INTO email_jobs (id, project_id)
        SELECT id, project_id
        FROM mails
        WHERE project_id = ${busy.projectId}
          AND id <> ${busy.id}`;
      const quiet = yield* queueEmail("quiet@example.com");
      const before = server.emails.length;
      yield* Effect.scoped(
        Effect.andThen(
          Layer.build(emailWorker),
          (yield* Emails).awaitAttempt(quiet.cause, "1 minute"),
        ),
      );
      const order = server.emails.slice(before).flatMap((email) => email.to);
      assert.include(order.slice(0, 8), "quiet@example.com");

      // The server is slow: three of the four concurrent emails may belong to one project.
      const { promise: until, resolve } = Promise.withResolvers<void>();
      for (let index = 0; index <= 10_000; index += 1) {
        server.setBehaviour(index === 0 ? "busy@example.com" : `busy-${index}@example.com`, {
          does: "wait",
          until,
        });
      }
      yield* Effect.gen(function* () {
        const requestsBefore = server.recipientCount();
        yield* Layer.build(emailWorker);
        yield* Effect.repeat(Effect.sleep("10 millis"), {
          until: () => server.recipientCount() >= requestsBefore + 3,
        });
        const late = yield* queueEmail("late-comer@example.com");
        const email = yield* (yield* Emails).awaitAttempt(late.cause, "1 minute");
        assert.strictEqual(Option.getOrThrow(email).status, "sent");
        yield* sql`DELETE FROM email_jobs`;
        yield* sql`UPDATE mails SET status = 'cancelled' WHERE status = 'queued'`;
        resolve();
      }).pipe(Effect.scoped);
    }),
  );

  it.effect("an unreadable email is given up at once", () =>
    Effect.gen(function* () {
      const server = yield* Server;
      const sql = yield* SqlClient.SqlClient;
      const [late, blank] = [
        yield* queueEmail("endless@example.com"),
        yield* queueEmail("blank@example.com"),
      ];
      yield* sql`UPDATE mails SET expires_at = 'infinity' WHERE id = ${late.id}`;
      yield* sql`UPDATE mails SET letter = 'null' WHERE id = ${blank.id}`;
      const requestsBefore = server.recipientCount();
      yield* Layer.build(emailWorker);
      const query = sql<{ status: string; lastError: string }>`
        SELECT status, last_error
        FROM mails
        WHERE id = ANY(${[late.id, blank.id]}::uuid[])
          AND status <> 'queued'
          AND id NOT IN (SELECT id FROM email_jobs)`;
      const rows = yield* awaiting(query, (result) => result.length === 2);
      const expected = { status: "failed", lastError: "the stored email cannot be read" };
      assert.deepStrictEqual(rows, [expected, expected]);
      assert.strictEqual(server.recipientCount(), requestsBefore);
    }).pipe(Effect.scoped),
  );

  it.effect("an email whose content cannot be updated is sent once and recorded", () =>
    Effect.gen(function* () {
      const server = yield* Server;
      const sql = yield* SqlClient.SqlClient;
      const email = yield* queueEmail("zero@example.com");
      // JSON allows it, but jsonb does not.
      yield* sql`
        UPDATE mails
        SET letter = replace(letter::text, 'Here it is.', 'Here \\u0000 it is.')::json
        WHERE id = ${email.id}`;
      yield* Layer.build(emailWorker);
      const current = yield* awaiting(email.current, ({ status }) => status !== "queued");
      assert.deepStrictEqual([current.status, current.letter.action.url], ["sent", ""]);
      assert.strictEqual(messagesTo(server, "zero@example.com").length, 1);
      assert.strictEqual((yield* countsOf(email)).email_sent, 1);
    }).pipe(Effect.scoped),
  );
});
