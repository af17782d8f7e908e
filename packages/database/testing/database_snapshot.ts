import * as fs from "node:fs";
import * as path from "node:path";
import { setTimeout } from "node:timers/promises";

import { PGlite } from "@electric-sql/pglite";
import { Context, Effect, Layer, type Scope } from "effect";
import { Reactivity } from "effect/reactivity";
import type { SqlError } from "effect/sql";

import { clientContext, openClient, type PostgresClient } from "../postgres/client.ts";
import { takeDirectoryLock } from "../postgres/embedded/directory_lock.ts";
import { PgliteHub } from "../postgres/embedded/pglite_hub.ts";
import { DatabaseHost } from "../stores/sql/database_host.ts";
import type { TestDatabaseOptions } from "./test_database_options.ts";

const CACHE = path.join(import.meta.dirname, "../../../node_modules/.cache/paraph");

/** An embedded database in memory, loaded from a snapshot of the first suite. */
export function databaseFromSnapshot(
  options: TestDatabaseOptions,
): Layer.Layer<PostgresClient | DatabaseHost, unknown> {
  const load = Effect.gen(function* () {
    const snapshot = path.join(CACHE, `${options.version}.tar`);
    yield* Effect.scoped(makeOnce(snapshot, options));
    const tar = new Blob([fs.readFileSync(snapshot)]);
    const { context } = yield* openInMemory({ loadDataDir: tar });
    return Context.add(context, DatabaseHost, "this_process");
  });
  return Layer.effectContext(load).pipe(Layer.provide(Reactivity.layer));
}

/** Suites start concurrently in several processes; one of them creates the snapshot. */
function makeOnce(snapshot: string, { migrate }: TestDatabaseOptions) {
  return Effect.gen(function* () {
    if (fs.existsSync(snapshot)) return;
    fs.mkdirSync(CACHE, { recursive: true });
    yield* waitForLock(`${snapshot}.lock`);
    if (fs.existsSync(snapshot)) return;
    const { database, context } = yield* openInMemory({});
    yield* Effect.provideContext(migrate, context);
    yield* Effect.promise(() => save(database, snapshot));
  });
}

/** Waits by the real clock, since a suite may use a test clock. */
function waitForLock(file: string): Effect.Effect<void, never, Scope.Scope> {
  return Effect.gen(function* () {
    while (!(yield* takeDirectoryLock(file))) yield* Effect.promise(() => setTimeout(50));
  });
}

function openInMemory(options: {
  readonly loadDataDir?: Blob;
}): Effect.Effect<
  { readonly database: PGlite; readonly context: Context.Context<PostgresClient> },
  SqlError.SqlError,
  Scope.Scope | Reactivity.Reactivity
> {
  return Effect.gen(function* () {
    const database = yield* Effect.acquireRelease(
      Effect.promise(() =>
        PGlite.create({
          ...options,
          startParams: [...PGlite.defaultStartParams, "-c", "TimeZone=UTC"],
        }),
      ),
      (instance) => Effect.promise(() => instance.close()),
    );
    const hub = yield* PgliteHub.make(database);
    const client = yield* openClient({ stream: hub.connect, username: "postgres" });
    return { database, context: clientContext(client) };
  });
}

async function save(database: PGlite, snapshot: string): Promise<void> {
  const tar = await database.dumpDataDir("none");
  const temporaryFile = `${snapshot}.unfinished`;
  fs.writeFileSync(temporaryFile, new Uint8Array(await tar.arrayBuffer()));
  fs.renameSync(temporaryFile, snapshot);
}
