import { assert, layer } from "@effect/vitest";
import { Webhooks } from "@paraph/core/webhooks";
import { createProject } from "@paraph/database/testing";
import { ok, receiver, verify } from "@paraph/testing/webhook_receiver";
import { Effect, Layer } from "effect";
import { SqlClient } from "effect/sql";

import { awaitDeliveries, log, publish, services, until, worker } from "./webhook_fixture.ts";
import { webhookWorker } from "./webhook_worker.ts";

layer(services, { excludeTestServices: true })("webhookWorker()", (it) => {
  it.effect("delivers only the selected events, signed", () =>
    Effect.gen(function* () {
      const project = yield* createProject;
      const webhooks = yield* Webhooks;
      const { url, received } = yield* receiver(ok);
      const { id, secret } = yield* webhooks.create(project, { url, events: ["render.*"] });
      yield* publish(project, "document.viewed");
      yield* publish(project, "render.failed");
      yield* publish(yield* createProject);
      yield* Effect.forkScoped(Layer.launch(worker));
      const [delivery] = yield* awaitDeliveries(project, id);
      assert.lengthOf(received, 1);
      const [first] = received;
      const event = verify(secret, first!);
      assert.hasAllKeys(event, ["id", "type", "timestamp", "projectId", "data"]);
      assert.deepInclude(event, { type: "render.failed", projectId: project });
      assert.strictEqual(first?.headers["webhook-id"], delivery?.eventId);
      assert.strictEqual(first?.headers["content-type"], "application/json");
      assert.deepInclude(delivery, {
        status: "succeeded",
        attempts: 1,
        responseStatus: 200,
        responseBody: "thanks",
        error: null,
        nextAttemptAt: null,
        type: "render.failed",
      });
    }),
  );

  it.effect("retries by the schedule, then fails; a replay sends the same bytes", () =>
    Effect.gen(function* () {
      const project = yield* createProject;
      const webhooks = yield* Webhooks;
      let status = 500;
      const { url, received } = yield* receiver((_, response) =>
        response.writeHead(status, { location: "/other" }).end(`\0${"é".repeat(5000)}`),
      );
      const { id, secret } = yield* webhooks.create(project, { url });
      yield* Effect.forkScoped(Layer.launch(worker));
      yield* publish(project);
      const [failedDelivery] = yield* awaitDeliveries(project, id);
      assert.deepInclude(failedDelivery, { status: "failed", attempts: 3, responseStatus: 500 });
      assert.strictEqual(failedDelivery?.responseBody, `\ufffd${"é".repeat(1023)}`);
      for (const redirect of [301, 307]) {
        status = redirect;
        yield* webhooks.replay(project, id, failedDelivery?.id ?? "");
      }
      yield* awaitDeliveries(project, id, 3);
      assert.deepEqual([...new Set(received.map(({ path }) => path))], ["/"]);
      status = 204;
      yield* webhooks.replay(project, id, failedDelivery?.id ?? "");
      const [last] = yield* awaitDeliveries(project, id, 4);
      assert.deepInclude(last, { status: "succeeded", attempts: 1, responseStatus: 204 });
      assert.strictEqual(new Set(received.map(({ body }) => body)).size, 1);
      assert.strictEqual(new Set(received.map(({ headers }) => headers["webhook-id"])).size, 1);
      for (const request of received) verify(secret, request);
    }),
  );

  it.effect("waits for Retry-After", () =>
    Effect.gen(function* () {
      const project = yield* createProject;
      const times: Array<number> = [];
      const { url } = yield* receiver((_, response) => {
        times.push(performance.now());
        response.writeHead(times.length === 1 ? 429 : 200, { "retry-after": "2" }).end();
      });
      const { id } = yield* (yield* Webhooks).create(project, { url });
      yield* Effect.forkScoped(Layer.launch(worker));
      yield* publish(project);
      yield* awaitDeliveries(project, id);
      assert.isAtLeast((times[1] ?? 0) - (times[0] ?? 0), 1990);
    }),
  );

  it.effect("does not count failures of an earlier URL against a new one", () =>
    Effect.gen(function* () {
      const project = yield* createProject;
      const webhooks = yield* Webhooks;
      const newReceiver = yield* receiver(ok);
      let respond = () => {};
      const oldReceiver = yield* receiver((_, response) => {
        respond = () => response.writeHead(410).end();
      });
      const { id } = yield* webhooks.create(project, { url: oldReceiver.url });
      yield* Effect.forkScoped(Layer.launch(worker));
      yield* publish(project);
      yield* until(() => oldReceiver.received.length > 0);
      yield* webhooks.update(project, id, { url: newReceiver.url });
      respond();
      yield* awaitDeliveries(project, id);
      assert.isTrue((yield* webhooks.get(project, id)).enabled);
      yield* publish(project);
      yield* until(() => newReceiver.received.length > 0);
    }),
  );

  it.effect("stops sending after a 410 response, and to disabled webhooks", () =>
    Effect.gen(function* () {
      const project = yield* createProject;
      const webhooks = yield* Webhooks;
      const goneReceiver = yield* receiver((_, response) => response.writeHead(410).end());
      const failing = yield* receiver((_, response) => response.writeHead(503).end());
      const { id } = yield* webhooks.create(project, { url: goneReceiver.url });
      const slow = yield* webhooks.create(project, { url: failing.url });
      yield* Effect.forkScoped(Layer.launch(worker));
      yield* publish(project);
      const [delivery] = yield* awaitDeliveries(project, id);
      assert.deepInclude(delivery, { status: "failed", attempts: 1, responseStatus: 410 });
      assert.isFalse((yield* webhooks.get(project, id)).enabled);
      yield* until(() => failing.received.length > 0);
      yield* webhooks.update(project, slow.id, { enabled: false });
      // A running delivery may still arrive after its webhook is disabled.
      yield* Effect.sleep("100 millis");
      const before = failing.received.length;
      yield* publish(project);
      const pending = (yield* log(project, slow.id)).filter(({ status }) => status === "pending");
      assert.isEmpty(pending);
      yield* Effect.sleep("1 second");
      assert.deepEqual([goneReceiver.received.length, failing.received.length], [1, before]);
    }),
  );

  it.effect("disables a webhook after five days without a success", () =>
    Effect.gen(function* () {
      const project = yield* createProject;
      const webhooks = yield* Webhooks;
      const sql = yield* SqlClient.SqlClient;
      let status = 500;
      const { url } = yield* receiver((_, response) => response.writeHead(status).end());
      const { id } = yield* webhooks.create(project, { url });
      yield* Effect.forkScoped(Layer.launch(worker));
      const days = (count: number) => sql`
        UPDATE webhooks
        SET failing_since = failing_since - ${count} * interval '1 day'
        WHERE id = ${id}`;
      const deliver = Effect.fnUntraced(function* (count: number) {
        yield* publish(project);
        yield* awaitDeliveries(project, id, count);
        return (yield* webhooks.get(project, id)).enabled;
      });
      assert.isTrue(yield* deliver(1));
      yield* days(6);
      status = 200;
      assert.isTrue(yield* deliver(2));
      status = 500;
      assert.isTrue(yield* deliver(3));
      yield* days(4);
      assert.isTrue(yield* deliver(4));
      yield* days(2);
      assert.isFalse(yield* deliver(5));
      yield* webhooks.update(project, id, { enabled: true });
      assert.isTrue(yield* deliver(6));
    }),
  );

  it.effect("also signs with the old secret for a day after a rotation", () =>
    Effect.gen(function* () {
      const project = yield* createProject;
      const webhooks = yield* Webhooks;
      const sql = yield* SqlClient.SqlClient;
      const { url, received } = yield* receiver(ok);
      const first = yield* webhooks.create(project, { url });
      const second = yield* webhooks.rotate(project, first.id);
      yield* Effect.forkScoped(Layer.launch(worker));
      const isValid = (secret: string) => {
        try {
          verify(secret, received.at(-1)!);
          return true;
        } catch {
          return false;
        }
      };
      yield* webhooks.test(project, first.id);
      yield* awaitDeliveries(project, first.id);
      assert.deepEqual(
        [first, second].map(({ secret }) => isValid(secret)),
        [true, true],
      );
      yield* sql`
        UPDATE webhooks
        SET former_secrets = replace(former_secrets::text, '20', '19')::json
        WHERE id = ${first.id}`;
      yield* webhooks.test(project, first.id);
      yield* awaitDeliveries(project, first.id, 2);
      assert.deepEqual(
        [first, second].map(({ secret }) => isValid(secret)),
        [false, true],
      );
    }),
  );

  it.effect("a receiver that hangs is reported and does not delay others", () =>
    Effect.gen(function* () {
      const project = yield* createProject;
      const webhooks = yield* Webhooks;
      const hanging = yield* receiver(() => {});
      const quick = yield* receiver(ok);
      const slow = yield* webhooks.create(project, { url: hanging.url });
      const fast = yield* webhooks.create(project, { url: quick.url });
      yield* Effect.forkScoped(Layer.launch(worker));
      for (let n = 0; n < 20; n++) yield* publish(project);
      yield* awaitDeliveries(project, fast.id, 20);
      assert.isAtMost(hanging.received.length, 8);
      const [delivery] = yield* awaitDeliveries(project, slow.id, 1);
      assert.isDefined(delivery);
      const timedOut = (yield* log(project, slow.id)).find(({ error }) => error !== null);
      assert.deepInclude(timedOut, { error: "No response in time", responseStatus: null });
    }),
  );

  it.effect("counts a response that starts in time, however long it takes", () =>
    Effect.gen(function* () {
      const project = yield* createProject;
      const { url } = yield* receiver((_, response) => response.writeHead(200).write("and"));
      const { id } = yield* (yield* Webhooks).create(project, { url });
      const slowWorker = webhookWorker({ allowPrivateNetwork: true, timeout: "5 seconds" });
      yield* Effect.forkScoped(Layer.launch(slowWorker));
      yield* publish(project);
      const [delivery] = yield* awaitDeliveries(project, id);
      assert.deepInclude(delivery, { status: "succeeded", responseBody: "and" });
    }),
  );

  it.effect("blocks private addresses by default, and logs the reason", () =>
    Effect.gen(function* () {
      const project = yield* createProject;
      const { url, received } = yield* receiver(ok);
      const { id } = yield* (yield* Webhooks).create(project, { url });
      yield* Effect.forkScoped(
        Layer.launch(webhookWorker({ allowPrivateNetwork: false, delays: [] })),
      );
      yield* publish(project);
      const [delivery] = yield* awaitDeliveries(project, id);
      assert.strictEqual(delivery?.error, "The address is not on the public internet");
      assert.isEmpty(received);
    }),
  );
});
