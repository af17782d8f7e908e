import type { Effect } from "effect";

import type { PostgresClient } from "../postgres/mod.ts";

/** How a test's database gets its tables. */
export interface TestDatabaseOptions {
  /** Makes the tables. Done once; every database of a suite starts as a copy of the result. */
  readonly migrate: Effect.Effect<unknown, unknown, PostgresClient>;
  /** Changes whenever `migrate` does: a hash of its sources ({@linkcode hashSources}). */
  readonly version: string;
}
