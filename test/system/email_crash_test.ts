import { assert, describe, it } from "@effect/vitest";
import { Effect } from "effect";
import { SqlClient } from "effect/sql";

import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { awaiting, publishLetter, startKillable } from "../support/killable_server.ts";
import { type Behaviour, startMailServer } from "../support/mail_server.ts";

/** A server with a mail server, and a document to share. */
const mailDeployment = Effect.gen(function* () {
  const mailServer = yield* startMailServer;
  const { server, start, database, call } = yield* startKillable({ SMTP_URL: mailServer.url });
  yield* publishLetter(call);
  const body = { data: { name: "Ada" }, options: { sync: true } };
  const render = fieldsOf(yield* call("POST", "/v1/templates/letter/render", body));
  assert.strictEqual(render["status"], "succeeded");
  const shares = `/v1/renders/${String(render["id"])}/shares`;
  const share = Effect.fnUntraced(function* (recipientEmail: string) {
    const shareRequest = { channel: "email", recipientEmail };
    assert.strictEqual((yield* call("POST", shares, shareRequest)).status, 201);
  });
  return { mailServer, server, start, share, database };
});

const until = (holds: () => boolean) => awaiting(Effect.sync(holds), (done) => done);

/** Waits until no email is pending; returns how many were sent and how many events report it. */
const awaitEmailCounts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  const queuedEmails = sql`SELECT id FROM mails WHERE status = 'queued'`;
  yield* awaiting(queuedEmails, (emails) => emails.length === 0);
  const [counts] = yield* sql<{ sent: number; told: number }>`
    SELECT
      (SELECT count(*)::int FROM mails WHERE status = 'sent') AS sent,
      (SELECT count(*)::int FROM engagement_events WHERE event_type = 'email_sent') AS told`;
  return counts ?? assert.fail();
});

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => `reader-${index}@example.com`);

describe("a server killed with emails to send", () => {
  it.live(
    "sends each of them once after its restart, also those it had begun to send",
    () =>
      Effect.gen(function* () {
        const { mailServer, server, start, share, database } = yield* mailDeployment;
        const { promise: forever } = Promise.withResolvers<void>();
        const recipients = people(20);
        const all = (behaviour: Behaviour) =>
          recipients.forEach((recipient) => mailServer.setBehaviour(recipient, behaviour));
        all({ does: "wait", until: forever });
        yield* Effect.forEach(recipients, share, { concurrency: "unbounded" });
        // The first of them have named their recipients and wait for the mail server.
        yield* until(() => mailServer.recipientCount() >= 4);
        yield* server.stop("SIGKILL");
        assert.deepStrictEqual(mailServer.emails, []);

        all({ does: "wait", until: Promise.resolve() });
        yield* start;
        yield* until(() => mailServer.emails.length >= recipients.length);
        const { sent, told } = yield* Effect.provide(awaitEmailCounts, database);
        assert.deepStrictEqual([sent, told], [recipients.length, recipients.length]);
        assert.sameMembers(
          mailServer.emails.flatMap(({ to }) => to),
          recipients,
        );
      }),
    240_000,
  );

  it.live(
    "does not send an email again that the mail server has received",
    () =>
      Effect.gen(function* () {
        const { mailServer, server, start, share, database } = yield* mailDeployment;
        const { promise: forever } = Promise.withResolvers<void>();
        const recipients = people(4);
        for (const recipient of recipients) {
          mailServer.setBehaviour(recipient, { does: "take and wait", until: forever });
        }
        yield* Effect.forEach(recipients, share, { concurrency: "unbounded" });
        yield* until(() => mailServer.emails.length === recipients.length);
        yield* server.stop("SIGKILL");

        yield* start;
        const { sent, told } = yield* Effect.provide(awaitEmailCounts, database);
        assert.deepStrictEqual([sent, told], [recipients.length, recipients.length]);
        assert.strictEqual(mailServer.emails.length, recipients.length);
        assert.strictEqual(mailServer.recipientCount(), recipients.length);
      }),
    240_000,
  );
});
