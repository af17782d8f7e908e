import { Schema } from "effect";

import {
  describeEncoded,
  isStorableText,
  maxCharacters,
  Timestamp,
  WebhookId,
} from "../values/mod.ts";
import { DEFAULT_PATTERNS, EventPattern } from "./outgoing_event.ts";

/** The maximum number of webhooks in a project. */
export const MAX_WEBHOOKS = 20;

/** The endpoint of a webhook: an `http(s)` URL without credentials. */
export const WebhookUrl = Schema.String.check(
  maxCharacters(2048),
  Schema.makeFilter(
    (text) => isEndpoint(text) || "Expected an http or https URL without credentials",
  ),
);

function isEndpoint(text: string): boolean {
  const url = isStorableText(text) ? URL.parse(text) : null;
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === ""
  );
}

const Patterns = Schema.Array(EventPattern).check(
  Schema.isBetweenLength(1, EventPattern.literals.length),
);
const EVENTS = "Event types, families such as `render.*`, or `*` for all events.";

const url = WebhookUrl.annotateKey({
  description: "http or https URL without credentials, at most 2,048 characters.",
});
const description = Schema.optionalKey(
  Schema.NullOr(Schema.String.check(maxCharacters(280))),
).annotateKey({ description: "Your note about the webhook, at most 280 characters." });

/** A webhook: an endpoint and its subscriptions. */
export const Webhook = Schema.Struct({
  id: WebhookId.annotateKey({ description: "ID of the webhook." }),
  url: Schema.String.annotateKey({ description: "URL to which events are sent by POST." }),
  events: Schema.Array(EventPattern).annotateKey({
    description: "Subscribed event types, families such as `render.*`, or `*` for all events.",
  }),
  description: Schema.NullOr(Schema.String).annotateKey({
    description: "Your note about the webhook. `null` without one.",
  }),
  enabled: Schema.Boolean.annotateKey({
    description:
      "Whether events are sent. A webhook is disabled after a 410 response or 5 days without a success.",
  }),
  createdAt: Timestamp.pipe(describeEncoded("When the webhook was created.")),
}).annotate({
  identifier: "Webhook",
  description: "A webhook: a URL and the events that are sent to it.",
});
export type Webhook = typeof Webhook.Type;

/** A webhook with its signing secret, `whsec_…`, which is shown once. */
export const WebhookWithSecret = Schema.Struct({
  ...Webhook.fields,
  secret: Schema.String.annotateKey({
    description:
      "Secret that signs deliveries (Standard Webhooks), `whsec_` and base64. Later responses do not show it; store it.",
  }),
}).annotate({
  identifier: "WebhookWithSecret",
  description: "A webhook with the secret that signs its deliveries.",
});
export type WebhookWithSecret = typeof WebhookWithSecret.Type;

/** A webhook to create. */
export const CreateWebhook = Schema.Struct({
  url,
  events: Schema.optionalKey(Patterns).annotateKey({
    description: `${EVENTS} Default: \`render.succeeded\` and \`render.failed\`.`,
  }),
  description,
}).annotate({ identifier: "CreateWebhook", description: "A webhook to create." });
export type CreateWebhook = typeof CreateWebhook.Type;

/** Changes of a webhook. Enabling it again resets its failures. */
export const UpdateWebhook = Schema.Struct({
  url: Schema.optionalKey(url),
  events: Schema.optionalKey(Patterns).annotateKey({ description: EVENTS }),
  description,
  enabled: Schema.optionalKey(Schema.Boolean).annotateKey({
    description:
      "`false` disables the webhook and ends its pending deliveries. `true` enables it and resets its failures.",
  }),
}).annotate({
  identifier: "UpdateWebhook",
  description: "Changes of a webhook. Omitted fields stay as they are.",
});
export type UpdateWebhook = typeof UpdateWebhook.Type;

/** The response to a deletion. */
export const RemovedWebhook = Schema.Struct({
  id: Webhook.fields.id,
  deletedAt: Timestamp.pipe(describeEncoded("When the webhook was deleted.")),
}).annotate({ identifier: "RemovedWebhook", description: "A deleted webhook." });
export type RemovedWebhook = typeof RemovedWebhook.Type;

/** The patterns of a webhook without duplicates. */
export function uniquePatterns(
  events: ReadonlyArray<EventPattern> = DEFAULT_PATTERNS,
): ReadonlyArray<EventPattern> {
  return [...new Set(events)];
}
