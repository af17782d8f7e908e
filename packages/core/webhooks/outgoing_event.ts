import { DateTime, Schema } from "effect";

import type { TraceParent } from "../telemetry/mod.ts";
import {
  describeEncoded,
  EventId,
  ProjectId,
  Timestamp,
  type WebhookId,
  verbatimJson,
} from "../values/mod.ts";

/** The types of events for integrators, by family (contract §10). */
export const EventType = Schema.Literals([
  "render.queued",
  "render.succeeded",
  "render.failed",
  "render_batch.completed",
  "document.share_created",
  "document.share_revoked",
  "document.email_sent",
  "document.email_opened",
  "document.viewed",
  "document.downloaded",
  "document.printed",
  "signature.sent",
  "signature.viewed",
  "signature.delivery_failed",
  "signature.reminded",
  "signature.recipient_changed",
  "signature.signed",
  "signature.sealing_failed",
  "signature.completed",
  "signature.declined",
  "signature.expired",
  "signature.cancelled",
  "signature.failed",
  "signature_bulk.completed",
]);
export type EventType = typeof EventType.Type;

/** The type of the event that tests an endpoint. It reports no change. */
export const PING = "webhook.ping";

/**
 * An event, as webhooks and the event stream have it. `data` is the resource in the form of the API;
 * `signature.signed` adds the `recipient`, `document.*` is the engagement event with its `renderId`.
 */
export const OutgoingEvent = Schema.Struct({
  id: EventId.annotateKey({
    description:
      "ID of the event, also in the header `webhook-id` of deliveries. Duplicates have the same ID.",
  }),
  type: EventType.annotateKey({ description: "Event type." }),
  timestamp: Timestamp.pipe(describeEncoded("When the event happened.")),
  projectId: ProjectId.annotateKey({
    description: "ID of the project in which the event happened.",
  }),
  data: Schema.Record(Schema.String, Schema.Unknown).annotateKey({
    description:
      "The render, batch, engagement event or signature request, as the API returned it then.",
  }),
}).annotate({
  identifier: "Event",
  description: "An event, as webhooks and the event stream have it.",
});
export type OutgoingEvent = typeof OutgoingEvent.Type;

/** An event to publish. `data` is JSON: the resource in the form of the API. */
export interface Occurrence {
  readonly projectId: ProjectId;
  readonly type: EventType;
  readonly data: Readonly<Record<string, unknown>>;
  /** The span that caused it; the current one by default. */
  readonly traceParent?: TraceParent | null;
}

/**
 * The text of an event. It is created once, and every delivery signs and sends the same bytes.
 *
 * @example Members have a fixed order
 * ```ts
 * import { EventId, ProjectId } from "@paraph/core/values";
 * import { eventText } from "@paraph/core/webhooks";
 * import { DateTime } from "effect";
 * import assert from "node:assert/strict";
 *
 * const text = eventText({
 *   id: EventId.make("0198c0de-7f00-7abc-8def-0123456789ab"),
 *   type: "render.queued",
 *   timestamp: DateTime.makeUnsafe("2026-01-01T00:00:00Z"),
 *   projectId: ProjectId.make("0198c0de-7f00-7abc-8def-0123456789ac"),
 *   data: {},
 * });
 * assert.equal(
 *   text,
 *   '{"id":"0198c0de-7f00-7abc-8def-0123456789ab","type":"render.queued",' +
 *     '"timestamp":"2026-01-01T00:00:00.000Z","projectId":"0198c0de-7f00-7abc-8def-0123456789ac","data":{}}',
 * );
 * ```
 */
export function eventText({
  id,
  type,
  timestamp,
  projectId,
  data,
}: Omit<OutgoingEvent, "type"> & { readonly type: EventType | typeof PING }): string {
  return verbatimJson({ id, type, timestamp: DateTime.formatIso(timestamp), projectId, data });
}

/** The text of the event that tests a webhook. */
export function pingText({
  webhookId,
  ...event
}: Pick<OutgoingEvent, "id" | "timestamp" | "projectId"> & { readonly webhookId: WebhookId }) {
  return { type: PING, body: eventText({ ...event, type: PING, data: { webhookId } }) } as const;
}

/** A subscription of a webhook: an event type, a family, or all events. */
export const EventPattern = Schema.Literals([
  ...EventType.literals,
  "render.*",
  "render_batch.*",
  "document.*",
  "signature.*",
  "signature_bulk.*",
  "*",
]);
export type EventPattern = typeof EventPattern.Type;

/** The default subscriptions of a webhook. */
export const DEFAULT_PATTERNS: ReadonlyArray<EventPattern> = ["render.succeeded", "render.failed"];

/**
 * All patterns that match an event.
 *
 * @example
 * ```ts
 * import { patternsOf } from "@paraph/core/webhooks";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(patternsOf("signature.sent"), ["signature.sent", "signature.*", "*"]);
 * ```
 */
export function patternsOf(type: EventType): ReadonlyArray<string> {
  const [family = ""] = type.split(".", 1);
  return [type, `${family}.*`, "*"];
}

/** The type of a delivered event, including the test of an endpoint. */
export const DeliveredType = Schema.Literals([...EventType.literals, PING]);
export type DeliveredType = typeof DeliveredType.Type;
