import { randomBytes } from "node:crypto";

import { Context, Effect, Layer, Redacted } from "effect";
import { SqlClient } from "effect/sql";

import { postgres } from "../postgres/mod.ts";
import { SLOW_CONNECT } from "./test_database_options.ts";

/** The PostgreSQL server that suites use in addition to the embedded one, if any. */
export const TEST_DATABASE_URL = process.env["TEST_DATABASE_URL"];

/** Creates an empty database on a server, dropped with the scope; returns its URL. */
export const freshDatabase = Effect.fnUntraced(function* (server: string) {
  const name = `paraph_test_${randomBytes(6).toString("hex")}`;
  const admin = postgres({ url: Redacted.make(server), dataDir: "", timeout: SLOW_CONNECT });
  const run = (statement: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, unknown>) =>
    Effect.scoped(
      Effect.flatMap(Layer.build(admin), (context) =>
        statement(Context.get(context, SqlClient.SqlClient)),
      ),
    ).pipe(Effect.orDie);
  yield* Effect.acquireRelease(
    run((sql) => sql`CREATE DATABASE ${sql(name)}`.unprepared),
    () => run((sql) => sql`DROP DATABASE ${sql(name)} WITH (FORCE)`.unprepared),
  );
  return new URL(`/${name}`, server).href;
});

/** The databases for suites that start servers; `make` returns a URL, or `undefined` for the embedded one. */
export const DATABASES = [
  { kind: "the embedded database", make: Effect.undefined },
  ...(TEST_DATABASE_URL === undefined
    ? []
    : [{ kind: "a PostgreSQL server", make: freshDatabase(TEST_DATABASE_URL) }]),
];
