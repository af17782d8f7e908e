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

import { accepted } from "../../testing/mod.ts";
import {
  completed,
  deliver,
  get,
  look,
  NOW,
  PDF,
  rendered,
  scripted,
  sent,
  services,
  told,
  viewed,
} from "./signatures_fixture.ts";

const signed = (recipientId: string): ProviderReport => ({ kind: "signed", at: NOW, recipientId });

layer(services)("SignatureWork", (it) => {
  it.effect("applies each report once, in any order and also when repeated", () =>
    Effect.gen(function* () {
      const { project, id, providerId } = yield* sent;
      yield* deliver(providerId, [signed("recipient-0"), viewed, signed("recipient-0")]);
      yield* deliver(providerId, [viewed]);
      yield* Effect.all([look(id), look(id), look(id)], { concurrency: "unbounded" });
      const { status, recipients } = yield* get(project, id);
      assert.strictEqual(status, "viewed");
      assert.deepEqual(
        recipients.map(({ signedAt }) => signedAt),
        [NOW, undefined],
      );
      assert.deepEqual(yield* told(project), [
        "signature.sent",
        "signature.signed",
        "signature.viewed",
      ]);
    }),
  );

  it.effect("stores a report that arrives before its request is known", () =>
    Effect.gen(function* () {
      const { project, wanted } = yield* rendered;
      scripted.createAndSend = (envelope) =>
        Effect.gen(function* () {
          yield* inbox.deliver("firma", [
            {
              key: envelope.reference,
              providerId: `envelope-${envelope.reference}`,
              report: viewed,
              received: {},
            },
          ]);
          return accepted(envelope);
        });
      const inbox = yield* ProviderInbox;
      const { signature } = yield* (yield* Signatures).create(project, wanted);
      yield* look(signature.id);
      assert.strictEqual((yield* get(project, signature.id)).status, "viewed");
    }),
  );

  it.effect("fetches the state when a report has no details, and when none arrives", () =>
    Effect.gen(function* () {
      for (const reports of [[null], []]) {
        const { project, id, providerId } = yield* sent;
        scripted.snapshot = () => Effect.succeed([viewed, signed("recipient-1")]);
        yield* deliver(providerId, reports);
        yield* look(id);
        const { status, recipients } = yield* get(project, id);
        assert.strictEqual(status, "viewed");
        assert.deepEqual(recipients[1]?.signedAt, NOW);
      }
    }),
  );

  it.effect("completes only with the documents", () =>
    Effect.gen(function* () {
      const { project, id, providerId } = yield* sent;
      const signatures = yield* Signatures;
      scripted.snapshot = () =>
        Effect.succeed([signed("recipient-0"), signed("recipient-1"), completed]);
      yield* deliver(providerId, [completed]);
      assert.strictEqual((yield* look(id)).kind, "retry");
      assert.strictEqual((yield* get(project, id)).status, "sent");
      assert.strictEqual((yield* Effect.flip(signatures.openSigned(project, id)))._tag, "conflict");

      scripted.documents = () => Effect.succeed({ signed: PDF, certificate: null });
      yield* Effect.all([look(id), look(id), look(id)], { concurrency: "unbounded" });
      const done = yield* get(project, id);
      assert.strictEqual(done.status, "completed");
      assert.strictEqual(done.signedDownloadUrl, `https://p.test/v1/signatures/${id}/download`);
      assert.isNull(done.certificateUrl);
      assert.isNotNull(done.completedAt);
      assert.isTrue(done.recipients.every(({ signedAt }) => signedAt !== undefined));
      const { totalSize, filename } = yield* signatures.openSigned(project, id);
      assert.deepEqual([totalSize, filename], [PDF.length, `${id}-signed.pdf`]);
      assert.deepEqual(yield* told(project), [
        "signature.sent",
        "signature.signed",
        "signature.signed",
        "signature.completed",
      ]);

      const early = yield* Effect.flip(signatures.openCertificate(project, id));
      assert.strictEqual(early._tag, "conflict");
      scripted.certificate = () => Effect.fail(new ProviderUnavailable({ message: "down" }));
      const down = yield* Effect.flip(signatures.openCertificate(project, id));
      assert.strictEqual(down._tag, "upstream_error");
      scripted.certificate = () => Effect.succeed(PDF);
      yield* look(id);
      assert.isNotNull((yield* get(project, id)).certificateUrl);
      const certificate = yield* signatures.openCertificate(project, id);
      assert.strictEqual(certificate.filename, `${id}-certificate.pdf`);
    }),
  );

  it.effect("keeps archived files when another worker archives concurrently", () =>
    Effect.gen(function* () {
      const { project, id, providerId } = yield* sent;
      const [isAsking, goOn] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()];
      const reports = [signed("recipient-0"), signed("recipient-1"), completed];
      let looks = 0;
      scripted.snapshot = () =>
        looks++ > 0
          ? Effect.succeed(reports)
          : Deferred.succeed(isAsking, undefined).pipe(
              Effect.andThen(Deferred.await(goOn)),
              Effect.as(reports),
            );
      scripted.documents = () => Effect.succeed({ signed: PDF, certificate: PDF });
      yield* deliver(providerId, [completed]);
      const slow = yield* Effect.forkScoped(look(id));
      yield* Deferred.await(isAsking);
      yield* look(id);
      assert.strictEqual((yield* get(project, id)).status, "completed");
      yield* Deferred.succeed(goOn, undefined);
      yield* Fiber.join(slow);
      const kept = yield* (yield* Signatures).openSigned(project, id);
      assert.strictEqual(kept.totalSize, PDF.length);
    }),
  );

  it.effect("completes only after its documents can be stored", () =>
    Effect.gen(function* () {
      const { project, id, providerId } = yield* sent;
      const assets = yield* AssetStore;
      scripted.snapshot = () =>
        Effect.succeed([signed("recipient-0"), signed("recipient-1"), completed]);
      scripted.documents = () => Effect.succeed({ signed: PDF, certificate: PDF });
      // A file in place of their folder.
      yield* assets.put(`signatures/${id}`, PDF);
      yield* deliver(providerId, [completed]);
      for (let times = 0; times < 3; times += 1) {
        assert.strictEqual((yield* look(id)).kind, "retry");
        assert.strictEqual((yield* get(project, id)).status, "sent");
      }
      yield* assets.remove(`signatures/${id}`);
      yield* look(id);
      assert.strictEqual((yield* get(project, id)).status, "completed");
    }),
  );

  it.effect("cleans up after a failed attempt before it stores new files", () =>
    Effect.gen(function* () {
      const { id, providerId } = yield* sent;
      const assets = yield* AssetStore;
      const leftBehind = `signatures/${id}/1-signed.pdf`;
      yield* assets.put(leftBehind, PDF);
      yield* (yield* SignatureStore).beginArchiving(id);
      scripted.snapshot = () =>
        Effect.succeed([signed("recipient-0"), signed("recipient-1"), completed]);
      const found: Array<boolean> = [];
      scripted.documents = () =>
        Effect.map(Effect.orDie(assets.open(leftBehind)), (left) => {
          found.push(Option.isSome(left));
          return { signed: PDF, certificate: PDF };
        });
      yield* deliver(providerId, [completed]);
      yield* look(id);
      assert.deepEqual(found, [false]);
      assert.isTrue(Option.isSome(yield* assets.open(`signatures/${id}/2-signed.pdf`)));
    }),
  );

  it.effect("fails a request whose documents are unavailable for a day", () =>
    Effect.gen(function* () {
      const { project, id, providerId } = yield* sent;
      yield* deliver(providerId, [{ kind: "completed", at: yield* DateTime.now }]);
      scripted.documents = () =>
        Effect.fail(new ProviderUnavailable({ message: "no such bucket" }));
      yield* look(id);
      yield* TestClock.adjust(Duration.hours(23));
      assert.strictEqual((yield* look(id)).kind, "retry");
      yield* TestClock.adjust(Duration.hours(1));
      yield* look(id);
      const { status, errorMessage } = yield* get(project, id);
      assert.strictEqual(status, "failed");
      assert.include(errorMessage ?? "", "no such bucket");
      assert.deepEqual(yield* told(project), [
        "signature.sent",
        "signature.sealing_failed",
        "signature.failed",
      ]);
    }),
  );

  it.effect("expires by Paraph's clock, unless all have signed in time", () =>
    Effect.gen(function* () {
      const late = yield* sent;
      yield* TestClock.adjust(Duration.hours(168));
      yield* look(late.id);
      assert.strictEqual((yield* get(late.project, late.id)).status, "expired");
      assert.deepEqual(yield* told(late.project), ["signature.sent", "signature.expired"]);

      const inTime = yield* sent;
      yield* TestClock.adjust(Duration.hours(167));
      yield* look(inTime.id);
      assert.strictEqual((yield* get(inTime.project, inTime.id)).status, "sent");
      yield* TestClock.adjust(Duration.hours(1));
      scripted.expire = () => Effect.fail(new AlreadyEnded({ message: "completed" }));
      scripted.snapshot = () => Effect.succeed([completed]);
      scripted.documents = () => Effect.succeed({ signed: PDF, certificate: PDF });
      yield* look(inTime.id);
      yield* look(inTime.id);
      assert.strictEqual((yield* get(inTime.project, inTime.id)).status, "completed");
    }),
  );

  it.effect("recognizes an end that it caused without a response", () =>
    Effect.gen(function* () {
      const { project, id, providerId } = yield* sent;
      yield* TestClock.adjust(Duration.hours(168));
      scripted.expire = () => Effect.fail(new ProviderUnavailable({ message: "broke off" }));
      assert.strictEqual((yield* look(id)).kind, "retry");
      // The provider's clock may be slightly behind.
      const at = DateTime.subtract(yield* DateTime.now, { seconds: 20 });
      scripted.snapshot = () => Effect.succeed([{ kind: "cancelled", at, reason: null }]);
      scripted.expire = () => Effect.fail(new AlreadyEnded({ message: "cancelled" }));
      yield* deliver(providerId, [null]);
      yield* look(id);
      assert.strictEqual((yield* get(project, id)).status, "expired");
      assert.deepEqual(yield* told(project), ["signature.sent", "signature.expired"]);

      const earlier = yield* sent;
      const before = yield* DateTime.now;
      yield* TestClock.adjust(Duration.hours(168));
      scripted.snapshot = () => Effect.succeed([{ kind: "cancelled", at: before, reason: null }]);
      scripted.expire = () => Effect.fail(new AlreadyEnded({ message: "cancelled" }));
      yield* look(earlier.id);
      assert.strictEqual((yield* get(earlier.project, earlier.id)).status, "cancelled");
    }),
  );

  it.effect("waits an hour for a provider that cannot expire requests", () =>
    Effect.gen(function* () {
      const { project, id } = yield* sent;
      yield* TestClock.adjust(Duration.hours(168));
      scripted.snapshot = () => Effect.fail(new ProviderUnavailable({ message: "down" }));
      scripted.expire = () => Effect.fail(new ProviderUnavailable({ message: "down" }));
      assert.strictEqual((yield* look(id)).kind, "retry");
      assert.strictEqual((yield* get(project, id)).status, "sent");
      yield* TestClock.adjust(Duration.hours(1));
      yield* look(id);
      assert.strictEqual((yield* get(project, id)).status, "expired");
    }),
  );
});
