import { EventStream, Webhooks } from "@paraph/core/webhooks";
import { Effect } from "effect";

import { CurrentProject } from "../_auth/project_key.ts";
import { handlersOf } from "../_wire/body/payload.ts";
import { respond, verbatimResponse } from "../_wire/response/json_response.ts";
import { Api } from "../api.ts";

/** Handlers of {@linkcode WebhooksApi}. */
export const webhooksHandlers = handlersOf(
  Api,
  "webhooks",
  Effect.fnUntraced(function* (handlers) {
    const webhooks = yield* Webhooks;
    const feed = yield* EventStream;
    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        return { webhooks: yield* webhooks.list(yield* CurrentProject) };
      }),
      get: Effect.fnUntraced(function* ({ params }) {
        return yield* webhooks.get(yield* CurrentProject, params.id);
      }),
      remove: Effect.fnUntraced(function* ({ params }) {
        return yield* webhooks.remove(yield* CurrentProject, params.id);
      }),
      rotate: Effect.fnUntraced(function* ({ params, headers }) {
        const key = headers["idempotency-key"];
        return yield* webhooks.rotate(yield* CurrentProject, params.id, key);
      }),
      deliveries: Effect.fnUntraced(function* ({ params, query }) {
        return yield* webhooks.deliveries(yield* CurrentProject, params.id, query);
      }),
      events: Effect.fnUntraced(function* ({ query }) {
        return verbatimResponse(yield* feed.read(yield* CurrentProject, query));
      }),
      create: Effect.fnUntraced(function* ({ endpoint, payload, headers }) {
        const key = headers["idempotency-key"];
        const webhook = yield* webhooks.create(yield* CurrentProject, payload, key);
        return yield* respond(endpoint, webhook, webhook.created ? 201 : 200);
      }),
      test: Effect.fnUntraced(function* ({ endpoint, params, headers }) {
        const key = headers["idempotency-key"];
        const delivery = yield* webhooks.test(yield* CurrentProject, params.id, key);
        return yield* respond(endpoint, delivery, delivery.created ? 202 : 200);
      }),
      replay: Effect.fnUntraced(function* ({ endpoint, params, headers }) {
        const key = headers["idempotency-key"];
        const { id, deliveryId } = params;
        const delivery = yield* webhooks.replay(yield* CurrentProject, id, deliveryId, key);
        return yield* respond(endpoint, delivery, delivery.created ? 202 : 200);
      }),
      update: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* webhooks.update(yield* CurrentProject, params.id, payload);
      }),
    });
  }),
);
