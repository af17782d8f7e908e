import { assert, layer } from "@effect/vitest";
import { AssetStore } from "@paraph/core/renders";
import {
  AlreadyEnded,
  ProviderInbox,
  type ProviderReport,
  ProviderUnavailable,
  Signatures,
  SignatureStore,
} from "@paraph/core/signatures";
import { DateTime, Deferred, Duration, Effect, Fiber, Option } from "effect";
import { TestClock } from "effect/testing";

import { envelopeIds } from "../../testing/mod.ts";
import {
  completedReport,
  deliver,
  get,
  processRequest,
  NOW,
  PDF,
  prepareRequest,
  providerScript,
  sentRequest,
  services,
  eventTypesOf,
  viewedReport,
} from "./signatures_fixture.ts";

const signedReport = (recipientId: string): ProviderReport => ({
  kind: "signed",
  at: NOW,
  recipientId,
});

layer(services)("SignatureWork", (it) => {
  it.effect("applies each report once, in any order and also when repeated", () =>
    Effect.gen(function* () {
      const { project, id, providerId } = yield* sentRequest;
      yield* deliver(providerId, [
        signedReport("recipient-0"),
        viewedReport,
        signedReport("recipient-0"),
      ]);
      yield* deliver(providerId, [viewedReport]);
      yield* Effect.all([processRequest(id), processRequest(id), processRequest(id)], {
        concurrency: "unbounded",
      });
      const { status, recipients } = yield* get(project, id);
      assert.strictEqual(status, "viewed");
      assert.deepEqual(
        recipients.map(({ signedAt }) => signedAt),
        [NOW, undefined],
      );
      assert.deepEqual(yield* eventTypesOf(project), [
        "signature.sent",
        "signature.signed",
        "signature.viewed",
      ]);
    }),
  );

  it.effect("stores a report that arrives before its request is known", () =>
    Effect.gen(function* () {
      const { project, wanted } = yield* prepareRequest;
      providerScript.createAndSend = (envelope) =>
        Effect.gen(function* () {
          yield* inbox.deliver("firma", [
            {
              key: envelope.reference,
              providerId: `envelope-${envelope.reference}`,
              report: viewedReport,
              received: {},
            },
          ]);
          return envelopeIds(envelope);
        });
      const inbox = yield* ProviderInbox;
      const { signature } = yield* (yield* Signatures).create(project, wanted);
      yield* processRequest(signature.id);
      assert.strictEqual((yield* get(project, signature.id)).status, "viewed");
    }),
  );

  it.effect("fetches the state when a report has no details, and when none arrives", () =>
    Effect.gen(function* () {
      for (const reports of [[null], []]) {
        const { project, id, providerId } = yield* sentRequest;
        providerScript.snapshot = () => Effect.succeed([viewedReport, signedReport("recipient-1")]);
        yield* deliver(providerId, reports);
        yield* processRequest(id);
        const { status, recipients } = yield* get(project, id);
        assert.strictEqual(status, "viewed");
        assert.deepEqual(recipients[1]?.signedAt, NOW);
      }
    }),
  );

  it.effect("completes only with the documents", () =>
    Effect.gen(function* () {
      const { project, id, providerId } = yield* sentRequest;
      const signatures = yield* Signatures;
      providerScript.snapshot = () =>
        Effect.succeed([signedReport("recipient-0"), signedReport("recipient-1"), completedReport]);
      yield* deliver(providerId, [completedReport]);
      assert.strictEqual((yield* processRequest(id)).kind, "retry");
      assert.strictEqual((yield* get(project, id)).status, "sent");
      assert.strictEqual((yield* Effect.flip(signatures.openSigned(project, id)))._tag, "conflict");

      providerScript.documents = () => Effect.succeed({ signed: PDF, certificate: null });
      yield* Effect.all([processRequest(id), processRequest(id), processRequest(id)], {
        concurrency: "unbounded",
      });
      const signature = yield* get(project, id);
      assert.strictEqual(signature.status, "completed");
      assert.strictEqual(
        signature.signedDownloadUrl,
        `https://p.test/v1/signatures/${id}/download`,
      );
      assert.isNull(signature.certificateUrl);
      assert.isNotNull(signature.completedAt);
      assert.isTrue(signature.recipients.every(({ signedAt }) => signedAt !== undefined));
      const { totalSize, filename } = yield* signatures.openSigned(project, id);
      assert.deepEqual([totalSize, filename], [PDF.length, `${id}-signed.pdf`]);
      assert.deepEqual(yield* eventTypesOf(project), [
        "signature.sent",
        "signature.signed",
        "signature.signed",
        "signature.completed",
      ]);

      const early = yield* Effect.flip(signatures.openCertificate(project, id));
      assert.strictEqual(early._tag, "conflict");
      providerScript.certificate = () => Effect.fail(new ProviderUnavailable({ message: "down" }));
      const down = yield* Effect.flip(signatures.openCertificate(project, id));
      assert.strictEqual(down._tag, "upstream_error");
      providerScript.certificate = () => Effect.succeed(PDF);
      yield* processRequest(id);
      assert.isNotNull((yield* get(project, id)).certificateUrl);
      const certificate = yield* signatures.openCertificate(project, id);
      assert.strictEqual(certificate.filename, `${id}-certificate.pdf`);
    }),
  );

  it.effect("keeps archived files when another worker archives concurrently", () =>
    Effect.gen(function* () {
      const { project, id, providerId } = yield* sentRequest;
      const [snapshotStarted, resume] = [
        yield* Deferred.make<void>(),
        yield* Deferred.make<void>(),
      ];
      const reports = [signedReport("recipient-0"), signedReport("recipient-1"), completedReport];
      let looks = 0;
      providerScript.snapshot = () =>
        looks++ > 0
          ? Effect.succeed(reports)
          : Deferred.succeed(snapshotStarted, undefined).pipe(
              Effect.andThen(Deferred.await(resume)),
              Effect.as(reports),
            );
      providerScript.documents = () => Effect.succeed({ signed: PDF, certificate: PDF });
      yield* deliver(providerId, [completedReport]);
      const slow = yield* Effect.forkScoped(processRequest(id));
      yield* Deferred.await(snapshotStarted);
      yield* processRequest(id);
      assert.strictEqual((yield* get(project, id)).status, "completed");
      yield* Deferred.succeed(resume, undefined);
      yield* Fiber.join(slow);
      const file = yield* (yield* Signatures).openSigned(project, id);
      assert.strictEqual(file.totalSize, PDF.length);
    }),
  );

  it.effect("completes only after its documents can be stored", () =>
    Effect.gen(function* () {
      const { project, id, providerId } = yield* sentRequest;
      const assets = yield* AssetStore;
      providerScript.snapshot = () =>
        Effect.succeed([signedReport("recipient-0"), signedReport("recipient-1"), completedReport]);
      providerScript.documents = () => Effect.succeed({ signed: PDF, certificate: PDF });
      // A file in place of their folder.
      yield* assets.put(`signatures/${id}`, PDF);
      yield* deliver(providerId, [completedReport]);
      for (let times = 0; times < 3; times += 1) {
        assert.strictEqual((yield* processRequest(id)).kind, "retry");
        assert.strictEqual((yield* get(project, id)).status, "sent");
      }
      yield* assets.remove(`signatures/${id}`);
      yield* processRequest(id);
      assert.strictEqual((yield* get(project, id)).status, "completed");
    }),
  );

  it.effect("cleans up after a failed attempt before it stores new files", () =>
    Effect.gen(function* () {
      const { id, providerId } = yield* sentRequest;
      const assets = yield* AssetStore;
      const leftoverName = `signatures/${id}/1-signed.pdf`;
      yield* assets.put(leftoverName, PDF);
      yield* (yield* SignatureStore).beginArchiving(id);
      providerScript.snapshot = () =>
        Effect.succeed([signedReport("recipient-0"), signedReport("recipient-1"), completedReport]);
      const results: Array<boolean> = [];
      providerScript.documents = () =>
        Effect.map(Effect.orDie(assets.open(leftoverName)), (left) => {
          results.push(Option.isSome(left));
          return { signed: PDF, certificate: PDF };
        });
      yield* deliver(providerId, [completedReport]);
      yield* processRequest(id);
      assert.deepEqual(results, [false]);
      assert.isTrue(Option.isSome(yield* assets.open(`signatures/${id}/2-signed.pdf`)));
    }),
  );

  it.effect("fails a request whose documents are unavailable for a day", () =>
    Effect.gen(function* () {
      const { project, id, providerId } = yield* sentRequest;
      yield* deliver(providerId, [{ kind: "completed", at: yield* DateTime.now }]);
      providerScript.documents = () =>
        Effect.fail(new ProviderUnavailable({ message: "no such bucket" }));
      yield* processRequest(id);
      yield* TestClock.adjust(Duration.hours(23));
      assert.strictEqual((yield* processRequest(id)).kind, "retry");
      yield* TestClock.adjust(Duration.hours(1));
      yield* processRequest(id);
      const { status, errorMessage } = yield* get(project, id);
      assert.strictEqual(status, "failed");
      assert.include(errorMessage ?? "", "no such bucket");
      assert.deepEqual(yield* eventTypesOf(project), [
        "signature.sent",
        "signature.sealing_failed",
        "signature.failed",
      ]);
    }),
  );

  it.effect("expires by Paraph's clock, unless all have signed in time", () =>
    Effect.gen(function* () {
      const late = yield* sentRequest;
      yield* TestClock.adjust(Duration.hours(168));
      yield* processRequest(late.id);
      assert.strictEqual((yield* get(late.project, late.id)).status, "expired");
      assert.deepEqual(yield* eventTypesOf(late.project), ["signature.sent", "signature.expired"]);

      const inTime = yield* sentRequest;
      yield* TestClock.adjust(Duration.hours(167));
      yield* processRequest(inTime.id);
      assert.strictEqual((yield* get(inTime.project, inTime.id)).status, "sent");
      yield* TestClock.adjust(Duration.hours(1));
      providerScript.expire = () => Effect.fail(new AlreadyEnded({ message: "completed" }));
      providerScript.snapshot = () => Effect.succeed([completedReport]);
      providerScript.documents = () => Effect.succeed({ signed: PDF, certificate: PDF });
      yield* processRequest(inTime.id);
      yield* processRequest(inTime.id);
      assert.strictEqual((yield* get(inTime.project, inTime.id)).status, "completed");
    }),
  );

  it.effect("recognizes an end that it caused without a response", () =>
    Effect.gen(function* () {
      const { project, id, providerId } = yield* sentRequest;
      yield* TestClock.adjust(Duration.hours(168));
      providerScript.expire = () => Effect.fail(new ProviderUnavailable({ message: "broke off" }));
      assert.strictEqual((yield* processRequest(id)).kind, "retry");
      // The provider's clock may be slightly behind.
      const cancelledAt = DateTime.subtract(yield* DateTime.now, { seconds: 20 });
      providerScript.snapshot = () =>
        Effect.succeed([{ kind: "cancelled", at: cancelledAt, reason: null }]);
      providerScript.expire = () => Effect.fail(new AlreadyEnded({ message: "cancelled" }));
      yield* deliver(providerId, [null]);
      yield* processRequest(id);
      assert.strictEqual((yield* get(project, id)).status, "expired");
      assert.deepEqual(yield* eventTypesOf(project), ["signature.sent", "signature.expired"]);

      const earlier = yield* sentRequest;
      const before = yield* DateTime.now;
      yield* TestClock.adjust(Duration.hours(168));
      providerScript.snapshot = () =>
        Effect.succeed([{ kind: "cancelled", at: before, reason: null }]);
      providerScript.expire = () => Effect.fail(new AlreadyEnded({ message: "cancelled" }));
      yield* processRequest(earlier.id);
      assert.strictEqual((yield* get(earlier.project, earlier.id)).status, "cancelled");
    }),
  );

  it.effect("waits an hour for a provider that cannot expire requests", () =>
    Effect.gen(function* () {
      const { project, id } = yield* sentRequest;
      yield* TestClock.adjust(Duration.hours(168));
      providerScript.snapshot = () => Effect.fail(new ProviderUnavailable({ message: "down" }));
      providerScript.expire = () => Effect.fail(new ProviderUnavailable({ message: "down" }));
      assert.strictEqual((yield* processRequest(id)).kind, "retry");
      assert.strictEqual((yield* get(project, id)).status, "sent");
      yield* TestClock.adjust(Duration.hours(1));
      yield* processRequest(id);
      assert.strictEqual((yield* get(project, id)).status, "expired");
    }),
  );
});
