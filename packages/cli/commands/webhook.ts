import { DeliveryStatus, EventPattern, WebhookUrl } from "@paraph/core/webhooks";
import { Effect, Option } from "effect";
import { Argument, Command, Flag } from "effect/cli";

import { json, printRecord, printTable } from "../print.ts";
import { webhookListen } from "./webhook_listen.ts";

const api = Effect.promise(() => import("../_programs/client.ts"));
const id = Argument.String("id").pipe(Argument.withDescription("The webhook's id"));

const add = Command.make(
  "add",
  {
    url: Argument.String("url").pipe(
      Argument.withDescription("Where events are sent"),
      Argument.withSchema(WebhookUrl),
    ),
    events: Flag.Literals("event", EventPattern.literals).pipe(
      Flag.withDescription(
        "What to send: an event, a family such as signature.*, or *; repeatable",
      ),
      Flag.atLeast(0),
    ),
    description: Flag.String("description").pipe(
      Flag.withDescription("What it is for"),
      Flag.optional,
    ),
    json,
  },
  Effect.fnUntraced(function* ({ url, events, description, json }) {
    const { callApi, PROJECT } = yield* api;
    const payload = {
      url,
      ...(events.length === 0 ? {} : { events }),
      ...Option.match(description, {
        onNone: () => ({}),
        onSome: (text) => ({ description: text }),
      }),
    };
    const created = callApi(({ webhooks }) => webhooks.create({ payload }), PROJECT);
    yield* printRecord(yield* created, json);
  }),
).pipe(Command.withDescription("Subscribe a URL to events; its secret is shown once"));

const list = Command.make(
  "list",
  { json },
  Effect.fnUntraced(function* ({ json }) {
    const { callApi, PROJECT } = yield* api;
    const { webhooks } = yield* callApi(({ webhooks }) => webhooks.list(), PROJECT);
    yield* printTable(webhooks, ["id", "url", "events", "enabled", "description"], json);
  }),
).pipe(Command.withDescription("List webhooks, newest first"));

const test = Command.make(
  "test",
  { id, json },
  Effect.fnUntraced(function* ({ id, json }) {
    const { callApi, PROJECT } = yield* api;
    const sent = callApi(({ webhooks }) => webhooks.test({ params: { id } }), PROJECT);
    yield* printRecord(yield* sent, json);
  }),
).pipe(Command.withDescription("Send a webhook.ping"));

const rotate = Command.make(
  "rotate",
  { id, json },
  Effect.fnUntraced(function* ({ id, json }) {
    const { callApi, PROJECT } = yield* api;
    const rotated = callApi(({ webhooks }) => webhooks.rotate({ params: { id } }), PROJECT);
    yield* printRecord(yield* rotated, json);
  }),
).pipe(Command.withDescription("Draw a new secret; the old one signs too for 24 hours"));

const deliveries = Command.make(
  "deliveries",
  {
    id,
    status: Flag.Literals("status", DeliveryStatus.literals).pipe(
      Flag.withDescription("Only those that stand so"),
      Flag.optional,
    ),
    json,
  },
  Effect.fnUntraced(function* ({ id, status, json }) {
    const { callApi, PROJECT } = yield* api;
    const query = Option.match(status, { onNone: () => ({}), onSome: (status) => ({ status }) });
    const request = { params: { id }, query };
    const page = yield* callApi(({ webhooks }) => webhooks.deliveries(request), PROJECT);
    yield* printTable(
      page.deliveries,
      ["id", "type", "status", "attempts", "responseStatus", "error", "nextAttemptAt"],
      json,
    );
  }),
).pipe(Command.withDescription("List the latest deliveries, newest first"));

const replay = Command.make(
  "replay",
  {
    id,
    delivery: Argument.String("delivery-id").pipe(Argument.withDescription("The delivery's id")),
    json,
  },
  Effect.fnUntraced(function* ({ id, delivery, json }) {
    const { callApi, PROJECT } = yield* api;
    const params = { id, deliveryId: delivery };
    const replayed = callApi(({ webhooks }) => webhooks.replay({ params }), PROJECT);
    yield* printRecord(yield* replayed, json);
  }),
).pipe(Command.withDescription("Deliver an event once more, with the same bytes"));

const remove = Command.make(
  "remove",
  { id, json },
  Effect.fnUntraced(function* ({ id, json }) {
    const { callApi, PROJECT } = yield* api;
    const removed = callApi(({ webhooks }) => webhooks.remove({ params: { id } }), PROJECT);
    yield* printRecord(yield* removed, json);
  }),
).pipe(Command.withDescription("Remove a webhook"));

/** `paraph webhook`: the webhooks of the project whose key the environment holds. */
export const webhook = Command.make("webhook").pipe(
  Command.withDescription("Webhooks of a project (PARAPH_URL, PARAPH_API_KEY)"),
  Command.withSubcommands([add, list, test, rotate, deliveries, replay, remove, webhookListen]),
);
