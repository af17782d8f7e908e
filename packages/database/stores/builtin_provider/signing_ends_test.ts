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
  alone,
  auditOf,
  deliver,
  finish,
  submissionOf,
  mailsOf,
  person,
  sent,
  signatureOf,
  signingServices,
  status,
  tokenOf,
  VISITOR,
  workedOff,
} from "./signing_fixture.ts";

const options = { timeout: "120 seconds", excludeTestServices: true } as const;

/** The emails to an invited recipient after each end. */
const ENDS: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["completed", ["Completed: Contract"]],
  ["declined", []],
  ["cancelled", ["Cancelled: Contract"]],
  ["expired", ["Expired: Contract"]],
]);

type Deeds = ReadonlyArray<Effect.Effect<unknown, unknown, SignatureWork>>;

layer(signingServices, options)("Signing", (it) => {
  it.effect("accepts twenty equal concurrent submissions as one, and later ones too", () =>
    Effect.gen(function* () {
      const request = yield* sent({
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
      assert.strictEqual((yield* mailsOf(request)).length, 2);
      assert.strictEqual((yield* status(request)).status, "completed");
      const token = yield* tokenOf(request, "ada");
      const late = yield* signing.finish(token, yield* submissionOf(token), VISITOR);
      assert.strictEqual(late.state, "completed");
      assert.strictEqual((yield* mailsOf(request)).length, 4);
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
      const request = yield* alone();
      const signing = yield* Signing;
      const token = yield* tokenOf(request, "ada");
      const submission = yield* submissionOf(token);
      const responses = yield* Effect.all(
        Array.from({ length: 10 }, (_, at) =>
          Effect.result(
            at % 2 === 0
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
      const request = yield* sent({
        recipients: [person("ada"), person("bob"), person("eve"), person("copy", "CC")],
        fields: [signatureOf(0), signatureOf(1), signatureOf(2)],
      });
      yield* finish(yield* tokenOf(request, "ada"));
      yield* deliver(request);
      const bob = yield* tokenOf(request, "bob");
      const response = yield* decline(bob, { reason: "Too expensive" }, VISITOR);
      assert.deepEqual(yield* decline(bob, { reason: "Still" }, VISITOR), response);
      const ended = yield* status(request);
      assert.deepEqual([ended.status, ended.errorMessage], ["declined", "Too expensive"]);
      assert.isDefined(ended.recipients[1]?.declinedAt);
      assert.strictEqual((yield* Effect.flip(finish(bob)))._tag, "conflict");
      assert.strictEqual((yield* Effect.flip(document(bob)))._tag, "not_found");
      assert.deepEqual(
        (yield* mailsOf(request)).slice(2).map(({ to, subject }) => [to, subject]),
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
          const request = yield* alone();
          if (delivered) yield* deliver(request);
          const token = yield* tokenOf(request, "ada");
          yield* cancel(request.projectId, request.id, { reason: "A mistake" });
          assert.strictEqual((yield* Effect.flip(finish(token)))._tag, "conflict");
          assert.strictEqual((yield* (yield* Signing).ceremony(token)).state, "cancelled");
          assert.deepEqual(
            (yield* mailsOf(request)).map(({ subject, status: email }) => `${subject}: ${email}`),
            delivered
              ? ["Project asks you to sign: Contract: sent", "Cancelled: Contract: queued"]
              : ["Project asks you to sign: Contract: cancelled"],
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
      const shown = Effect.fnUntraced(function* (token: string) {
        const { state, fields, earlierMarks } = yield* ceremony(token);
        return [state, fields.length, earlierMarks.length];
      });
      for (const end of ["declined", "cancelled"]) {
        const request = yield* sent({
          recipients: [person("ada"), person("bob")],
          fields: [signatureOf(0), signatureOf(1)],
        });
        const ada = yield* tokenOf(request, "ada");
        yield* finish(ada);
        const bob = yield* tokenOf(request, "bob");
        assert.deepEqual(yield* shown(bob), ["open", 1, 1]);
        assert.deepEqual(yield* shown(ada), ["finished", 1, 1]);
        yield* end === "declined"
          ? decline(bob, { reason: "No" }, VISITOR)
          : cancel(request.projectId, request.id, {});
        assert.deepEqual(yield* shown(bob), [end, 0, 0]);
        assert.deepEqual(yield* shown(ada), [end, 0, 0]);
      }
    }),
  );

  it.effect("offers a copy only after all recipients have signed", () =>
    Effect.gen(function* () {
      const { copy } = yield* Signing;
      const request = yield* alone();
      const token = yield* tokenOf(request, "ada");
      assert.strictEqual((yield* Effect.flip(copy(token)))._tag, "conflict");
      yield* finish(token);
      assert.strictEqual((yield* status(request)).status, "completed");
      assert.strictEqual((yield* copy(token)).totalSize, "sealed".length);
      const sql = yield* SqlClient.SqlClient;
      const [kept] = yield* sql<{ name: string }>`
        SELECT signed_file ->> 'name' AS name FROM signature_requests WHERE id = ${request.id}`;
      yield* (yield* AssetStore).remove(kept!.name);
      assert.strictEqual((yield* Effect.flip(copy(token)))._tag, "not_found");
    }),
  );

  it.effect("cannot be cancelled after all recipients have signed", () =>
    Effect.gen(function* () {
      const request = yield* alone();
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
      const seen = new Set<string>();
      for (let round = 0; round < 8; round += 1) {
        const request = yield* alone();
        yield* deliver(request);
        const token = yield* tokenOf(request, "ada");
        const submission = yield* submissionOf(token);
        const finish = signing.finish(token, submission, VISITOR);
        const deeds: Deeds = [
          signing.open(token, VISITOR),
          workedOff(request.id),
          workedOff(request.id),
          ...(round % 4 === 1 ? [] : [finish, finish]),
          ...(round % 4 === 2 ? [] : [cancel(request.projectId, request.id, {})]),
          ...(round % 4 === 1 || round % 4 === 2
            ? []
            : [signing.decline(token, { reason: "No" }, VISITOR)]),
        ];
        const turned = deeds.map((_, at) => deeds[(at + round) % deeds.length]!);
        const exits = yield* Effect.forEach(turned, Effect.exit, { concurrency: "unbounded" });
        const died = exits.filter((exit) => Exit.isFailure(exit) && Cause.hasDies(exit.cause));
        assert.deepEqual(died, []);
        yield* workedOff(request.id);
        const { status: end } = yield* get(request.projectId, request.id);
        const [envelope] = yield* sql<{ id: string; state: string }>`
          SELECT id, state FROM signing_envelopes WHERE reference = ${request.id}`;
        assert.strictEqual(envelope?.state, end);
        const ends = (yield* auditOf(request.id)).filter((type) => ENDS.has(type));
        assert.deepEqual(ends, [end]);
        const told = (yield* mailsOf(request)).slice(1).map(({ subject }) => subject);
        assert.deepEqual(told, ENDS.get(end));
        seen.add(end);
      }
      assert.includeMembers([...seen], ["completed", "cancelled"]);
    }),
  );

  it.effect("reports concurrent erasure to its visitors, without a fault", () =>
    Effect.gen(function* () {
      const signing = yield* Signing;
      const { cancel } = yield* Signatures;
      const { lock, eraseRenders } = yield* ErasureStore;
      const { run } = yield* Transaction;
      for (let round = 0; round < 6; round += 1) {
        const request = yield* alone();
        const token = yield* tokenOf(request, "ada");
        const submission = yield* submissionOf(token);
        const renderId = RenderId.make(request.renderId);
        const erased = run(Effect.andThen(lock([renderId]), eraseRenders([renderId])));
        const looks = Array.from({ length: round }, () => signing.ceremony(token));
        const deeds: Deeds = [
          ...looks,
          erased,
          signing.open(token, VISITOR),
          signing.document(token),
          workedOff(request.id),
          signing.finish(token, submission, VISITOR),
          ...looks,
          cancel(request.projectId, request.id, {}),
        ];
        const exits = yield* Effect.forEach(deeds, Effect.exit, { concurrency: "unbounded" });
        const died = exits.filter((exit) => Exit.isFailure(exit) && Cause.hasDies(exit.cause));
        assert.deepEqual(died, []);
        assert.strictEqual((yield* Effect.flip(signing.open(token, VISITOR)))._tag, "not_found");
      }
    }),
  );
});

layer(signingServices, { timeout: "2 minutes" })("Signing", (it) => {
  it.effect("expires for later visitors and for invited recipients", () =>
    Effect.gen(function* () {
      const { ceremony, open } = yield* Signing;
      const request = yield* alone({ expirationHours: 1 });
      yield* deliver(request);
      const token = yield* tokenOf(request, "ada");
      const submission = yield* submissionOf(token);
      yield* TestClock.adjust("59 minutes");
      assert.strictEqual((yield* ceremony(token)).state, "open");
      yield* TestClock.adjust("1 minute");
      const expired = yield* ceremony(token);
      assert.deepEqual([expired.state, expired.fields], ["expired", []]);
      assert.strictEqual((yield* open(token, VISITOR)).state, "expired");
      const late = (yield* Signing).finish(token, submission, VISITOR);
      assert.strictEqual((yield* Effect.flip(late))._tag, "conflict");
      assert.strictEqual((yield* status(request)).status, "expired");
      assert.deepEqual(yield* auditOf(request.id), ["sent", "invited", "expired"]);
      assert.deepEqual((yield* mailsOf(request)).at(-1)?.subject, "Expired: Contract");
    }),
  );

  it.effect("does not expire after all recipients have signed", () =>
    Effect.gen(function* () {
      const request = yield* alone({ expirationHours: 1 });
      yield* finish(yield* tokenOf(request, "ada"));
      yield* TestClock.adjust("2 hours");
      assert.strictEqual((yield* status(request)).status, "completed");
    }),
  );
});
