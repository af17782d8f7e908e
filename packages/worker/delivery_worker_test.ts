import type { ServerResponse } from "node:http";

import { assert, layer } from "@effect/vitest";
import { Webhooks } from "@paraph/core/webhooks";
import { keptProject } from "@paraph/database/testing";
import { ok, receiver } from "@paraph/testing/webhook_receiver";
import { Effect, Layer } from "effect";
import { SqlClient } from "effect/sql";

import { ended, publish, services, until, worker } from "./webhook_fixture.ts";
import { webhookWorker } from "./webhook_worker.ts";

layer(services, { excludeTestServices: true })("deliveryWorker()", (it) => {
  it.effect("many receivers of one project that hang keep no other project waiting", () =>
    Effect.gen(function* () {
      const [busy, quiet] = [yield* keptProject, yield* keptProject];
      const webhooks = yield* Webhooks;
      const sql = yield* SqlClient.SqlClient;
      const hanging: Array<ServerResponse> = [];
      let isOver = false;
      const slow = yield* receiver((_, response) =>
        isOver ? response.end() : hanging.push(response),
      );
      const quick = yield* receiver(ok);
      const first = yield* webhooks.create(busy, { url: slow.url });
      yield* sql`
        INSERT INTO webhooks
          (id, project_id, url, events, enabled, secret, former_secrets, created_at)
        SELECT
          gen_random_uuid(), project_id, url, events, enabled, secret, former_secrets, created_at
        FROM webhooks, generate_series(1, 199)
        WHERE id = ${first.id}`;
      for (let n = 0; n < 4; n++) yield* publish(busy);
      const patient = webhookWorker({ allowPrivateNetwork: true, patience: "1 minute" });
      yield* Effect.forkScoped(Layer.launch(patient));
      yield* until(() => hanging.length >= 384);
      const { id } = yield* webhooks.create(quiet, { url: quick.url });
      yield* publish(quiet);
      yield* ended(quiet, id);
      assert.lengthOf(hanging, 384);

      isOver = true;
      for (const response of hanging) response.end();
      yield* until(() => slow.received.length === 800);
    }),
  );

  it.effect(
    "a delivery whose stored data cannot be read fails at once, and no other waits for it",
    () =>
      Effect.gen(function* () {
        const webhooks = yield* Webhooks;
        const sql = yield* SqlClient.SqlClient;
        const { url, received } = yield* receiver(ok);
        const subscribed = Effect.fnUntraced(function* () {
          const project = yield* keptProject;
          const { id } = yield* webhooks.create(project, { url });
          yield* publish(project);
          return { project, id };
        });
        const [tooLarge, noSecret, sound] = [
          yield* subscribed(),
          yield* subscribed(),
          yield* subscribed(),
        ];
        yield* sql`
        UPDATE events
        SET body = '{"data":{"id":"x"}}' || repeat(' ', ${129 * 1024 * 1024})
        WHERE project_id = ${tooLarge.project}`;
        yield* sql`UPDATE webhooks SET secret = 'whsec_%' WHERE id = ${noSecret.id}`;
        yield* Effect.forkScoped(Layer.launch(worker));
        const [delivered] = yield* ended(sound.project, sound.id);
        assert.strictEqual(delivered?.status, "succeeded");
        for (const { project, id } of [tooLarge, noSecret]) {
          const [delivery] = yield* ended(project, id);
          assert.deepInclude(delivery, {
            status: "failed",
            attempts: 1,
            responseStatus: null,
            error: "The stored event or webhook cannot be read",
          });
          // It is no fault of the receiver.
          const [webhook] = yield* sql<{ failingSince: Date | null }>`
          SELECT failing_since FROM webhooks WHERE id = ${id}`;
          assert.isNull(webhook?.failingSince);
        }
        assert.lengthOf(received, 1);
      }),
  );

  it.effect.each([
    [200, "succeeded"],
    [500, "failed"],
  ] as const)(
    "an attempt that got %s and cannot be stored as it was has %s at once",
    ([status, outcome]) =>
      Effect.gen(function* () {
        const project = yield* keptProject;
        const sql = yield* SqlClient.SqlClient;
        const { url, received } = yield* receiver((_, response) =>
          response.writeHead(status).end("unstorable"),
        );
        yield* sql`
        CREATE OR REPLACE FUNCTION refuse_text() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          RAISE EXCEPTION 'invalid text' USING ERRCODE = '22021';
        END $$`;
        yield* sql`
        CREATE OR REPLACE TRIGGER refuse_text BEFORE UPDATE ON webhook_deliveries
        FOR EACH ROW WHEN (NEW.response_body = 'unstorable') EXECUTE FUNCTION refuse_text()`;
        const { id } = yield* (yield* Webhooks).create(project, { url });
        yield* publish(project);
        yield* Effect.forkScoped(Layer.launch(worker));
        const [delivery] = yield* ended(project, id);
        assert.deepInclude(delivery, {
          status: outcome,
          attempts: 1,
          responseStatus: status,
          responseBody: null,
          error: "The response cannot be stored",
        });
        assert.lengthOf(received, 1);
      }),
  );
});
