import { Context, type DateTime, type Effect } from "effect";

import type { ProjectId } from "../values/mod.ts";
import type { UsageDay } from "./usage_report.ts";

/** Counts what a project used. */
export class UsageStore extends Context.Service<
  UsageStore,
  {
    /** The days with any usage, from a time to before another, in any order. */
    readonly days: (
      project: ProjectId,
      from: DateTime.Utc,
      until: DateTime.Utc,
    ) => Effect.Effect<ReadonlyArray<UsageDay>>;
  }
>()("@paraph/core/usage/UsageStore") {}
