import * as fs from "node:fs";
import * as path from "node:path";

import { Effect } from "effect";

import { PostgresUnavailable } from "./postgres_unavailable.ts";

/**
 * Lies in a data folder, from its root, while a backup is restored into it: whose backup stands in it.
 * A restore that was killed leaves it behind, and until it is finished nobody works with that folder.
 */
export const UNFINISHED_RESTORE = path.join(".restoring", "backup.json");

/** Fails when a backup was restored into a folder and not to its end. */
export function refuseUnfinishedRestore(dataDir: string): Effect.Effect<void, PostgresUnavailable> {
  return Effect.suspend(() => {
    if (!fs.existsSync(path.join(dataDir, UNFINISHED_RESTORE))) return Effect.void;
    const message = `A restore into ${dataDir} was not finished: repeat it, or empty the folder`;
    return Effect.fail(new PostgresUnavailable({ message }));
  });
}
