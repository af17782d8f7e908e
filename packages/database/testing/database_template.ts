import { randomBytes } from "node:crypto";

import type { PgClient } from "@effect/sql-pg";
import { Context, Effect, Layer, Redacted } from "effect";
import { Reactivity } from "effect/reactivity";

import { clientContext, openClient, type PostgresClient } from "../postgres/client.ts";
import { DatabaseHost } from "../stores/sql/database_host.ts";
import { SLOW_CONNECT, type TestDatabaseOptions } from "./test_database_options.ts";

/** An arbitrary number: suites of all processes take this lock while they look for the template. */
const LOCK = 7_265_724;

/** A new database on a server, copied from a migrated template and dropped at the end. */
export function databaseFromTemplate(
  server: Redacted.Redacted,
  options: TestDatabaseOptions,
): Layer.Layer<PostgresClient | DatabaseHost, unknown> {
  // A separate client for each step: at the end, a pool in the suite's scope could no longer open a connection
  // in place of one that it closed as idle.
  const asAdmin = <E, R>(use: (admin: PgClient.PgClient) => Effect.Effect<unknown, E, R>) =>
    Effect.scoped(Effect.flatMap(open(server, 1), use));
  const copy = Effect.gen(function* () {
    const template = `paraph_template_${options.version}`;
    const name = `paraph_test_${randomBytes(6).toString("hex")}`;
    yield* asAdmin((admin) => makeOnce(admin, template, server, options));
    yield* Effect.acquireRelease(
      asAdmin(
        (admin) => admin`CREATE DATABASE ${admin(name)} TEMPLATE ${admin(template)}`.unprepared,
      ),
      () =>
        Effect.orDie(
          asAdmin((admin) => admin`DROP DATABASE ${admin(name)} WITH (FORCE)`.unprepared),
        ),
    );
    const client = yield* open(onServer(server, name));
    return Context.add(clientContext(client), DatabaseHost, "server");
  });
  return Layer.effectContext(copy).pipe(Layer.provide(Reactivity.layer));
}

/** Renamed when migrated, so that a process that dies leaves no partial template. */
function makeOnce(
  admin: PgClient.PgClient,
  template: string,
  server: Redacted.Redacted,
  { migrate }: TestDatabaseOptions,
) {
  const temporaryName = `${template}_unfinished`;
  const make = Effect.gen(function* () {
    yield* admin`DROP DATABASE IF EXISTS ${admin(temporaryName)} WITH (FORCE)`.unprepared;
    yield* admin`CREATE DATABASE ${admin(temporaryName)}`.unprepared;
    const client = open(onServer(server, temporaryName));
    yield* Effect.scoped(
      Effect.flatMap(client, (connection) =>
        Effect.provideContext(migrate, clientContext(connection)),
      ),
    );
    yield* admin`ALTER DATABASE ${admin(temporaryName)} RENAME TO ${admin(template)}`.unprepared;
  });
  return Effect.acquireUseRelease(
    admin`SELECT pg_advisory_lock(${LOCK})`,
    () =>
      Effect.gen(function* () {
        const rows = yield* admin`SELECT 1 FROM pg_database WHERE datname = ${template}`;
        if (rows.length === 0) yield* make;
      }),
    () => Effect.orDie(admin`SELECT pg_advisory_unlock(${LOCK})`),
  );
}

const open = (url: Redacted.Redacted, maxConnections?: number) =>
  openClient({ url, maxConnections, connectTimeout: SLOW_CONNECT });

function onServer(server: Redacted.Redacted, database: string): Redacted.Redacted {
  const url = new URL(Redacted.value(server));
  url.pathname = `/${database}`;
  return Redacted.make(url.href);
}
