import { Context, DateTime, Effect, Layer } from "effect";

import { type InvalidRequest, type ProjectId, ReadReplica } from "../values/mod.ts";
import { usageDays, usagePeriod } from "./usage_period.ts";
import type { UsageDay, UsageQuery, UsageReport } from "./usage_report.ts";
import { UsageStore } from "./usage_store.ts";

/** Reports what a project used. */
export class Usage extends Context.Service<
  Usage,
  {
    /** Counts resources that exist; erased and expired ones are no longer counted. */
    readonly report: (
      project: ProjectId,
      query: UsageQuery,
    ) => Effect.Effect<UsageReport, InvalidRequest>;
  }
>()("@paraph/core/usage/Usage") {
  static readonly layer = Layer.effect(
    Usage,
    Effect.gen(function* () {
      const store = yield* UsageStore;
      const replica = yield* ReadReplica;
      return Usage.of({
        report: Effect.fn("Usage.report")(function* (project, query) {
          const period = yield* Effect.fromResult(usagePeriod(query, yield* DateTime.now));
          const until = DateTime.add(period.last, { days: 1 });
          const used = yield* replica.read(store.days(project, period.first, until));
          const byDate = new Map(used.map((day) => [day.date, day]));
          return {
            from: DateTime.formatIsoDateUtc(period.first),
            to: DateTime.formatIsoDateUtc(period.last),
            days: usageDays(period).map((date) => byDate.get(date) ?? unused(date)),
          };
        }),
      });
    }),
  );
}

function unused(date: string): UsageDay {
  return {
    date,
    renders: 0,
    succeeded: 0,
    failed: 0,
    pages: 0,
    bytes: 0,
    p95DurationMs: null,
    shares: 0,
    views: 0,
    downloads: 0,
    signatureRequests: 0,
    completedSignatureRequests: 0,
  };
}
