import { assert, layer } from "@effect/vitest";
import { Signing } from "@paraph/core/builtin_provider";
import { ErasureStore } from "@paraph/core/erasure";
import { AssetStore } from "@paraph/core/renders";
import { Signatures, type SignatureWork } from "@paraph/core/signatures";
import { RenderId, Transaction } from "@paraph/core/values";
import { Cause, Effect, Exit, Result } from "effect";
import { SqlClient } from "effect/sql";
import { TestClock } from "effect/testing";

import {
  certificates,
  requestOneSignature,
  auditOf,
  deliver,
  finish,
  submissionOf,
  emailsOf,
  person,
  requestSignature,
  signatureOf,
  signingServices,
  status,
  tokenOf,
  VISITOR,
  runSignatureWork,
} from "./signing_fixture.ts";

const options = { timeout: "120 seconds", excludeTestServices: true } as const;

/** The emails to an invited recipient after each end. */
const OUTCOME_SUBJECTS: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["completed", ["Completed: Contract"]],
  ["declined", []],
  ["cancelled", ["Cancelled: Contract"]],
  ["expired", ["Expired: Contract"]],
]);

type Actions = ReadonlyArray<Effect.Effect<unknown, unknown, SignatureWork>>;

layer(signingServices, options)("Signing", (it) => {
  it.effect("accepts twenty equal concurrent submissions as one, and later ones too", () =>
    Effect.gen(function* () {
      const request = yield* requestSignature({
        recipients: [person("ada"), person("bob")],
        fields: [signatureOf(0), signatureOf(1)],
      });
      const signing = yield* Signing;
      for (const name of ["ada", "bob"]) {
        const token = yield* tokenOf(request, name);
        const submission = yield* submissionOf(token);
        const responses = yield* Effect.all(
          Array.from({ length: 20 }, () => signing.finish(token, submission, VISITOR)),
          { concurrency: "unbounded" },
        );
        assert.deepEqual(new Set(responses.map(({ state }) => state)), new Set(["finished"]));
      }
      assert.strictEqual((yield* emailsOf(request)).length, 2);
      assert.strictEqual((yield* status(request)).status, "completed");
      const token = yield* tokenOf(request, "ada");
      const late = yield* signing.finish(token, yield* submissionOf(token), VISITOR);
      assert.strictEqual(late.state, "completed");
      assert.strictEqual((yield* emailsOf(request)).length, 4);
      assert.deepEqual(yield* auditOf(request.id), [
        "sent",
        "invited",
        "consented",
        "signed",
        "invited",
        "consented",
        "signed",
        "finished",
        "completed",
      ]);
    }),
  );

  it.effect("lets one of many concurrent signatures and refusals win", () =>
    Effect.gen(function* () {
      const request = yield* requestOneSignature();
      const signing = yield* Signing;
      const token = yield* tokenOf(request, "ada");
      const submission = yield* submissionOf(token);
      const responses = yield* Effect.all(
        Array.from({ length: 10 }, (_, index) =>
          Effect.result(
            index % 2 === 0
              ? signing.decline(token, { reason: "No" }, VISITOR)
              : signing.finish(token, submission, VISITOR),
          ),
        ),
        { concurrency: "unbounded" },
      );
      const states = new Set(
        responses.filter(Result.isSuccess).map(({ success }) => success.state),
      );
      assert.strictEqual(states.size, 1);
      assert.strictEqual(responses.filter(Result.isSuccess).length, 5);
      const { status: end } = yield* status(request);
      assert.strictEqual(end, states.has("declined") ? "declined" : "completed");
    }),
  );

  it.effect("ends when a recipient declines: only those who have signed are notified", () =>
    Effect.gen(function* () {
      const { decline, document } = yield* Signing;
      const request = yield* requestSignature({
        recipients: [person("ada"), person("bob"), person("eve"), person("copy", "CC")],
        fields: [signatureOf(0), signatureOf(1), signatureOf(2)],
      });
      yield* finish(yield* tokenOf(request, "ada"));
      yield* deliver(request);
      const bob = yield* tokenOf(request, "bob");
      const response = yield* decline(bob, { reason: "Too expensive" }, VISITOR);
      assert.deepEqual(yield* decline(bob, { reason: "Still" }, VISITOR), response);
      const outcome = yield* status(request);
      assert.deepEqual([outcome.status, outcome.errorMessage], ["declined", "Too expensive"]);
      assert.isDefined(outcome.recipients[1]?.declinedAt);
      assert.strictEqual((yield* Effect.flip(finish(bob)))._tag, "conflict");
      assert.strictEqual((yield* Effect.flip(document(bob)))._tag, "not_found");
      assert.deepEqual(
        (yield* emailsOf(request)).slice(2).map(({ to, subject }) => [to, subject]),
        [["ada@example.com", `Declined: ${request.name}`]],
      );
    }),
  );

  it.effect(
    "ends when the sender cancels: recipients are notified if their invitation was sent",
    () =>
      Effect.gen(function* () {
        const { cancel } = yield* Signatures;
        for (const delivered of [true, false]) {
          const request = yield* requestOneSignature();
          if (delivered) yield* deliver(request);
          const token = yield* tokenOf(request, "ada");
          yield* cancel(request.projectId, request.id, { reason: "A mistake" });
          assert.strictEqual((yield* Effect.flip(finish(token)))._tag, "conflict");
          assert.strictEqual((yield* (yield* Signing).ceremony(token)).state, "cancelled");
          assert.deepEqual(
            (yield* emailsOf(request)).map(({ subject, status: email }) => `${subject}: ${email}`),
            delivered
              ? ["Please sign: Contract: sent", "Cancelled: Contract: queued"]
              : ["Please sign: Contract: cancelled"],
          );
          assert.strictEqual((yield* status(request)).status, "cancelled");
          assert.strictEqual(
            (yield* Effect.flip(cancel(request.projectId, request.id, {})))._tag,
            "conflict",
          );
        }
      }),
  );

  it.effect("returns no submitted values or fields after an unsuccessful end", () =>
    Effect.gen(function* () {
      const { ceremony, decline } = yield* Signing;
      const { cancel } = yield* Signatures;
      const summaryOf = Effect.fnUntraced(function* (token: string) {
        const { state, fields, earlierMarks } = yield* ceremony(token);
        return [state, fields.length, earlierMarks.length];
      });
      for (const end of ["declined", "cancelled"]) {
        const request = yield* requestSignature({
          recipients: [person("ada"), person("bob")],
          fields: [signatureOf(0), signatureOf(1)],
        });
        const ada = yield* tokenOf(request, "ada");
        yield* finish(ada);
        const bob = yield* tokenOf(request, "bob");
        assert.deepEqual(yield* summaryOf(bob), ["open", 1, 1]);
        assert.deepEqual(yield* summaryOf(ada), ["finished", 1, 1]);
        yield* end === "declined"
          ? decline(bob, { reason: "No" }, VISITOR)
          : cancel(request.projectId, request.id, {});
        assert.deepEqual(yield* summaryOf(bob), [end, 0, 0]);
        assert.deepEqual(yield* summaryOf(ada), [end, 0, 0]);
      }
    }),
  );

  it.effect("certifies every unsuccessful end once, and offers its evidence to recipients", () =>
    Effect.gen(function* () {
      const { audit, certificate, ceremony, decline } = yield* Signing;
      const { audit: auditTrail, cancel, openCertificate } = yield* Signatures;
      const sql = yield* SqlClient.SqlClient;
      for (const end of ["declined", "cancelled"] as const) {
        const request = yield* requestSignature({
          recipients: [person("ada"), person("bob")],
          fields: [signatureOf(0), signatureOf(1)],
        });
        yield* finish(yield* tokenOf(request, "ada"));
        const token = yield* tokenOf(request, "bob");
        assert.strictEqual((yield* Effect.flip(audit(token)))._tag, "conflict");
        if (end === "declined") yield* decline(token, { reason: "Too dear" }, VISITOR);
        else if (end === "cancelled")
          yield* cancel(request.projectId, request.id, { reason: "Oh" });
        const issued = certificates.length;
        const { status: reached, certificateUrl } = yield* status(request);
        assert.strictEqual(reached, end);
        assert.match(String(certificateUrl), /\/certificate$/u);
        yield* runSignatureWork(request.id);
        assert.lengthOf(certificates, issued + 1);
        const content = certificates.at(-1)!;
        const reason = { declined: "Too dear", cancelled: "Oh" }[end];
        assert.deepEqual([content.outcome, content.reason], [end, reason]);
        assert.deepEqual([content.seal, content.document.sealedSha256], [null, null]);
        assert.deepEqual(
          content.recipients.map(({ finishedAt, declinedAt }) => [
            finishedAt !== null,
            declinedAt !== null,
          ]),
          [
            [true, false],
            [false, end === "declined"],
          ],
        );
        const file = yield* openCertificate(request.projectId, request.id);
        assert.strictEqual(file.totalSize, (yield* certificate(token)).totalSize);
        assert.isTrue((yield* ceremony(token)).hasCertificate);
        const trail = yield* audit(token);
        const { events, head } = yield* auditTrail(request.projectId, request.id);
        assert.deepEqual([trail.head, trail.events], [head, events]);
        assert.include(
          events.map(({ type }) => type),
          end,
        );
        const [row] = yield* sql<{ attempts: number }>`
          SELECT archive_attempts AS attempts FROM signature_requests WHERE id = ${request.id}`;
        assert.strictEqual(row?.attempts, 1);
      }
    }),
  );

  it.effect("offers a copy only after all recipients have signed", () =>
    Effect.gen(function* () {
      const { copy } = yield* Signing;
      const request = yield* requestOneSignature();
      const token = yield* tokenOf(request, "ada");
      assert.strictEqual((yield* Effect.flip(copy(token)))._tag, "conflict");
      yield* finish(token);
      assert.strictEqual((yield* status(request)).status, "completed");
      assert.strictEqual((yield* copy(token)).totalSize, "sealed".length);
      const sql = yield* SqlClient.SqlClient;
      const [file] = yield* sql<{ name: string }>`
        SELECT signed_file ->> 'name' AS name FROM signature_requests WHERE id = ${request.id}`;
      yield* (yield* AssetStore).remove(file!.name);
      assert.strictEqual((yield* Effect.flip(copy(token)))._tag, "not_found");
    }),
  );

  it.effect("cannot be cancelled after all recipients have signed", () =>
    Effect.gen(function* () {
      const request = yield* requestOneSignature();
      yield* finish(yield* tokenOf(request, "ada"));
      const { cancel } = yield* Signatures;
      const error = yield* Effect.flip(cancel(request.projectId, request.id, {}));
      assert.strictEqual(error._tag, "conflict");
      assert.strictEqual((yield* status(request)).status, "completed");
    }),
  );

  it.effect("ends exactly one way under concurrent actions", () =>
    Effect.gen(function* () {
      const signing = yield* Signing;
      const { cancel, get } = yield* Signatures;
      const sql = yield* SqlClient.SqlClient;
      const outcomes = new Set<string>();
      for (let round = 0; round < 8; round += 1) {
        const request = yield* requestOneSignature();
        yield* deliver(request);
        const token = yield* tokenOf(request, "ada");
        const submission = yield* submissionOf(token);
        const finish = signing.finish(token, submission, VISITOR);
        const actions: Actions = [
          signing.open(token, VISITOR),
          runSignatureWork(request.id),
          runSignatureWork(request.id),
          ...(round % 4 === 1 ? [] : [finish, finish]),
          ...(round % 4 === 2 ? [] : [cancel(request.projectId, request.id, {})]),
          ...(round % 4 === 1 || round % 4 === 2
            ? []
            : [signing.decline(token, { reason: "No" }, VISITOR)]),
        ];
        const rotation = actions.map((_, index) => actions[(index + round) % actions.length]!);
        const exits = yield* Effect.forEach(rotation, Effect.exit, { concurrency: "unbounded" });
        const defects = exits.filter((exit) => Exit.isFailure(exit) && Cause.hasDies(exit.cause));
        assert.deepEqual(defects, []);
        yield* runSignatureWork(request.id);
        const { status: end } = yield* get(request.projectId, request.id);
        const [envelope] = yield* sql<{ id: string; state: string }>`
          SELECT id, state FROM signing_envelopes WHERE reference = ${request.id}`;
        assert.strictEqual(envelope?.state, end);
        const ends = (yield* auditOf(request.id)).filter((type) => OUTCOME_SUBJECTS.has(type));
        assert.deepEqual(ends, [end]);
        const subjects = (yield* emailsOf(request)).slice(1).map(({ subject }) => subject);
        assert.deepEqual(subjects, OUTCOME_SUBJECTS.get(end));
        outcomes.add(end);
      }
      assert.includeMembers([...outcomes], ["completed", "cancelled"]);
    }),
  );

  it.effect("reports concurrent erasure to its visitors, without a fault", () =>
    Effect.gen(function* () {
      const signing = yield* Signing;
      const { cancel } = yield* Signatures;
      const { lock, eraseRenders } = yield* ErasureStore;
      const { run } = yield* Transaction;
      for (let round = 0; round < 6; round += 1) {
        const request = yield* requestOneSignature();
        const token = yield* tokenOf(request, "ada");
        const submission = yield* submissionOf(token);
        const renderId = RenderId.make(request.renderId);
        const erasure = run(Effect.andThen(lock([renderId]), eraseRenders([renderId])));
        const views = Array.from({ length: round }, () => signing.ceremony(token));
        const actions: Actions = [
          ...views,
          erasure,
          signing.open(token, VISITOR),
          signing.document(token),
          runSignatureWork(request.id),
          signing.finish(token, submission, VISITOR),
          ...views,
          cancel(request.projectId, request.id, {}),
        ];
        const exits = yield* Effect.forEach(actions, Effect.exit, { concurrency: "unbounded" });
        const defects = exits.filter((exit) => Exit.isFailure(exit) && Cause.hasDies(exit.cause));
        assert.deepEqual(defects, []);
        assert.strictEqual((yield* Effect.flip(signing.open(token, VISITOR)))._tag, "not_found");
      }
    }),
  );
});

