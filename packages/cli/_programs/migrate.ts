import type { Settings } from "@paraph/app/settings";
import { migrate } from "@paraph/database";
import { postgres } from "@paraph/database/postgres";
import { Effect, Layer } from "effect";

import { logging } from "./logging.ts";

/** Migrates the database to the current schema; returns the names of the migrations that ran. */
export function migrateDatabase(settings: Settings) {
  const { databaseUrl: url, databasePoolMode: poolMode, dataDir } = settings;
  const client = postgres({ url, poolMode, dataDir });
  return Effect.provide(migrate, Layer.provideMerge(client, logging(settings, "stderr")));
}
