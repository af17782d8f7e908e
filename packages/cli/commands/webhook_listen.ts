import { isWebhookSecret, WebhookUrl } from "@paraph/core/webhooks";
import { Effect, Option, Schema } from "effect";
import { Argument, Command, Flag } from "effect/cli";

import { described } from "../described.ts";

const Secret = Schema.String.check(
  Schema.makeFilter(
    (text) => isWebhookSecret(text) || "Expected whsec_ and 32 to 64 bytes in base64",
  ),
);

/** `paraph webhook listen`: events to a program under development, which nobody else can reach. */
export const webhookListen = Command.make(
  "listen",
  {
    url: Argument.String("url").pipe(
      Argument.withDescription("Where to send events, such as http://127.0.0.1:8080/events"),
      Argument.withSchema(WebhookUrl),
    ),
    secret: Flag.String("secret").pipe(
      Flag.withDescription("The whsec_… secret to sign with; a new one is shown without it"),
      Flag.withSchema(Secret),
      Flag.optional,
    ),
    after: Flag.String("after").pipe(
      Flag.withDescription("Start behind this event, or at this time; now without it"),
      Flag.optional,
    ),
  },
  Effect.fnUntraced(function* ({ url, secret, after }) {
    const program = yield* Effect.promise(() => import("../_programs/webhook_listen.ts"));
    return yield* program.listen({
      url,
      secret: Option.getOrUndefined(secret),
      after: Option.getOrUndefined(after),
    });
  }),
).pipe(
  described("Forward events to a local URL, signed, as they happen", "project"),
  Command.withExamples([{ command: "paraph webhook listen http://127.0.0.1:8080/events" }]),
);