layer(signingServices, { timeout: "2 minutes" })("Signing", (it) => {
  it.effect("expires for later visitors and for invited recipients", () =>
    Effect.gen(function* () {
      const { ceremony, open } = yield* Signing;
      const request = yield* requestOneSignature({ expirationHours: 1 });
      yield* deliver(request);
      const token = yield* tokenOf(request, "ada");
      const submission = yield* submissionOf(token);
      yield* TestClock.adjust("59 minutes");
      assert.strictEqual((yield* ceremony(token)).state, "open");
      yield* TestClock.adjust("1 minute");
      const page = yield* ceremony(token);
      assert.deepEqual([page.state, page.fields], ["expired", []]);
      assert.strictEqual((yield* open(token, VISITOR)).state, "expired");
      const late = (yield* Signing).finish(token, submission, VISITOR);
      assert.strictEqual((yield* Effect.flip(late))._tag, "conflict");
      const { status: end, certificateUrl } = yield* status(request);
      assert.deepEqual([end, certificateUrl === null], ["expired", false]);
      assert.strictEqual(certificates.at(-1)?.outcome, "expired");
      assert.deepEqual(yield* auditOf(request.id), ["sent", "invited", "expired"]);
      assert.deepEqual((yield* emailsOf(request)).at(-1)?.subject, "Expired: Contract");
    }),
  );

  it.effect("does not expire after all recipients have signed", () =>
    Effect.gen(function* () {
      const request = yield* requestOneSignature({ expirationHours: 1 });
      yield* finish(yield* tokenOf(request, "ada"));
      yield* TestClock.adjust("2 hours");
      assert.strictEqual((yield* status(request)).status, "completed");
    }),
  );
});
