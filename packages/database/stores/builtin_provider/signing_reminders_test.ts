import { assert, layer } from "@effect/vitest";
import { Signatures, SignatureWork } from "@paraph/core/signatures";
import { Duration, Effect } from "effect";
import { SqlClient } from "effect/sql";
import { TestClock } from "effect/testing";

import {
  deliver,
  emailsOf,
  finish,
  person,
  requestSignature,
  runSignatureWork,
  signatureOf,
  signingServices,
  tokenOf,
} from "./signing_fixture.ts";

/** The recipients of the reminders of a request. */
const remindersOf = (request: { readonly renderId: string }) =>
  Effect.map(emailsOf(request), (emails) =>
    emails
      .filter(({ subject }) => subject.startsWith("Reminder: "))
      .map(({ to }) => to.split("@")[0]),
  );

/** A request to Ada and then Bob, whose first invitation is sent. */
const remindedRequest = Effect.gen(function* () {
  const request = yield* requestSignature({
    recipients: [person("ada"), person("bob")],
    fields: [signatureOf(0), signatureOf(1)],
    expirationHours: 24 * 30,
    reminders: { afterDays: 3, everyDays: 2, max: 2 },
  });
  yield* deliver(request);
  return request;
});

layer(signingServices, { timeout: "60 seconds" })("automatic reminders", (it) => {
  it.effect("follow the schedule of the request, each for those whose turn it is", () =>
    Effect.gen(function* () {
      const { run } = yield* SignatureWork;
      const sql = yield* SqlClient.SqlClient;
      const request = yield* remindedRequest;
      const { id } = request;
      const next = yield* run({ id, claim: "", failures: 0, traceParent: null });
      const delay = next.kind === "in" ? Duration.toHours(next.delay) : 0;
      assert.isAtMost(delay, 72);
      assert.isAbove(delay, 71);
      yield* TestClock.adjust("71 hours");
      yield* runSignatureWork(id);
      assert.deepEqual(yield* remindersOf(request), []);
      yield* TestClock.adjust("2 hours");
      yield* runSignatureWork(id);
      assert.deepEqual(yield* remindersOf(request), ["ada"]);
      yield* TestClock.adjust("10 days");
      yield* runSignatureWork(id);
      assert.deepEqual(yield* remindersOf(request), ["ada", "ada"]);
      yield* finish(yield* tokenOf(request, "ada"));
      yield* runSignatureWork(id);
      yield* TestClock.adjust("3 days");
      yield* runSignatureWork(id);
      assert.deepEqual(yield* remindersOf(request), ["ada", "ada", "bob"]);
      const events = yield* sql<{ name: string }>`
        SELECT body::json -> 'data' -> 'recipient' ->> 'firstName' AS name
        FROM events
        WHERE type = 'signature.reminded' AND body::json -> 'data' ->> 'id' = ${id}
        ORDER BY id`;
      assert.deepEqual(
        events.map(({ name }) => name),
        ["ada", "ada", "bob"],
      );
    }),
  );

  it.effect("are sent once by many workers, and after a worker was killed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const request = yield* remindedRequest;
      const { id } = request;
      yield* TestClock.adjust("73 hours");
      // The death of the worker rolls its transaction back.
      const killed = Effect.andThen(runSignatureWork(id), Effect.die("killed"));
      yield* Effect.exit(sql.withTransaction(killed));
      assert.deepEqual(yield* remindersOf(request), []);
      yield* Effect.all(
        Array.from({ length: 6 }, () => runSignatureWork(id)),
        { concurrency: "unbounded" },
      );
      assert.deepEqual(yield* remindersOf(request), ["ada"]);
    }),
  );

  it.effect("are skipped when the sender has just reminded", () =>
    Effect.gen(function* () {
      const { remind } = yield* Signatures;
      const request = yield* remindedRequest;
      const { id, projectId } = request;
      yield* TestClock.adjust("71 hours");
      yield* TestClock.adjust("45 minutes");
      yield* remind(projectId, id);
      yield* TestClock.adjust("30 minutes");
      yield* runSignatureWork(id);
      assert.deepEqual(yield* remindersOf(request), ["ada"]);
      yield* TestClock.adjust("2 days");
      yield* runSignatureWork(id);
      // The manual reminder was still queued, so it is replaced.
      assert.deepEqual(yield* remindersOf(request), ["ada", "ada"]);
    }),
  );
});
