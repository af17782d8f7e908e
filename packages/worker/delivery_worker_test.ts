import type { ServerResponse } from "node:http";

import { assert, layer } from "@effect/vitest";
import { Webhooks } from "@paraph/core/webhooks";
import { createProject } from "@paraph/database/testing";
import { ok, receiver } from "@paraph/testing/webhook_receiver";
import { Effect, Layer } from "effect";
import { SqlClient } from "effect/sql";

import { awaitDeliveries, publish, services, until, worker } from "./webhook_fixture.ts";
import { webhookWorker } from "./webhook_worker.ts";

layer(services, { excludeTestServices: true })("deliveryWorker()", (it) => {
  it.effect("slow receivers of one project do not delay other projects", () =>
    Effect.gen(function* () {
      const [busy, quiet] = [yield* createProject, yield* createProject];
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
      const slowWorker = webhookWorker({ allowPrivateNetwork: true, timeout: "1 minute" });
      yield* Effect.forkScoped(Layer.launch(slowWorker));
      yield* until(() => hanging.length >= 384);
      const { id } = yield* webhooks.create(quiet, { url: quick.url });
      yield* publish(quiet);
      yield* awaitDeliveries(quiet, id);
      assert.lengthOf(hanging, 384);

      isOver = true;
      for (const response of hanging) response.end();
      yield* until(() => slow.received.length === 800);
    }),
  );

  it.effect("a delivery with unreadable stored data fails without delaying others", () =>
    Effect.gen(function* () {
      const webhooks = yield* Webhooks;
      const sql = yield* SqlClient.SqlClient;
      const { url, received } = yield* receiver(ok);
      const subscribe = Effect.fnUntraced(function* () {
        const project = yield* createProject;
        const { id } = yield* webhooks.create(project, { url });
        yield* publish(project);
        return { project, id };
      });
      const [tooLarge, noSecret, valid] = [
        yield* subscribe(),
        yield* subscribe(),
        yield* subscribe(),
      ];
      yield* sql`
        UPDATE events
        SET body = '{"data":{"id":"x"}}' || repeat(' ', ${129 * 1024 * 1024})
        WHERE project_id = ${tooLarge.project}`;
      yield* sql`UPDATE webhooks SET secret = 'whsec_%' WHERE id = ${noSecret.id}`;
      yield* Effect.forkScoped(Layer.launch(worker));
      const [validDelivery] = yield* awaitDeliveries(valid.project, valid.id);
      assert.strictEqual(validDelivery?.status, "succeeded");
      for (const { project, id } of [tooLarge, noSecret]) {
        const [delivery] = yield* awaitDeliveries(project, id);
        assert.deepInclude(delivery, {
          status: "failed",
          attempts: 1,
          responseStatus: null,
          error: "The stored event or webhook cannot be read",
        });
        // The failure does not count against the receiver.
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
    "an attempt with status %s whose response cannot be stored has %s",
    ([status, outcome]) =>
      Effect.gen(function* () {
        const project = yield* createProject;
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
        const [delivery] = yield* awaitDeliveries(project, id);
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
