import {
  migrate,
  releaseClaimedJobs,
  settleRestoredEvents,
  storesSql,
} from "@paraph/core/adapters";
import { postgres } from "@paraph/core/postgres";
import { Effect, Layer } from "effect";

import type { Settings } from "../settings.ts";

/** The database the settings name, migrated, and every store on it. */
export function database({ databaseUrl, dataDir }: Settings) {
  const client = postgres({
    url: databaseUrl,
    dataDir,
    beforeSharing: Effect.andThen(migrate, releaseClaimedJobs),
  });
  return storesSql.pipe(
    Layer.provideMerge(Layer.effectDiscard(Effect.andThen(migrate, settleRestoredEvents))),
    Layer.provideMerge(client),
  );
}
