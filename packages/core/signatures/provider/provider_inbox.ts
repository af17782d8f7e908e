import { Context, type Duration, type Effect } from "effect";

import type { IncomingReport } from "./provider_report.ts";
import type { ProviderName } from "./signature_provider.ts";

/** Stores the reports of providers until they are applied, each exactly once. */
export class ProviderInbox extends Context.Service<
  ProviderInbox,
  {
    /**
     * Adds reports and ignores duplicates; in a transaction, when it commits.
     */
    readonly deliver: (
      provider: ProviderName,
      reports: ReadonlyArray<IncomingReport>,
    ) => Effect.Effect<void>;
    /** Deletes reports that are older than this, applied or not. */
    readonly prune: (age: Duration.Duration) => Effect.Effect<void>;
  }
>()("@paraph/core/signatures/ProviderInbox") {}
