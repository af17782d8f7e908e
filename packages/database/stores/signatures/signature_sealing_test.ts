import { assert, layer } from "@effect/vitest";
import { IntegrityFault, type ProviderReport, ProviderUnavailable } from "@paraph/core/signatures";
import { DateTime, Duration, Effect, Metric } from "effect";
import { TestClock } from "effect/testing";

import {
  completed,
  deliver,
  get,
  look,
  NOW,
  PDF,
  scripted,
  sent,
  services,
  told,
  viewed,
} from "./signatures_fixture.ts";

const signed = (recipientId: string): ProviderReport => ({ kind: "signed", at: NOW, recipientId });

layer(services)("a request whose documents cannot be archived", (it) => {
  it.effect("shows why sealing is retried, reports it once, and clears it on success", () =>
    Effect.gen(function* () {
      const { project, id, providerId } = yield* sent;
      scripted.snapshot = () =>
        Effect.succeed([signed("recipient-0"), signed("recipient-1"), completed]);
      yield* deliver(providerId, [completed]);
      // A provider that has not finished yet has not failed.
      yield* look(id);
      assert.deepInclude(yield* get(project, id), { phase: "sealing", errorMessage: null });
      for (const failure of [
        Effect.fail(new ProviderUnavailable({ message: "no response" })),
        Effect.die(new Error("ENOENT: /secret/path")),
        Effect.fail(new ProviderUnavailable({ message: "no response again" })),
      ]) {
        scripted.documents = () => failure;
        assert.strictEqual((yield* look(id)).kind, "retry");
        const { status, phase, errorMessage } = yield* get(project, id);
        assert.deepEqual([status, phase], ["sent", "sealing"]);
        assert.match(errorMessage ?? "", /being retried: (no response|An unexpected error)/);
      }
      assert.include((yield* get(project, id)).errorMessage ?? "", "no response again");
      yield* deliver(providerId, [viewed]);
      yield* look(id);
      scripted.documents = () => Effect.succeed({ signed: PDF, certificate: PDF });
      yield* look(id);
      assert.deepInclude(yield* get(project, id), {
        status: "completed",
        phase: "archived",
        errorMessage: null,
      });
      assert.deepEqual(yield* told(project), [
        "signature.sent",
        "signature.signed",
        "signature.signed",
        "signature.sealing_failed",
        "signature.viewed",
        "signature.completed",
      ]);
    }),
  );

  it.effect("fails a request at once if its data was changed", () =>
    Effect.gen(function* () {
      const { project, id, providerId } = yield* sent;
      scripted.snapshot = () => Effect.succeed([completed]);
      scripted.documents = () =>
        Effect.fail(new IntegrityFault({ message: "event 3 was changed" }));
      yield* deliver(providerId, [completed]);
      assert.strictEqual((yield* look(id)).kind, "never");
      const { status, phase, errorMessage, signedDownloadUrl } = yield* get(project, id);
      assert.deepEqual([status, phase, signedDownloadUrl], ["failed", "ended", null]);
      assert.include(errorMessage ?? "", "event 3 was changed");
      assert.deepEqual(yield* told(project), ["signature.sent", "signature.failed"]);
      const counted = (yield* Metric.snapshot).filter(
        ({ id: name, attributes }) =>
          name === "paraph_sealing_failures_total" && attributes?.["reason"] === "integrity",
      );
      assert.deepEqual(
        counted.map(({ attributes }) => attributes?.["outcome"]),
        ["failed"],
      );
    }),
  );

  it.effect("fails a request whose provider is unavailable for a day", () =>
    Effect.gen(function* () {
      const { project, id, providerId } = yield* sent;
      yield* deliver(providerId, [{ kind: "completed", at: yield* DateTime.now }]);
      scripted.snapshot = () => Effect.fail(new ProviderUnavailable({ message: "down" }));
      assert.strictEqual((yield* look(id)).kind, "retry");
      assert.include((yield* get(project, id)).errorMessage ?? "", "down");
      yield* TestClock.adjust(Duration.hours(24));
      assert.strictEqual((yield* look(id)).kind, "never");
      assert.strictEqual((yield* get(project, id)).status, "failed");
    }),
  );
});
