import { Context, type Duration, type Effect } from "effect";

import type { IncomingReport } from "./provider_report.ts";
import type { ProviderName } from "./signature_provider.ts";

/** Where providers' reports wait to be worked off, each of them once. */
export class ProviderInbox extends Context.Service<
  ProviderInbox,
  {
    /**
     * Keeps reports, except those it has already. Within a transaction they are there when it
     * commits, or never.
     */
    readonly deliver: (
      provider: ProviderName,
      reports: ReadonlyArray<IncomingReport>,
    ) => Effect.Effect<void>;
    /** Forgets reports that came longer ago than this, applied or not. */
    readonly prune: (age: Duration.Duration) => Effect.Effect<void>;
  }
>()("@paraph/core/signatures/ProviderInbox") {}
