import { migrate } from "@paraph/database";
import { postgres } from "@paraph/database/postgres";
import { Effect, Layer } from "effect";

import type { Settings } from "../settings.ts";
import { logging } from "./logging.ts";

/** Brings the database of the settings to the current schema; the names of what was done. */
export function migrateDatabase(settings: Settings) {
  const { databaseUrl: url, dataDir } = settings;
  const client = postgres({ url, dataDir });
  return Effect.provide(migrate, Layer.provideMerge(client, logging(settings, "stderr")));
}
