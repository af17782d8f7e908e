import { assert, layer } from "@effect/vitest";
import { Erasures } from "@paraph/core/erasure";
import { SignatureBulkJob, SignatureBulkStore } from "@paraph/core/signatures";
import { Email, newRow, RenderBatchId, SignatureBulkId, Transaction } from "@paraph/core/values";
import { Deferred, Effect, Fiber, Layer, Schedule } from "effect";
import { SqlClient } from "effect/sql";

import { TEST_DATABASE_URL } from "../../testing/fresh_database.ts";
import { envelopeIds } from "../../testing/mod.ts";
import { prepareRequest, providerScript, reading, services } from "./signatures_fixture.ts";

const ADA = Email.make("ADA@example.com");

/** A bulk request with a row whose render has succeeded. */
const pendingRow = Effect.gen(function* () {
  const { project, wanted } = yield* prepareRequest;
  const { renderId, recipients, anchorTags } = wanted;
  const sql = yield* SqlClient.SqlClient;
  const store = yield* SignatureBulkStore;
  const { id, createdAt } = yield* newRow;
  yield* sql`
    INSERT INTO render_batches (
      id, project_id, template_id, template_version_id, total, created_at
    )
    SELECT ${id}::uuid, project_id, template_id, template_version_id, 1, created_at
    FROM renders
    WHERE id = ${renderId}`;
  const bulkId = SignatureBulkId.make(id);
  yield* store.add({
    id: bulkId,
    projectId: project,
    batchId: RenderBatchId.make(id),
    total: 1,
    options: { anchorTags },
    rows: [{ renderId, request: { recipients } }],
    createdAt,
  });
  const erase = Effect.flatMap(Erasures, ({ eraseRecipient }) =>
    eraseRecipient(project, { email: ADA }),
  );
  const send = Effect.flatMap(SignatureBulkJob, ({ run }) => run(renderId));
  const row = Effect.map(store.results(bulkId), ([result]) => result);
  return { renderId, erase, send, row };
});

type Erased = Effect.Success<Effect.Success<typeof pendingRow>["erase"]>;

/** An erasure that runs when the fixture says, and its result. */
const interruption = Effect.fnUntraced(function* (
  erase: Effect.Success<typeof pendingRow>["erase"],
) {
  const context = yield* Effect.context<Erasures>();
  const erased = yield* Deferred.make<Erased>();
  const run = erase.pipe(
    Effect.provideContext(context),
    Effect.flatMap((result) => Deferred.succeed(erased, result)),
    Effect.asVoid,
  );
  return { run, erased: Deferred.await(erased) };
});

const withErasures = Erasures.layer.pipe(Layer.provideMerge(services));

layer(withErasures, { excludeTestServices: true })("SignatureBulkJob", (it) => {
  it.effect("creates no request after the erasure of a recipient whose row it has read", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const { renderId, erase, send, row } = yield* pendingRow;
      const { run, erased } = yield* interruption(erase);
      reading.meanwhile = run;
      yield* send;
      const { erased: counts, left } = yield* erased;
      assert.strictEqual(counts.signatureBulkRows, 1);
      assert.isEmpty(left.openSignatures);
      assert.deepInclude(yield* row, { status: "failed", signatureId: null });
      assert.strictEqual((yield* row)?.error?.code, "recipient_erased");
      assert.isEmpty(providerScript.envelopes);
      const requests = yield* sql`SELECT 1 FROM signature_requests WHERE render_id = ${renderId}`;
      assert.isEmpty(requests);
    }),
  );

  it.effect("sends a row whose request an erasure lists", () =>
    Effect.gen(function* () {
      const { renderId, erase, send, row } = yield* pendingRow;
      const { run, erased } = yield* interruption(erase);
      providerScript.createAndSend = (envelope) => Effect.as(run, envelopeIds(envelope));
      yield* send;
      const { erased: counts, left } = yield* erased;
      assert.strictEqual(counts.signatureBulkRows, 0);
      const result = yield* row;
      assert.deepInclude(result, { status: "sent", error: null });
      assert.deepEqual(left.openSignatures, [{ id: result!.signatureId!, renderId }]);
    }),
  );

  it.effect.runIf(TEST_DATABASE_URL !== undefined)(
    "lets an erasure wait for the request that it is storing",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient;
        const { run } = yield* Transaction;
        const { renderId, erase, send, row } = yield* pendingRow;
        // Requests are stored, and then wait before their transaction ends.
        yield* sql`
          CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
          'BEGIN PERFORM pg_advisory_xact_lock(22); RETURN NEW; END'`;
        yield* sql`
          CREATE TRIGGER held BEFORE UPDATE ON signature_requests
          FOR EACH ROW EXECUTE FUNCTION hold()`;
        const [isHeld, release] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()];
        const holding = yield* sql`SELECT pg_advisory_xact_lock(22)`.pipe(
          Effect.andThen(Deferred.succeed(isHeld, undefined)),
          Effect.andThen(Deferred.await(release)),
          run,
          Effect.forkChild,
        );
        yield* Deferred.await(isHeld);
        const waiting = (count: number) =>
          sql`
            SELECT 1
            FROM pg_stat_activity
            WHERE datname = current_database()
              AND wait_event_type = 'Lock'`.pipe(
            Effect.repeat({
              until: (rows) => rows.length === count,
              schedule: Schedule.spaced("10 millis"),
            }),
          );
        const sending = yield* Effect.forkChild(send);
        yield* waiting(1);
        const erasing = yield* Effect.forkChild(erase);
        // Until the erasure waits too, or has ended too early.
        yield* Effect.raceFirst(waiting(2), Fiber.await(erasing));
        yield* Deferred.succeed(release, undefined);
        yield* Fiber.join(holding);
        const { left } = yield* Fiber.join(erasing);
        yield* Fiber.join(sending);
        const result = yield* row;
        assert.deepInclude(result, { status: "sent", error: null });
        assert.deepEqual(left.openSignatures, [{ id: result!.signatureId!, renderId }]);
        yield* sql`DROP TRIGGER held ON signature_requests`;
      }),
  );
});
