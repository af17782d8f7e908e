import { createHash } from "node:crypto";
import * as fs from "node:fs";
import * as path from "node:path";

import type { Effect } from "effect";

import type { PostgresClient } from "../postgres/mod.ts";

/** The migration of a test's database. */
export interface TestDatabaseOptions {
  /** Creates the tables once: the database of each suite is a copy of the result. */
  readonly migrate: Effect.Effect<unknown, unknown, PostgresClient>;
  /** Changes whenever `migrate` does: a hash of its sources ({@linkcode hashSources}). */
  readonly version: string;
}

/** How long a server may take to accept a connection. The default, 5 seconds, is too short for busy machines. */
export const SLOW_CONNECT = "1 minute";

/** Returns a hash of the names and contents of all files in a folder. */
export function hashSources(folder: string): string {
  const hash = createHash("sha256");
  const files = fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
  for (const file of files) {
    const place = path.join(folder, file);
    if (fs.statSync(place).isFile()) hash.update(`${file}\0`).update(fs.readFileSync(place));
  }
  return hash.digest("hex").slice(0, 16);
}
