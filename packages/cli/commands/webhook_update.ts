import { WebhookUrl } from "@paraph/core/webhooks";
import { Effect, Option } from "effect";
import { Command, Flag } from "effect/cli";

import { described } from "../described.ts";
import { given } from "../given.ts";
import { json, printRecord } from "../print.ts";
import { WrongUsage } from "../wrong_usage.ts";
import { events, webhookId } from "./webhook_flags.ts";

/** `paraph webhook update`: what is to be different about a webhook. */
export const webhookUpdate = Command.make(
  "update",
  {
    id: webhookId,
    url: Flag.String("url").pipe(
      Flag.withDescription("Where events are sent"),
      Flag.withSchema(WebhookUrl),
      Flag.optional,
    ),
    events,
    description: Flag.String("description").pipe(
      Flag.withDescription("What it is for"),
      Flag.optional,
    ),
    enabled: Flag.Boolean("enabled").pipe(
      Flag.withDescription("Send it events again; --no-enabled sends nothing more"),
      Flag.optional,
    ),
    json,
  },
  Effect.fnUntraced(function* ({ id, events, json, ...change }) {
    const chosen = events.length === 0 ? Option.none() : Option.some(events);
    const payload = given({ ...change, events: chosen });
    if (Object.keys(payload).length === 0) {
      return yield* new WrongUsage({ message: "Say what to change, such as --no-enabled" });
    }
    const { callApi, PROJECT } = yield* Effect.promise(() => import("../_programs/client.ts"));
    const updated = callApi(
      ({ webhooks }) => webhooks.update({ params: { id }, payload }),
      PROJECT,
    );
    return yield* printRecord(yield* updated, json);
  }),
).pipe(described("Change a webhook; what is not named stays", "project"));
