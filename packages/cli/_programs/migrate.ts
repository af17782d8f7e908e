import { migrate } from "@paraph/core/adapters";
import { postgres } from "@paraph/core/postgres";
import { Effect } from "effect";

import type { Settings } from "../settings.ts";
import { logging } from "./logging.ts";

/** Brings the database of the settings to the current schema; the names of what was done. */
export function migrateDatabase(settings: Settings) {
  const { databaseUrl: url, dataDir } = settings;
  return migrate.pipe(
    Effect.provide(postgres({ url, dataDir })),
    Effect.provide(logging(settings, "stderr")),
  );
}
