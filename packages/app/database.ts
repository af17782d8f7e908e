import { migrate, releaseClaimedJobs, settleRestoredEvents, storesSql } from "@paraph/database";
import { postgres, privateDataFolderIfPresent, readReplica } from "@paraph/database/postgres";
import { Effect, Layer } from "effect";

import type { Deployment } from "./settings/mod.ts";

/** The database of a deployment, migrated, and every store on it. */
export function database({
  databaseUrl,
  databasePoolMode,
  databaseReadUrl,
  dataDir,
}: Pick<Deployment, "databaseUrl" | "databasePoolMode" | "databaseReadUrl" | "dataDir">) {
  const client = postgres({
    url: databaseUrl,
    poolMode: databasePoolMode,
    dataDir,
    beforeSharing: Effect.andThen(migrate, releaseClaimedJobs),
  });
  const replica = databaseReadUrl === undefined ? Layer.empty : readReplica(databaseReadUrl);
  return storesSql.pipe(
    Layer.provideMerge(replica),
    Layer.provideMerge(Layer.effectDiscard(Effect.andThen(migrate, settleRestoredEvents))),
    Layer.provideMerge(client),
    // The embedded database creates its directory; with a server it holds keys and emails at most.
    Layer.provide(Layer.effectDiscard(privateDataFolderIfPresent(dataDir))),
  );
}
