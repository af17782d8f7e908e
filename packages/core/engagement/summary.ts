import { Schema, Struct } from "effect";

import { EngagementEvent, type EngagementType } from "./engagement_event.ts";

/** The number of latest events in a summary. */
export const RECENT = 25;

const COUNT = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0));

/** The number of events by type. */
export const EngagementCounts = Schema.Struct({
  viewed: COUNT.annotateKey({ description: "Views on share pages and in your app." }),
  downloaded: COUNT.annotateKey({ description: "Downloads on share pages and in your app." }),
  printed: COUNT.annotateKey({ description: "Prints on share pages and in your app." }),
  email_opened: COUNT.annotateKey({
    description: "Emails whose tracking pixel was loaded, counted once each.",
  }),
  email_sent: COUNT.annotateKey({ description: "Emails with a share that were sent." }),
  share_created: COUNT.annotateKey({ description: "Shares that were created." }),
  share_revoked: COUNT.annotateKey({ description: "Shares that were revoked." }),
}).annotate({
  identifier: "EngagementCounts",
  description: "The number of events of each type. Types without events are 0.",
});
export type EngagementCounts = typeof EngagementCounts.Type;

/** The engagement with a document: counts, and the latest events. */
export const EngagementSummary = Schema.Struct({
  counts: EngagementCounts.annotateKey({ description: "The number of events of each type." }),
  linkOpens: COUNT.annotateKey({ description: "The number of views through shares." }),
  total: COUNT.annotateKey({ description: "The number of all events." }),
  recent: Schema.Array(EngagementEvent).annotateKey({
    description: "The latest events, at most 25, newest first.",
  }),
}).annotate({
  identifier: "EngagementSummary",
  description: "The engagement with a document: counts, and the latest events.",
});
export type EngagementSummary = typeof EngagementSummary.Type;

/** The number of events of a type, and of those through a share. */
export interface Tally {
  readonly eventType: EngagementType;
  readonly count: number;
  readonly throughShares: number;
}

const NONE: EngagementCounts = {
  viewed: 0,
  downloaded: 0,
  printed: 0,
  email_opened: 0,
  email_sent: 0,
  share_created: 0,
  share_revoked: 0,
};

/**
 * Creates a summary from counts and the latest events.
 *
 * @example Absent event types are counted as 0
 * ```ts
 * import { summarize } from "@paraph/core/engagement";
 * import assert from "node:assert/strict";
 *
 * const { counts, linkOpens, total } = summarize([{ eventType: "viewed", count: 3, throughShares: 2 }], []);
 * assert.deepEqual([counts.viewed, counts.printed, linkOpens, total], [3, 0, 2, 3]);
 * ```
 */
export function summarize(
  tallies: ReadonlyArray<Tally>,
  recent: ReadonlyArray<EngagementEvent>,
): EngagementSummary {
  const byType = Object.fromEntries(tallies.map(({ eventType, count }) => [eventType, count]));
  const counts = { ...NONE, ...byType };
  return {
    counts,
    linkOpens: tallies.find(({ eventType }) => eventType === "viewed")?.throughShares ?? 0,
    total: Struct.keys(counts).reduce((sum, type) => sum + counts[type], 0),
    recent,
  };
}
