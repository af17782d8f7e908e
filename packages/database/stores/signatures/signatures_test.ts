import { assert, layer } from "@effect/vitest";
import {
  AlreadyEnded,
  ProviderInbox,
  type ProviderReport,
  ProviderOutcomeUnknown,
  ProviderUnavailable,
  SignatureCreditsExhausted,
  Signatures,
  SignatureWork,
} from "@paraph/core/signatures";
import { DateTime, Effect, Fiber } from "effect";
import { TestClock } from "effect/testing";

import { accepted } from "../../testing/mod.ts";
import { get, look, PDF, rendered, scripted, sent, services, told } from "./signatures_fixture.ts";

layer(services)("Signatures", (it) => {
  it.effect("sends the resolved envelope, and publishes an event", () =>
    Effect.gen(function* () {
      const { project, wanted } = yield* rendered;
      const { signature, replayed } = yield* (yield* Signatures).create(project, wanted);
      assert.isFalse(replayed);
      assert.deepInclude(signature, {
        status: "sent",
        expirationHours: 168,
        errorMessage: null,
        completedAt: null,
        signedDownloadUrl: null,
        certificateUrl: null,
        name: `Signature request ${wanted.renderId.slice(0, 8)}`,
      });
      assert.deepEqual(
        signature.recipients.map(({ id, order, designation }) => [id, order, designation]),
        [
          ["recipient-0", 1, "Signer"],
          ["recipient-1", 2, "Approver"],
        ],
      );
      const [envelope] = scripted.envelopes;
      assert.deepEqual(Buffer.from(envelope!.pdf), Buffer.from(PDF));
      assert.deepInclude(envelope!.fields[0], { type: "signature", page: 1, x: 10 });
      assert.deepEqual(yield* told(project), ["signature.sent"]);
    }),
  );

  it.effect("replays requests when signatures are disabled, and refuses new ones", () =>
    Effect.gen(function* () {
      const { project, wanted } = yield* rendered;
      const signatures = yield* Signatures;
      const { signature } = yield* signatures.create(project, wanted, "before");
      scripted.isOff = true;
      const again = yield* signatures.create(project, wanted, "before");
      assert.deepEqual(again, { signature, replayed: true });
      const refused = yield* Effect.flip(signatures.create(project, wanted, "after"));
      assert.strictEqual(refused._tag, "signatures_unavailable");
    }),
  );

  it.effect("stores nothing when its provider refuses, and frees its key", () =>
    Effect.gen(function* () {
      const { project, wanted } = yield* rendered;
      const signatures = yield* Signatures;
      scripted.createAndSend = () => Effect.fail(SignatureCreditsExhausted.now);
      const error = yield* Effect.flip(signatures.create(project, wanted, "again"));
      assert.strictEqual(error._tag, "signature_credits_exhausted");
      assert.deepEqual((yield* signatures.list(project, {})).signatures, []);
      scripted.createAndSend = (envelope) => Effect.succeed(accepted(envelope));
      const { replayed } = yield* signatures.create(project, wanted, "again");
      assert.isFalse(replayed);
      assert.deepEqual(yield* told(project), ["signature.sent"]);
    }),
  );

  it.effect("finds a request that was accepted without a response, and sends nothing twice", () =>
    Effect.gen(function* () {
      const { project, wanted } = yield* rendered;
      const unanswered = new ProviderOutcomeUnknown({ message: "timeout", isFinal: false });
      scripted.createAndSend = () => Effect.fail(unanswered);
      scripted.find = () => Effect.succeedSome(accepted(scripted.envelopes[0]!));
      const { signature } = yield* (yield* Signatures).create(project, wanted);
      assert.strictEqual(signature.status, "sent");
      assert.strictEqual(scripted.envelopes.length, 1);
      assert.deepEqual(yield* told(project), ["signature.sent"]);
    }),
  );

  it.effect("deletes a request that was not accepted and got no response", () =>
    Effect.gen(function* () {
      const { project, wanted } = yield* rendered;
      const signatures = yield* Signatures;
      scripted.createAndSend = () =>
        Effect.fail(new ProviderOutcomeUnknown({ message: "500", isFinal: true }));
      const error = yield* Effect.flip(signatures.create(project, wanted));
      assert.strictEqual(error._tag, "signature_provider_error");
      assert.deepEqual((yield* signatures.list(project, {})).signatures, []);
    }),
  );

  it.effect("leaves a request that may still be accepted, and its key, to the worker", () =>
    Effect.gen(function* () {
      const { project, wanted } = yield* rendered;
      const signatures = yield* Signatures;
      const unanswered = new ProviderOutcomeUnknown({ message: "broke off", isFinal: false });
      scripted.createAndSend = () => Effect.fail(unanswered);
      const asked = yield* Effect.forkChild(
        Effect.flip(signatures.create(project, wanted, "late")),
      );
      const time = TestClock.adjust("1 second").pipe(
        Effect.andThen(TestClock.withLive(Effect.yieldNow)),
        Effect.forever,
      );
      const error = yield* Effect.race(Fiber.join(asked), time);
      assert.strictEqual(error._tag, "signature_provider_error");
      assert.strictEqual(scripted.envelopes.length, 1);

      scripted.find = () => Effect.succeedSome(accepted(scripted.envelopes[0]!));
      const { reference } = scripted.envelopes[0]!;
      yield* look(reference);
      const { signature, replayed } = yield* signatures.create(project, wanted, "late");
      assert.deepEqual([signature.id, signature.status, replayed], [reference, "sent", true]);
      assert.strictEqual(scripted.envelopes.length, 1);
    }),
  );

  it.effect("continues a request whose sender died", () =>
    Effect.gen(function* () {
      const { project, wanted } = yield* rendered;
      const signatures = yield* Signatures;
      scripted.createAndSend = () => Effect.die("killed");
      yield* Effect.exit(signatures.create(project, wanted, "left"));
      assert.deepEqual((yield* signatures.list(project, {})).signatures, []);
      const { reference } = scripted.envelopes[0]!;
      scripted.find = () => Effect.succeedSome(accepted(scripted.envelopes[0]!));
      yield* look(reference);
      yield* look(reference);
      assert.strictEqual((yield* get(project, reference)).status, "sent");
      const again = yield* signatures.create(project, wanted, "left");
      assert.deepInclude(again, { replayed: true });
      assert.strictEqual(again.signature.id, reference);
      assert.deepEqual(yield* told(project), ["signature.sent"]);
    }),
  );

  it.effect("lists newest first by page and render, only those of its project", () =>
    Effect.gen(function* () {
      const { project, wanted } = yield* rendered;
      const signatures = yield* Signatures;
      const made = yield* Effect.forEach([1, 2, 3], () => signatures.create(project, wanted));
      const ids = made.map(({ signature }) => signature.id).toReversed();
      const first = yield* signatures.list(project, { limit: 2 });
      assert.deepEqual(
        first.signatures.map(({ id }) => id),
        ids.slice(0, 2),
      );
      assert.isTrue(first.hasMore);
      const rest = yield* signatures.list(project, { limit: 2, cursor: first.nextCursor! });
      assert.deepEqual(
        rest.signatures.map(({ id }) => id),
        ids.slice(2),
      );
      const other = yield* sent;
      const { renderId } = wanted;
      const [own, foreign] = [
        yield* signatures.list(project, { renderId }),
        yield* signatures.list(other.project, { renderId }),
      ];
      assert.deepEqual([own.signatures.length, foreign.signatures.length], [3, 0]);
    }),
  );

  it.effect("cancels once, at its provider first", () =>
    Effect.gen(function* () {
      const { project, id, providerId } = yield* sent;
      const signatures = yield* Signatures;
      const cancelled = yield* signatures.cancel(project, id, { reason: "Changed our mind" });
      assert.deepInclude(cancelled, { status: "cancelled", errorMessage: "Changed our mind" });
      assert.deepEqual(scripted.cancelled, [providerId]);
      const again = yield* Effect.flip(signatures.cancel(project, id, {}));
      assert.strictEqual(again._tag, "conflict");
      assert.deepEqual(yield* told(project), ["signature.sent", "signature.cancelled"]);
    }),
  );

  it.effect("keeps the reason of a cancellation that the provider reports first", () =>
    Effect.gen(function* () {
      const { project, id, providerId } = yield* sent;
      const signatures = yield* Signatures;
      const work = yield* SignatureWork;
      const inbox = yield* ProviderInbox;
      const ended: ProviderReport = { kind: "cancelled", at: yield* DateTime.now, reason: null };
      scripted.cancel = Effect.fnUntraced(function* () {
        yield* inbox.deliver("firma", [{ key: id, providerId, report: ended, received: {} }]);
        yield* work.run({ id, claim: "none", failures: 0, traceParent: null });
      });
      const cancelled = yield* signatures.cancel(project, id, { reason: "Changed our mind" });
      assert.deepInclude(cancelled, { status: "cancelled", errorMessage: "Changed our mind" });
      assert.strictEqual((yield* get(project, id)).errorMessage, "Changed our mind");
      assert.deepEqual(yield* told(project), ["signature.sent", "signature.cancelled"]);
    }),
  );

  it.effect("does not cancel a request that its provider cannot cancel, or that has ended", () =>
    Effect.gen(function* () {
      const { project, id } = yield* sent;
      const signatures = yield* Signatures;
      scripted.cancel = () => Effect.fail(new ProviderUnavailable({ message: "down" }));
      const down = yield* Effect.flip(signatures.cancel(project, id, {}));
      assert.strictEqual(down._tag, "signature_provider_error");
      scripted.cancel = () => Effect.fail(new AlreadyEnded({ message: "over" }));
      const over = yield* Effect.flip(signatures.cancel(project, id, {}));
      assert.strictEqual(over._tag, "conflict");
      assert.strictEqual((yield* get(project, id)).status, "sent");
    }),
  );
});

// Replays poll until the request that they replay is sent.
layer(services, { excludeTestServices: true })("Signatures.create()", (it) => {
  it.effect("sends once for concurrent requests under one key", () =>
    Effect.gen(function* () {
      const { project, wanted } = yield* rendered;
      const ask = (yield* Signatures).create(project, wanted, "once");
      const responses = yield* Effect.replicateEffect(ask, 12, { concurrency: "unbounded" });
      assert.strictEqual(new Set(responses.map(({ signature }) => signature.id)).size, 1);
      assert.strictEqual(responses.filter(({ replayed }) => !replayed).length, 1);
      assert.strictEqual(scripted.envelopes.length, 1);
      assert.deepEqual(yield* told(project), ["signature.sent"]);
    }),
  );
});
