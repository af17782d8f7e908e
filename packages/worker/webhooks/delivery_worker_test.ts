import type { ServerResponse } from "node:http";

import { assert, layer } from "@effect/vitest";
import { keptProject } from "@paraph/core/testing";
import { Webhooks } from "@paraph/core/webhooks";
import { Effect, Layer } from "effect";
import { SqlClient } from "effect/sql";

import { ok, receiver } from "../_testing/webhook_receiver.ts";
import { webhookWorker } from "./mod.ts";
import { ended, publish, services, until } from "./webhook_fixture.ts";

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
});
