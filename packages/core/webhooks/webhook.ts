import { Schema } from "effect";

import { isStorableText, maxCharacters, Timestamp, WebhookId } from "../values/mod.ts";
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
const Description = Schema.NullOr(Schema.String.check(maxCharacters(280)));

/** A webhook: an endpoint and its subscriptions. */
export const Webhook = Schema.Struct({
  id: WebhookId,
  url: Schema.String,
  events: Schema.Array(EventPattern),
  description: Schema.NullOr(Schema.String),
  enabled: Schema.Boolean,
  createdAt: Timestamp,
}).annotate({ identifier: "Webhook" });
export type Webhook = typeof Webhook.Type;

/** A webhook with its signing secret, `whsec_…`, which is shown once. */
export const WebhookWithSecret = Schema.Struct({
  ...Webhook.fields,
  secret: Schema.String,
}).annotate({ identifier: "WebhookWithSecret" });
export type WebhookWithSecret = typeof WebhookWithSecret.Type;

/** A webhook to create. */
export const CreateWebhook = Schema.Struct({
  url: WebhookUrl,
  events: Schema.optionalKey(Patterns),
  description: Schema.optionalKey(Description),
}).annotate({ identifier: "CreateWebhook" });
export type CreateWebhook = typeof CreateWebhook.Type;

/** Changes of a webhook. Enabling it again resets its failures. */
export const UpdateWebhook = Schema.Struct({
  url: Schema.optionalKey(WebhookUrl),
  events: Schema.optionalKey(Patterns),
  description: Schema.optionalKey(Description),
  enabled: Schema.optionalKey(Schema.Boolean),
}).annotate({ identifier: "UpdateWebhook" });
export type UpdateWebhook = typeof UpdateWebhook.Type;

/** The response to a deletion. */
export const RemovedWebhook = Schema.Struct({ id: WebhookId, deletedAt: Timestamp }).annotate({
  identifier: "RemovedWebhook",
});
export type RemovedWebhook = typeof RemovedWebhook.Type;

/** The patterns of a webhook without duplicates. */
export function uniquePatterns(
  events: ReadonlyArray<EventPattern> = DEFAULT_PATTERNS,
): ReadonlyArray<EventPattern> {
  return [...new Set(events)];
}
