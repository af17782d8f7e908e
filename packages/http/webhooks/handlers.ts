import {
  CreateWebhook,
  EventFeed,
  UpdateWebhook,
  Webhook,
  Webhooks,
  WebhookWithSecret,
} from "@paraph/core/webhooks";
import { Effect } from "effect";
import { HttpApiBuilder } from "effect/http-api";

import { CurrentProject } from "../_auth/current_project.ts";
import { answer } from "../_wire/answer.ts";
import { jsonBody } from "../_wire/json_body.ts";
import { Api } from "../api.ts";

const createBody = jsonBody(CreateWebhook);
const updateBody = jsonBody(UpdateWebhook);
const created = answer(WebhookWithSecret);
const updated = answer(Webhook);

/** Hands every request over to `Webhooks` and `EventFeed`. */
export const webhooksHandlers = HttpApiBuilder.group(
  Api,
  "webhooks",
  Effect.fnUntraced(function* (handlers) {
    const webhooks = yield* Webhooks;
    const feed = yield* EventFeed;
    return handlers
      .handleAll({
        list: Effect.fnUntraced(function* () {
          return { webhooks: yield* webhooks.list(yield* CurrentProject) };
        }),
        get: Effect.fnUntraced(function* ({ params }) {
          return yield* webhooks.get(yield* CurrentProject, params.id);
        }),
        remove: Effect.fnUntraced(function* ({ params }) {
          return yield* webhooks.remove(yield* CurrentProject, params.id);
        }),
        test: Effect.fnUntraced(function* ({ params }) {
          return yield* webhooks.test(yield* CurrentProject, params.id);
        }),
        rotate: Effect.fnUntraced(function* ({ params }) {
          return yield* webhooks.rotate(yield* CurrentProject, params.id);
        }),
        deliveries: Effect.fnUntraced(function* ({ params, query }) {
          return yield* webhooks.deliveries(yield* CurrentProject, params.id, query);
        }),
        replay: Effect.fnUntraced(function* ({ params }) {
          return yield* webhooks.replay(yield* CurrentProject, params.id, params.deliveryId);
        }),
        events: Effect.fnUntraced(function* ({ query }) {
          return yield* feed.read(yield* CurrentProject, query);
        }),
      })
      .handleRaw(
        "create",
        Effect.fnUntraced(function* (request) {
          const content = yield* createBody(request);
          return yield* created(yield* webhooks.create(yield* CurrentProject, content), 201);
        }),
      )
      .handleRaw(
        "update",
        Effect.fnUntraced(function* (request) {
          const content = yield* updateBody(request);
          const { id } = request.params;
          return yield* updated(yield* webhooks.update(yield* CurrentProject, id, content), 200);
        }),
      );
  }),
);
