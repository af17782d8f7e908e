import { Schema } from "effect";

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0));

/** A day in UTC. */
const Day = Schema.String.annotate({ format: "date" });

/** What a project used on one day. Resources count on the day they were created. */
export const UsageDay = Schema.Struct({
  date: Day.annotateKey({ description: "The day in UTC, such as `2026-05-04`." }),
  renders: Count.annotateKey({ description: "The renders that were accepted." }),
  succeeded: Count.annotateKey({ description: "Those that have succeeded." }),
  failed: Count.annotateKey({ description: "Those that have failed." }),
  pages: Count.annotateKey({ description: "The pages of their PDFs." }),
  bytes: Count.annotateKey({ description: "The size of their PDFs in bytes." }),
  p95DurationMs: Schema.NullOr(Count).annotateKey({
    description:
      "The 95th percentile of `durationMs` in milliseconds: 95 of 100 were at most as long. `null` without a render that has ended.",
  }),
  shares: Count.annotateKey({ description: "The shares that were created." }),
  views: Count.annotateKey({
    description:
      "The views of documents, as `viewed` events: those of share pages and of your app.",
  }),
  downloads: Count.annotateKey({
    description: "The downloads of documents, as `downloaded` events.",
  }),
  signatureRequests: Count.annotateKey({
    description: "The signature requests that were created.",
  }),
  completedSignatureRequests: Count.annotateKey({ description: "Those that are completed." }),
}).annotate({ identifier: "UsageDay", description: "What a project used on one day." });
export type UsageDay = typeof UsageDay.Type;

/** The usage of each day of a period, also of days without any. */
export const UsageReport = Schema.Struct({
  from: Day.annotateKey({ description: "The first day." }),
  to: Day.annotateKey({ description: "The last day." }),
  days: Schema.Array(UsageDay).annotateKey({ description: "All days of the period, in order." }),
}).annotate({
  identifier: "UsageReport",
  description: "The usage of a project on each day of a period.",
});
export type UsageReport = typeof UsageReport.Type;

/** The period of a report. */
export const UsageQuery = Schema.Struct({
  from: Schema.optionalKey(Day).annotateKey({
    description: "The first day in UTC, such as `2026-05-01`. By default 29 days before `to`.",
  }),
  to: Schema.optionalKey(Day).annotateKey({
    description: "The last day in UTC. By default today. A period has at most 92 days.",
  }),
});
export type UsageQuery = typeof UsageQuery.Type;
