import { assert, layer } from "@effect/vitest";
import { IntegrityError, type ProviderReport, ProviderUnavailable } from "@paraph/core/signatures";
import { DateTime, Duration, Effect, Metric } from "effect";
import { TestClock } from "effect/testing";

import {
  completedReport,
  deliver,
  get,
  processRequest,
  NOW,
  PDF,
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

layer(services)("a request whose documents cannot be archived", (it) => {
  it.effect("shows why sealing is retried, reports it once, and clears it on success", () =>
    Effect.gen(function* () {
      const { project, id, providerId } = yield* sentRequest;
      providerScript.snapshot = () =>
        Effect.succeed([signedReport("recipient-0"), signedReport("recipient-1"), completedReport]);
      yield* deliver(providerId, [completedReport]);
      // A provider that has not finished yet has not failed.
      yield* processRequest(id);
      assert.deepInclude(yield* get(project, id), { phase: "sealing", errorMessage: null });
      for (const failure of [
        Effect.fail(new ProviderUnavailable({ message: "no response" })),
        Effect.die(new Error("ENOENT: /secret/path")),
        Effect.fail(new ProviderUnavailable({ message: "no response again" })),
      ]) {
        providerScript.documents = () => failure;
        assert.strictEqual((yield* processRequest(id)).kind, "retry");
        const { status, phase, errorMessage } = yield* get(project, id);
        assert.deepEqual([status, phase], ["sent", "sealing"]);
        assert.match(errorMessage ?? "", /being retried: (no response|An unexpected error)/);
      }
      assert.include((yield* get(project, id)).errorMessage ?? "", "no response again");
      yield* deliver(providerId, [viewedReport]);
      yield* processRequest(id);
      providerScript.documents = () => Effect.succeed({ signed: PDF, certificate: PDF });
      yield* processRequest(id);
      assert.deepInclude(yield* get(project, id), {
        status: "completed",
        phase: "archived",
        errorMessage: null,
      });
      assert.deepEqual(yield* eventTypesOf(project), [
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
      const { project, id, providerId } = yield* sentRequest;
      providerScript.snapshot = () => Effect.succeed([completedReport]);
      providerScript.documents = () =>
        Effect.fail(new IntegrityError({ message: "event 3 was changed" }));
      yield* deliver(providerId, [completedReport]);
      assert.strictEqual((yield* processRequest(id)).kind, "never");
      const { status, phase, errorMessage, signedDownloadUrl } = yield* get(project, id);
      assert.deepEqual([status, phase, signedDownloadUrl], ["failed", "ended", null]);
      assert.include(errorMessage ?? "", "event 3 was changed");
      assert.deepEqual(yield* eventTypesOf(project), ["signature.sent", "signature.failed"]);
      const failureMetrics = (yield* Metric.snapshot).filter(
        ({ id: name, attributes }) =>
          name === "paraph_sealing_failures_total" && attributes?.["reason"] === "integrity",
      );
      assert.deepEqual(
        failureMetrics.map(({ attributes }) => attributes?.["outcome"]),
        ["failed"],
      );
    }),
  );

  it.effect("fails a request whose provider is unavailable for a day", () =>
    Effect.gen(function* () {
      const { project, id, providerId } = yield* sentRequest;
      yield* deliver(providerId, [{ kind: "completed", at: yield* DateTime.now }]);
      providerScript.snapshot = () => Effect.fail(new ProviderUnavailable({ message: "down" }));
      assert.strictEqual((yield* processRequest(id)).kind, "retry");
      assert.include((yield* get(project, id)).errorMessage ?? "", "down");
      yield* TestClock.adjust(Duration.hours(24));
      assert.strictEqual((yield* processRequest(id)).kind, "never");
      assert.strictEqual((yield* get(project, id)).status, "failed");
    }),
  );
});
