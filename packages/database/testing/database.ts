import * as path from "node:path";

import { Clock, Config, Effect, Layer, Option } from "effect";

import { migrate } from "../migrations/mod.ts";
import type { DatabaseHost, PostgresClient } from "../postgres/mod.ts";
import { databaseFromSnapshot } from "./database_snapshot.ts";
import { databaseFromTemplate } from "./database_template.ts";
import { hashSources, type TestDatabaseOptions } from "./test_database_options.ts";

/**
 * A database for one suite, with the tables of a migration.
 *
 * It is embedded and in memory, or on a PostgreSQL server if `TEST_DATABASE_URL` names one. Suites must pass
 * on both: the embedded one runs transactions one by one, which hides races.
 */
export function testDatabase(
  options: TestDatabaseOptions,
): Layer.Layer<PostgresClient | DatabaseHost> {
  const url = Config.option(Config.Redacted("TEST_DATABASE_URL"));
  return Layer.unwrap(
    Effect.map(
      url,
      Option.match({
        onNone: () => databaseFromSnapshot(options),
        onSome: (server) => databaseFromTemplate(server, options),
      }),
    ),
  ).pipe(Layer.provide(realClock), Layer.orDie);
}

/**
 * The clock outside of tests. With a moved test clock, the pool would close its connections as idle, and queues
 * would renew their locks thousands of times.
 */
export const realClock = Layer.succeed(Clock.Clock, Clock.Clock.defaultValue());

/** A {@linkcode testDatabase} with empty tables of the current schema. */
export const migratedDatabase = testDatabase({
  migrate,
  version: hashSources(path.join(import.meta.dirname, "../migrations")),
});
