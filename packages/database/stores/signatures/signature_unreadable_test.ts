import { assert, layer } from "@effect/vitest";
import { ProviderOutcomeUnknown, Signatures } from "@paraph/core/signatures";
import { SignatureRequestId, UnreadableData } from "@paraph/core/values";
import { Effect, Option } from "effect";
import { SqlClient } from "effect/sql";

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

const UNREADABLE = "The stored data of the request cannot be read or changed";

const unreadable = Effect.die(new UnreadableData({ message: "no such state" }));

layer(services)("a signature request whose stored data cannot be read", (it) => {
  it.effect("fails at once when its documents can never be archived", () =>
    Effect.gen(function* () {
      const { project, id, providerId } = yield* sentRequest;
      providerScript.snapshot = () => Effect.succeed([completedReport]);
      providerScript.documents = () => unreadable;
      yield* deliver(providerId, [completedReport]);
      yield* processRequest(id);
      assert.strictEqual((yield* processRequest(id)).kind, "never");
      const { status, errorMessage } = yield* get(project, id);
      assert.strictEqual(status, "failed");
      assert.include(errorMessage, UNREADABLE);
      assert.deepEqual(yield* eventTypesOf(project), ["signature.sent", "signature.failed"]);
    }),
  );

  it.effect("stays completed without a certificate that can never be archived", () =>
    Effect.gen(function* () {
      const { project, id, providerId } = yield* sentRequest;
      providerScript.snapshot = () => Effect.succeed([completedReport]);
      providerScript.documents = () => Effect.succeed({ signed: PDF, certificate: null });
      yield* deliver(providerId, [completedReport]);
      yield* processRequest(id);
      providerScript.certificate = () => unreadable;
      assert.strictEqual((yield* processRequest(id)).kind, "never");
      assert.strictEqual((yield* get(project, id)).status, "completed");
    }),
  );

  it.effect("fails at once when a report cannot be stored, and is withdrawn", () =>
    Effect.gen(function* () {
      const { project, id, providerId } = yield* sentRequest;
      providerScript.snapshot = () =>
        Effect.succeed([{ kind: "declined", at: NOW, recipientId: "recipient-0", reason: "\0" }]);
      yield* deliver(providerId, [null]);
      assert.strictEqual((yield* processRequest(id)).kind, "never");
      const { status, errorMessage } = yield* get(project, id);
      assert.deepEqual([status, errorMessage], ["failed", UNREADABLE]);
      assert.deepEqual(yield* eventTypesOf(project), ["signature.sent", "signature.failed"]);
      assert.deepEqual(providerScript.cancelled, [providerId]);
    }),
  );

  it.effect("fails at once when its row cannot be read", () =>
    Effect.gen(function* () {
      const { project, id } = yield* sentRequest;
      const sql = yield* SqlClient.SqlClient;
      yield* sql`
        UPDATE signature_requests
        SET recipients = '[{}]', expires_at = 'infinity'
        WHERE id = ${id}`;
      assert.strictEqual((yield* processRequest(id)).kind, "never");
      const rows = yield* sql`
        SELECT status, error_message FROM signature_requests WHERE id = ${id}`;
      assert.deepEqual(rows, [{ status: "failed", errorMessage: UNREADABLE }]);
      assert.deepEqual(yield* eventTypesOf(project), ["signature.sent", "signature.failed"]);
    }),
  );

  it.effect("fetches the provider's state in place of an unreadable report", () =>
    Effect.gen(function* () {
      const { project, id, providerId } = yield* sentRequest;
      const sql = yield* SqlClient.SqlClient;
      providerScript.snapshot = () => Effect.succeed([viewedReport]);
      yield* deliver(providerId, [viewedReport]);
      yield* sql`
        UPDATE provider_reports
        SET report = '{"kind":"odd"}'
        WHERE provider_id = ${providerId}`;
      yield* processRequest(id);
      assert.strictEqual((yield* get(project, id)).status, "viewed");
      const waiting = yield* sql`
        SELECT 1 FROM provider_reports WHERE provider_id = ${providerId} AND applied_at IS NULL`;
      assert.deepEqual(waiting, []);
    }),
  );

  it.effect("is deleted when its outcome can never be stored", () =>
    Effect.gen(function* () {
      const { project, wanted } = yield* prepareRequest;
      const sql = yield* SqlClient.SqlClient;
      const signatures = yield* Signatures;
      providerScript.createAndSend = () =>
        Effect.fail(new ProviderOutcomeUnknown({ message: "broke off", isFinal: true }));
      providerScript.find = () =>
        Effect.succeed(Option.some({ providerId: "\0", recipientIds: ["a", "b"] }));
      yield* Effect.exit(signatures.create(project, wanted));
      const [row] = yield* sql<{ id: string }>`
        SELECT id FROM signature_requests WHERE project_id = ${project}`;
      assert.strictEqual(
        (yield* processRequest(SignatureRequestId.make(row?.id ?? ""))).kind,
        "never",
      );
      const left = yield* sql`SELECT id FROM signature_requests WHERE project_id = ${project}`;
      assert.deepEqual(left, []);
      assert.deepEqual(yield* eventTypesOf(project), []);
      assert.deepEqual(providerScript.cancelled, ["\0"]);
    }),
  );
});
