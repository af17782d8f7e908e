import { assert, describe, it } from "@effect/vitest";
import { Effect, Schedule } from "effect";
import { SqlClient } from "effect/sql";

import { startServer } from "../packages/cli/_testing/paraph_process.ts";
import { fieldsOf } from "../packages/http/_testing/body.ts";
import {
  besides,
  caller,
  type Deployment,
  environment,
  makeDataDir,
  mintProjectKey,
} from "./deployment.ts";
import { type Behaviour, startMailServer } from "./mail_server.ts";

const LETTER = {
  name: "Letter",
  manifest: {
    variables: [{ key: "name", label: "Name", dataType: "text" }],
    loops: [],
  },
};

/** A deployment with a mail server, a way to start it, and a document to share. */
const deployed = Effect.gen(function* () {
  const mailServer = yield* startMailServer;
  const deployment: Deployment = { dataDir: yield* makeDataDir };
  const start = startServer([], { ...environment(deployment), SMTP_URL: mailServer.url });
  const database = besides(deployment);
  const server = yield* start;
  const key = yield* Effect.provide(mintProjectKey, database);
  const call = caller(server.port, key);
  assert.strictEqual((yield* call("PUT", "/v1/templates/letter", LETTER)).status, 201);
  const body = { data: { name: "Ada" }, options: { sync: true } };
  const render = fieldsOf(yield* call("POST", "/v1/templates/letter/render", body));
  assert.strictEqual(render["status"], "succeeded");
  const shares = `/v1/renders/${String(render["id"])}/shares`;
  const share = Effect.fnUntraced(function* (recipientEmail: string) {
    const wanted = { channel: "email", recipientEmail };
    assert.strictEqual((yield* call("POST", shares, wanted)).status, 201);
  });
  return { mailServer, server, start, share, database };
});

const until = (holds: () => boolean) =>
  Effect.sync(holds).pipe(
    Effect.repeat({ until: (done) => done, schedule: Schedule.spaced("20 millis") }),
    Effect.timeout("60 seconds"),
  );

/** Waits until no mail waits any more; how many were sent, and how often that was told. */
const settled = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  const queued = sql`SELECT id FROM mails WHERE status = 'queued'`;
  yield* queued.pipe(
    Effect.repeat({
      until: (mails) => mails.length === 0,
      schedule: Schedule.spaced("50 millis"),
    }),
    Effect.timeout("60 seconds"),
  );
  const [counts] = yield* sql<{ sent: number; told: number }>`
    SELECT
      (SELECT count(*)::int FROM mails WHERE status = 'sent') AS sent,
      (SELECT count(*)::int FROM engagement_events WHERE event_type = 'email_sent') AS told`;
  return counts ?? assert.fail();
});

const people = (count: number) =>
  Array.from({ length: count }, (_, at) => `reader-${at}@example.com`);

describe("a server killed with mails to send", () => {
  it.live(
    "sends each of them once when it is back, those that it had begun to send too",
    () =>
      Effect.gen(function* () {
        const { mailServer, server, start, share, database } = yield* deployed;
        const { promise: forever } = Promise.withResolvers<void>();
        const recipients = people(20);
        const all = (behaviour: Behaviour) =>
          recipients.forEach((recipient) => mailServer.behave(recipient, behaviour));
        all({ does: "wait", until: forever });
        yield* Effect.forEach(recipients, share, { concurrency: "unbounded" });
        // The first of them have told their recipients and wait for the mail server to go on.
        yield* until(() => mailServer.asked() >= 4);
        yield* server.stop("SIGKILL");
        assert.deepStrictEqual(mailServer.received, []);

        all({ does: "wait", until: Promise.resolve() });
        yield* start;
        yield* until(() => mailServer.received.length >= recipients.length);
        const { sent, told } = yield* Effect.provide(settled, database);
        assert.deepStrictEqual([sent, told], [recipients.length, recipients.length]);
        assert.sameMembers(
          mailServer.received.flatMap(({ to }) => to),
          recipients,
        );
      }),
    90_000,
  );

  it.live(
    "does not send again what the mail server has all of",
    () =>
      Effect.gen(function* () {
        const { mailServer, server, start, share, database } = yield* deployed;
        const { promise: forever } = Promise.withResolvers<void>();
        const recipients = people(4);
        for (const recipient of recipients) {
          mailServer.behave(recipient, { does: "take and wait", until: forever });
        }
        yield* Effect.forEach(recipients, share, { concurrency: "unbounded" });
        yield* until(() => mailServer.received.length === recipients.length);
        yield* server.stop("SIGKILL");

        yield* start;
        const { sent, told } = yield* Effect.provide(settled, database);
        assert.deepStrictEqual([sent, told], [recipients.length, recipients.length]);
        assert.strictEqual(mailServer.received.length, recipients.length);
        assert.strictEqual(mailServer.asked(), recipients.length);
      }),
    90_000,
  );
});
