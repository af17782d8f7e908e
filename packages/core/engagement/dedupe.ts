import { Duration, Schema } from "effect";

import { ReaderEventType, type NewEngagementEvent } from "./engagement_event.ts";

/** The time during which duplicates of an event are ignored. */
export const DEDUPE_WINDOW = Duration.minutes(5);

const isReaderEvent = Schema.is(ReaderEventType);

/**
 * The key that duplicates of an event share; `null` for events that are always stored. Only the
 * share distinguishes readers with the same IP address.
 *
 * @example The browser makes no difference, the IP address does
 * ```ts
 * import { dedupeKey } from "@paraph/core/engagement";
 * import { ProjectId, RenderId } from "@paraph/core/values";
 * import assert from "node:assert/strict";
 *
 * const viewed = {
 *   ...({ eventType: "viewed", actorKind: "partner", shareId: null, metadata: null } as const),
 *   projectId: ProjectId.make("0198c0de-7f00-7abc-8def-0123456789ab"),
 *   renderId: RenderId.make("0198c0de-7f00-7abc-8def-0123456789ac"),
 *   sourceIp: "192.0.2.1",
 *   userAgent: "one",
 * };
 * assert.equal(dedupeKey(viewed), dedupeKey({ ...viewed, userAgent: "another" }));
 * assert.notEqual(dedupeKey(viewed), dedupeKey({ ...viewed, sourceIp: "192.0.2.2" }));
 * assert.equal(dedupeKey({ ...viewed, eventType: "email_sent" }), null);
 * ```
 */
export function dedupeKey({
  renderId,
  shareId,
  eventType,
  sourceIp,
}: NewEngagementEvent): string | null {
  if (!isReaderEvent(eventType)) return null;
  return [renderId, shareId ?? "", eventType, sourceIp ?? ""].join(" ");
}
