import { DeliveryStatus, EventPattern, isWebhookSecret, WebhookUrl } from "@paraph/core/webhooks";
import { Effect, Option, Schema } from "effect";
import { Argument, Command, Flag } from "effect/cli";

import type { Resources } from "../../_programs/client.ts";
import { describe } from "../../describe.ts";
import {
  idempotencyKey,
  optionalText,
  paging,
  presentFlags,
  textArgument,
  textFlag,
} from "../../flags.ts";
import { WrongUsage } from "../../terminal/failure.ts";
import { listCommand, recordCommand, table } from "../server_command.ts";

const caller = "project";
const id = textArgument("id", "The webhook's id");
const webhookUrl = (description: string) =>
  textArgument("url", description).pipe(Argument.withSchema(WebhookUrl));
const description = optionalText("description", "What it is for");

/** `--event`: which events a webhook receives. */
const events = Flag.Literals("event", EventPattern.literals).pipe(
  Flag.withDescription(
    "What to send: an event such as render.failed, a family such as signature.*, or *; repeatable",
  ),
  Flag.withMetavar("event"),
  Flag.atLeast(0),
);

const create = recordCommand(
  "create",
  {
    description: "Subscribe a URL to events; its secret is shown once",
    caller,
    flags: { url: webhookUrl("Where events are sent"), events, description, idempotencyKey },
  },
  ({ webhooks }, { url, events, description, idempotencyKey }) =>
    webhooks.create(
      { url, ...presentFlags({ description }), ...(events.length === 0 ? {} : { events }) },
      idempotencyKey,
    ),
).pipe(
  Command.withAlias("add"),
  Command.withExamples([
    { command: "paraph webhook create https://app.example/events --event 'signature.*'" },
  ]),
);

const update = recordCommand(
  "update",
  {
    description: "Change a webhook; other fields stay",
    caller,
    flags: {
      id,
      url: textFlag("url", "Where events are sent").pipe(
        Flag.withSchema(WebhookUrl),
        Flag.optional,
      ),
      events,
      description,
      enabled: Flag.Boolean("enabled").pipe(
        Flag.withDescription("Send it events again; --no-enabled stops them"),
        Flag.optional,
      ),
    },
  },
  Effect.fnUntraced(function* ({ webhooks }: Resources, { id, events, ...change }) {
    const body = { ...presentFlags(change), ...(events.length === 0 ? {} : { events }) };
    if (Object.keys(body).length === 0)
      return yield* new WrongUsage({
        message: "There is nothing to change: add a flag such as --no-enabled",
      });
    return yield* webhooks.update(id, body);
  }),
);

const deliveries = listCommand(
  "deliveries",
  {
    description: "List deliveries, newest first",
    caller,
    flags: {
      id,
      status: Flag.Literals("status", DeliveryStatus.literals).pipe(
        Flag.withDescription("Only deliveries with this status"),
        Flag.optional,
      ),
      ...paging,
    },
  },
  ({ webhooks }, { id, ...query }) => webhooks.deliveries(id, presentFlags(query)),
  ({ deliveries }) =>
    table(deliveries, [
      "id",
      "type",
      "status",
      "attempts",
      ["response", ({ responseStatus }) => responseStatus],
      "error",
      "nextAttemptAt",
    ]),
);

const Secret = Schema.String.check(
  Schema.makeFilter(
    (text) => isWebhookSecret(text) || "Expected whsec_ and 32 to 64 bytes in base64",
  ),
);

/** `paraph webhook listen`: forwards events to a local program that the server cannot reach. */
const listen = Command.make(
  "listen",
  {
    url: webhookUrl("Where to send events, such as http://127.0.0.1:8080/events"),
    secret: textFlag("secret", "The whsec_… secret to sign with; by default a new one").pipe(
      Flag.withSchema(Secret),
      Flag.optional,
    ),
    after: optionalText("after", "Start after this event, or at this time; by default now"),
  },
  Effect.fnUntraced(function* ({ url, secret, after }) {
    const program = yield* Effect.promise(() => import("../../_programs/events.ts"));
    return yield* program.forwardEvents({
      url,
      secret: Option.getOrUndefined(secret),
      after: Option.getOrUndefined(after),
    });
  }),
).pipe(
  describe("Forward events to a local URL, signed, as they happen", caller),
  Command.withExamples([{ command: "paraph webhook listen http://127.0.0.1:8080/events" }]),
);

/** `paraph webhook`: the webhooks of a project. */
export const webhook = Command.make("webhook").pipe(
  describe("Manage webhooks", caller),
  Command.withSubcommands([
    create,
    listCommand(
      "list",
      { description: "List webhooks, newest first", caller, flags: {} },
      ({ webhooks }) => webhooks.list(),
      ({ webhooks }) => table(webhooks, ["id", "url", "events", "enabled", "description"]),
    ),
    recordCommand(
      "get",
      { description: "Show a webhook", caller, flags: { id } },
      ({ webhooks }, { id }) => webhooks.get(id),
    ),
    update,
    recordCommand(
      "delete",
      { description: "Delete a webhook", caller, flags: { id } },
      ({ webhooks }, { id }) => webhooks.remove(id),
    ).pipe(Command.withAlias("remove")),
    recordCommand(
      "test",
      { description: "Send a webhook.ping", caller, flags: { id, idempotencyKey } },
      ({ webhooks }, { id, idempotencyKey }) => webhooks.test(id, idempotencyKey),
    ),
    recordCommand(
      "rotate",
      {
        description: "Create a new secret; the old one signs too for 24 hours",
        caller,
        flags: { id, idempotencyKey },
      },
      ({ webhooks }, { id, idempotencyKey }) => webhooks.rotate(id, idempotencyKey),
    ),
    deliveries,
    recordCommand(
      "replay",
      {
        description: "Deliver an event again, with the same body",
        caller,
        flags: { id, delivery: textArgument("delivery-id", "The delivery's id"), idempotencyKey },
      },
      ({ webhooks }, { id, delivery, idempotencyKey }) =>
        webhooks.replay(id, delivery, idempotencyKey),
    ),
    listen,
  ]),
);
