import { Console, Effect } from "effect";
import { Command } from "effect/cli";

import { described } from "../described.ts";
import { readSettings } from "../settings.ts";

/** `paraph migrate`: the current schema, without serving. */
export const migrate = Command.make(
  "migrate",
  {},
  Effect.fnUntraced(function* () {
    const settings = yield* readSettings;
    const program = yield* Effect.promise(() => import("../_programs/migrate.ts"));
    const done = yield* program.migrateDatabase(settings);
    yield* Console.log(done.length === 0 ? "Nothing to migrate" : `Migrated: ${done.join(", ")}`);
  }),
).pipe(described("Bring the database to the current schema", "settings"));
