import { EventPattern } from "@paraph/core/webhooks";
import { Argument, Flag } from "effect/cli";

/** The webhook that a command is about. */
export const webhookId = Argument.String("id").pipe(Argument.withDescription("The webhook's id"));

/** `--event`: what a webhook is sent. */
export const events = Flag.Literals("event", EventPattern.literals).pipe(
  Flag.withDescription(
    "What to send: an event such as render.failed, a family such as signature.*, or *; repeatable",
  ),
  Flag.withMetavar("event"),
  Flag.atLeast(0),
);
