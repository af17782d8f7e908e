import { DeliveryStatus, WebhookUrl } from "@paraph/core/webhooks";
import { Effect } from "effect";
import { Argument, Command, Flag } from "effect/cli";

import { described } from "../described.ts";
import { given } from "../given.ts";
import { idempotencyKey } from "../idempotency_key.ts";
import { paging, sayMore } from "../paging.ts";
import { json, printRecord, printTable } from "../print.ts";
import { events, webhookId as id } from "./webhook_flags.ts";
import { webhookGet } from "./webhook_get.ts";
import { webhookListen } from "./webhook_listen.ts";
import { webhookUpdate } from "./webhook_update.ts";

const api = Effect.promise(() => import("../_programs/client.ts"));

const create = Command.make(
  "create",
  {
    url: Argument.String("url").pipe(
      Argument.withDescription("Where events are sent"),
      Argument.withSchema(WebhookUrl),
    ),
    events,
    description: Flag.String("description").pipe(
      Flag.withDescription("What it is for"),
      Flag.optional,
    ),
    idempotencyKey,
    json,
  },
  Effect.fnUntraced(function* ({ url, events, description, idempotencyKey: headers, json }) {
    const { callApi, PROJECT } = yield* api;
    const payload = { url, ...given({ description }), ...(events.length === 0 ? {} : { events }) };
    const created = callApi(({ webhooks }) => webhooks.create({ headers, payload }), PROJECT);
    yield* printRecord(yield* created, json);
  }),
).pipe(
  described("Subscribe a URL to events; its secret is shown once", "project"),
  Command.withAlias("add"),
  Command.withExamples([
    { command: "paraph webhook create https://app.example/events --event 'signature.*'" },
  ]),
);

const list = Command.make(
  "list",
  { json },
  Effect.fnUntraced(function* ({ json }) {
    const { callApi, PROJECT } = yield* api;
    const { webhooks } = yield* callApi(({ webhooks }) => webhooks.list(), PROJECT);
    yield* printTable(webhooks, ["id", "url", "events", "enabled", "description"], json);
  }),
).pipe(described("List webhooks, newest first", "project"));

const test = Command.make(
  "test",
  { id, idempotencyKey, json },
  Effect.fnUntraced(function* ({ id, idempotencyKey: headers, json }) {
    const { callApi, PROJECT } = yield* api;
    const sent = callApi(({ webhooks }) => webhooks.test({ params: { id }, headers }), PROJECT);
    yield* printRecord(yield* sent, json);
  }),
).pipe(described("Send a webhook.ping", "project"));

const rotate = Command.make(
  "rotate",
  { id, idempotencyKey, json },
  Effect.fnUntraced(function* ({ id, idempotencyKey: headers, json }) {
    const { callApi, PROJECT } = yield* api;
    const rotated = callApi(
      ({ webhooks }) => webhooks.rotate({ params: { id }, headers }),
      PROJECT,
    );
    yield* printRecord(yield* rotated, json);
  }),
).pipe(described("Draw a new secret; the old one signs too for 24 hours", "project"));

const deliveries = Command.make(
  "deliveries",
  {
    id,
    status: Flag.Literals("status", DeliveryStatus.literals).pipe(
      Flag.withDescription("Only those that stand so"),
      Flag.optional,
    ),
    ...paging,
    json,
  },
  Effect.fnUntraced(function* ({ id, json, ...query }) {
    const { callApi, PROJECT } = yield* api;
    const request = { params: { id }, query: given(query) };
    const page = yield* callApi(({ webhooks }) => webhooks.deliveries(request), PROJECT);
    yield* printTable(
      page.deliveries,
      [
        ...(["id", "type", "status", "attempts"] as const),
        ["response", ({ responseStatus }) => responseStatus],
        ...(["error", "nextAttemptAt"] as const),
      ],
      json,
    );
    yield* sayMore(page);
  }),
).pipe(described("List deliveries, newest first", "project"));

const replay = Command.make(
  "replay",
  {
    id,
    delivery: Argument.String("delivery-id").pipe(Argument.withDescription("The delivery's id")),
    idempotencyKey,
    json,
  },
  Effect.fnUntraced(function* ({ id, delivery, idempotencyKey: headers, json }) {
    const { callApi, PROJECT } = yield* api;
    const params = { id, deliveryId: delivery };
    const replayed = callApi(({ webhooks }) => webhooks.replay({ params, headers }), PROJECT);
    yield* printRecord(yield* replayed, json);
  }),
).pipe(described("Deliver an event once more, with the same bytes", "project"));

const remove = Command.make(
  "delete",
  { id, json },
  Effect.fnUntraced(function* ({ id, json }) {
    const { callApi, PROJECT } = yield* api;
    const removed = callApi(({ webhooks }) => webhooks.remove({ params: { id } }), PROJECT);
    yield* printRecord(yield* removed, json);
  }),
).pipe(described("Delete a webhook", "project"), Command.withAlias("remove"));

/** `paraph webhook`: the webhooks of the project whose key the environment holds. */
export const webhook = Command.make("webhook").pipe(
  described("Have a URL told of what happens", "project"),
  Command.withSubcommands([
    create,
    list,
    webhookGet,
    webhookUpdate,
    remove,
    test,
    rotate,
    deliveries,
    replay,
    webhookListen,
  ]),
);
