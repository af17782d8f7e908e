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

import { envelopeIds } from "../../testing/mod.ts";
import {
  get,
  processRequest,
  PDF,
  prepareRequest,
  providerScript,
  sentRequest,
  services,
  eventTypesOf,
} from "./signatures_fixture.ts";

layer(services)("Signatures", (it) => {
  it.effect("sends the resolved envelope, and publishes an event", () =>
    Effect.gen(function* () {
      const { project, wanted } = yield* prepareRequest;
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
      const [envelope] = providerScript.envelopes;
      assert.deepEqual(Buffer.from(envelope!.pdf), Buffer.from(PDF));
      assert.deepInclude(envelope!.fields[0], { type: "signature", page: 1, x: 10 });
      assert.deepEqual(yield* eventTypesOf(project), ["signature.sent"]);
    }),
  );

  it.effect("replays requests when signatures are disabled, and refuses new ones", () =>
    Effect.gen(function* () {
      const { project, wanted } = yield* prepareRequest;
      const signatures = yield* Signatures;
      const { signature } = yield* signatures.create(project, wanted, "before");
      providerScript.isOff = true;
      const again = yield* signatures.create(project, wanted, "before");
      assert.deepEqual(again, { signature, replayed: true });
      const error = yield* Effect.flip(signatures.create(project, wanted, "after"));
      assert.strictEqual(error._tag, "signatures_unavailable");
    }),
  );

  it.effect("stores nothing when its provider refuses, and frees its key", () =>
    Effect.gen(function* () {
      const { project, wanted } = yield* prepareRequest;
      const signatures = yield* Signatures;
      providerScript.createAndSend = () => Effect.fail(SignatureCreditsExhausted.now);
      const error = yield* Effect.flip(signatures.create(project, wanted, "again"));
      assert.strictEqual(error._tag, "signature_credits_exhausted");
      assert.deepEqual((yield* signatures.list(project, {})).signatures, []);
      providerScript.createAndSend = (envelope) => Effect.succeed(envelopeIds(envelope));
      const { replayed } = yield* signatures.create(project, wanted, "again");
      assert.isFalse(replayed);
      assert.deepEqual(yield* eventTypesOf(project), ["signature.sent"]);
    }),
  );

  it.effect("finds a request that was accepted without a response, and sends nothing twice", () =>
    Effect.gen(function* () {
      const { project, wanted } = yield* prepareRequest;
      const unknownOutcome = new ProviderOutcomeUnknown({ message: "timeout", isFinal: false });
      providerScript.createAndSend = () => Effect.fail(unknownOutcome);
      providerScript.find = () => Effect.succeedSome(envelopeIds(providerScript.envelopes[0]!));
      const { signature } = yield* (yield* Signatures).create(project, wanted);
      assert.strictEqual(signature.status, "sent");
      assert.strictEqual(providerScript.envelopes.length, 1);
      assert.deepEqual(yield* eventTypesOf(project), ["signature.sent"]);
    }),
  );

  it.effect("deletes a request that was not accepted and got no response", () =>
    Effect.gen(function* () {
      const { project, wanted } = yield* prepareRequest;
      const signatures = yield* Signatures;
      providerScript.createAndSend = () =>
        Effect.fail(new ProviderOutcomeUnknown({ message: "500", isFinal: true }));
      const error = yield* Effect.flip(signatures.create(project, wanted));
      assert.strictEqual(error._tag, "signature_provider_error");
      assert.deepEqual((yield* signatures.list(project, {})).signatures, []);
    }),
  );

  it.effect("leaves a request that may still be accepted, and its key, to the worker", () =>
    Effect.gen(function* () {
      const { project, wanted } = yield* prepareRequest;
      const signatures = yield* Signatures;
      const unknownOutcome = new ProviderOutcomeUnknown({ message: "broke off", isFinal: false });
      providerScript.createAndSend = () => Effect.fail(unknownOutcome);
      const fiber = yield* Effect.forkChild(
        Effect.flip(signatures.create(project, wanted, "late")),
      );
      const time = TestClock.adjust("1 second").pipe(
        Effect.andThen(TestClock.withLive(Effect.yieldNow)),
        Effect.forever,
      );
      const error = yield* Effect.race(Fiber.join(fiber), time);
      assert.strictEqual(error._tag, "signature_provider_error");
      assert.strictEqual(providerScript.envelopes.length, 1);

      providerScript.find = () => Effect.succeedSome(envelopeIds(providerScript.envelopes[0]!));
      const { reference } = providerScript.envelopes[0]!;
      yield* processRequest(reference);
      const { signature, replayed } = yield* signatures.create(project, wanted, "late");
      assert.deepEqual([signature.id, signature.status, replayed], [reference, "sent", true]);
      assert.strictEqual(providerScript.envelopes.length, 1);
    }),
  );

  it.effect("continues a request whose sender died", () =>
    Effect.gen(function* () {
      const { project, wanted } = yield* prepareRequest;
      const signatures = yield* Signatures;
      providerScript.createAndSend = () => Effect.die("killed");
      yield* Effect.exit(signatures.create(project, wanted, "left"));
      assert.deepEqual((yield* signatures.list(project, {})).signatures, []);
      const { reference } = providerScript.envelopes[0]!;
      providerScript.find = () => Effect.succeedSome(envelopeIds(providerScript.envelopes[0]!));
      yield* processRequest(reference);
      yield* processRequest(reference);
      assert.strictEqual((yield* get(project, reference)).status, "sent");
      const again = yield* signatures.create(project, wanted, "left");
      assert.deepInclude(again, { replayed: true });
      assert.strictEqual(again.signature.id, reference);
      assert.deepEqual(yield* eventTypesOf(project), ["signature.sent"]);
    }),
  );

  it.effect("lists newest first by page and render, only those of its project", () =>
    Effect.gen(function* () {
      const { project, wanted } = yield* prepareRequest;
      const signatures = yield* Signatures;
      const responses = yield* Effect.forEach([1, 2, 3], () => signatures.create(project, wanted));
      const ids = responses.map(({ signature }) => signature.id).toReversed();
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
      const other = yield* sentRequest;
      const { renderId } = wanted;
      const [ownPage, otherPage] = [
        yield* signatures.list(project, { renderId }),
        yield* signatures.list(other.project, { renderId }),
      ];
      assert.deepEqual([ownPage.signatures.length, otherPage.signatures.length], [3, 0]);
    }),
  );

  it.effect("cancels once, at its provider first", () =>
    Effect.gen(function* () {
      const { project, id, providerId } = yield* sentRequest;
      const signatures = yield* Signatures;
      const signature = yield* signatures.cancel(project, id, { reason: "Changed our mind" });
      assert.deepInclude(signature, { status: "cancelled", errorMessage: "Changed our mind" });
      assert.deepEqual(providerScript.cancelled, [providerId]);
      const again = yield* Effect.flip(signatures.cancel(project, id, {}));
      assert.strictEqual(again._tag, "conflict");
      assert.deepEqual(yield* eventTypesOf(project), ["signature.sent", "signature.cancelled"]);
    }),
  );

  it.effect("keeps the reason of a cancellation that the provider reports first", () =>
    Effect.gen(function* () {
      const { project, id, providerId } = yield* sentRequest;
      const signatures = yield* Signatures;
      const work = yield* SignatureWork;
      const inbox = yield* ProviderInbox;
      const cancellation: ProviderReport = {
        kind: "cancelled",
        at: yield* DateTime.now,
        reason: null,
      };
      providerScript.cancel = Effect.fnUntraced(function* () {
        yield* inbox.deliver("firma", [
          { key: id, providerId, report: cancellation, received: {} },
        ]);
        yield* work.run({ id, claim: "none", failures: 0, traceParent: null });
      });
      const signature = yield* signatures.cancel(project, id, { reason: "Changed our mind" });
      assert.deepInclude(signature, { status: "cancelled", errorMessage: "Changed our mind" });
      assert.strictEqual((yield* get(project, id)).errorMessage, "Changed our mind");
      assert.deepEqual(yield* eventTypesOf(project), ["signature.sent", "signature.cancelled"]);
    }),
  );

  it.effect("does not cancel a request that its provider cannot cancel, or that has ended", () =>
    Effect.gen(function* () {
      const { project, id } = yield* sentRequest;
      const signatures = yield* Signatures;
      providerScript.cancel = () => Effect.fail(new ProviderUnavailable({ message: "down" }));
      const down = yield* Effect.flip(signatures.cancel(project, id, {}));
      assert.strictEqual(down._tag, "signature_provider_error");
      providerScript.cancel = () => Effect.fail(new AlreadyEnded({ message: "over" }));
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
      const { project, wanted } = yield* prepareRequest;
      const ask = (yield* Signatures).create(project, wanted, "once");
      const responses = yield* Effect.replicateEffect(ask, 12, { concurrency: "unbounded" });
      assert.strictEqual(new Set(responses.map(({ signature }) => signature.id)).size, 1);
      assert.strictEqual(responses.filter(({ replayed }) => !replayed).length, 1);
      assert.strictEqual(providerScript.envelopes.length, 1);
      assert.deepEqual(yield* eventTypesOf(project), ["signature.sent"]);
    }),
  );
});
