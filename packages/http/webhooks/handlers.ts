import {
  CreateWebhook,
  Delivery,
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
import { verbatimAnswer } from "../_wire/verbatim_answer.ts";
import { Api } from "../api.ts";

const createBody = jsonBody(CreateWebhook);
const updateBody = jsonBody(UpdateWebhook);
const created = answer(WebhookWithSecret);
const updated = answer(Webhook);
const queued = answer(Delivery);

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
        rotate: Effect.fnUntraced(function* ({ params, headers }) {
          const key = headers["idempotency-key"];
          return yield* webhooks.rotate(yield* CurrentProject, params.id, key);
        }),
        deliveries: Effect.fnUntraced(function* ({ params, query }) {
          return yield* webhooks.deliveries(yield* CurrentProject, params.id, query);
        }),
      })
      .handleRaw(
        "events",
        Effect.fnUntraced(function* ({ query }) {
          return verbatimAnswer(yield* feed.read(yield* CurrentProject, query));
        }),
      )
      .handleRaw(
        "create",
        Effect.fnUntraced(function* (request) {
          const content = yield* createBody(request);
          const key = request.headers["idempotency-key"];
          const done = yield* webhooks.create(yield* CurrentProject, content, key);
          return yield* created(done, done.created ? 201 : 200);
        }),
      )
      .handleRaw(
        "test",
        Effect.fnUntraced(function* ({ params, headers }) {
          const key = headers["idempotency-key"];
          const done = yield* webhooks.test(yield* CurrentProject, params.id, key);
          return yield* queued(done, done.created ? 202 : 200);
        }),
      )
      .handleRaw(
        "replay",
        Effect.fnUntraced(function* ({ params: { id, deliveryId }, headers }) {
          const key = headers["idempotency-key"];
          const done = yield* webhooks.replay(yield* CurrentProject, id, deliveryId, key);
          return yield* queued(done, done.created ? 202 : 200);
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
