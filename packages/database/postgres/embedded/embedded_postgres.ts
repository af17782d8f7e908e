import * as path from "node:path";

import { Context, Data, type Duration, Effect, Exit, Layer, Schedule, Scope } from "effect";
import { Reactivity } from "effect/reactivity";
import type { SqlError } from "effect/sql";

import { DatabaseHost } from "../../stores/sql/database_host.ts";
import {
  clientContext,
  openClient,
  openRemoteClient,
  type PostgresClient,
  PostgresUnavailable,
} from "../client.ts";
import type { SilenceOptions } from "../silence_watch.ts";
import { vacuumHourly } from "../vacuum.ts";
import {
  type DataFolderRefused,
  privateDataFolder,
  refuseUnfinishedRestore,
} from "./data_folder.ts";
import { takeDirectoryLock } from "./directory_lock.ts";
import { connectToHub, serveHub } from "./hub_socket.ts";
import { openSupervisedHub } from "./supervised_hub.ts";

/** The location of the embedded database, and who may use it. */
export interface EmbeddedPostgresOptions<E = never> extends SilenceOptions {
  /** The data folder; the database is in `db`. Created for its owner only. */
  readonly dataDir: string;
  /** Whether other processes of this user may connect while this one runs; true by default. */
  readonly share?: boolean;
  /** How long to wait for another process to finish opening or closing the database. */
  readonly timeout?: Duration.Input;
  /** Run by the process that opens the database, before other processes can connect. */
  readonly beforeSharing?: Effect.Effect<unknown, E, PostgresClient>;
}

/** Another process holds the lock and cannot be reached, or not yet. */
class Busy extends Data.TaggedError("Busy")<{ readonly cause?: SqlError.SqlError }> {}

interface DatabasePaths {
  readonly database: string;
  readonly lock: string;
  readonly address: string;
}

/**
 * PostgreSQL inside this process, or a connection to another process that has the folder open.
 *
 * Statements of a connected process fail with a `ConnectionError` after the owner ends, and succeed again
 * when a later process has opened the folder. Ownership itself never moves.
 */
export function embeddedPostgres<E = never>(
  options: EmbeddedPostgresOptions<E>,
): Layer.Layer<
  PostgresClient | DatabaseHost,
  DataFolderRefused | PostgresUnavailable | SqlError.SqlError | E
> {
  const open = Effect.gen(function* () {
    const paths = yield* preparePaths(options.dataDir);
    return yield* inSeparateScope(openOrJoin(paths, options)).pipe(
      Effect.retry({
        while: (error) => error instanceof Busy,
        schedule: retryFor(options.timeout ?? "15 seconds"),
      }),
      Effect.catchIf(
        (error) => error instanceof Busy,
        (busy) => Effect.fail(inUseError(paths, options.share ?? true, busy)),
      ),
    );
  });
  return Layer.effectContext(open).pipe(Layer.provide(Reactivity.layer));
}

function openOrJoin<E>(paths: DatabasePaths, options: EmbeddedPostgresOptions<E>) {
  return Effect.gen(function* () {
    const locked = yield* takeDirectoryLock(paths.lock);
    if (locked) return yield* open(paths, options);
    if (options.share === false) return yield* new Busy({});
    return yield* join(paths, options).pipe(Effect.mapError((cause) => new Busy({ cause })));
  });
}

/**
 * Finalizers run in reverse: other processes' connections, client, hub and files close before the lock is
 * released.
 */
function open<E>(paths: DatabasePaths, options: EmbeddedPostgresOptions<E>) {
  return Effect.gen(function* () {
    yield* refuseUnfinishedRestore(path.dirname(paths.database));
    const hub = yield* openSupervisedHub(paths.database);
    const client = yield* openClient({ stream: hub.connect, username: "postgres" });
    const context = clientContext(client);
    if (options.beforeSharing !== undefined) {
      yield* Effect.provideContext(options.beforeSharing, context);
    }
    if (options.share !== false) yield* serveHub(hub, paths.address);
    yield* vacuumHourly(client);
    return Context.add(context, DatabaseHost, "this_process");
  });
}

function join(paths: DatabasePaths, options: SilenceOptions) {
  return Effect.gen(function* () {
    // Read for each connection, so that a restart of the owner is survived.
    const connect = () => connectToHub(paths.address);
    const client = yield* openRemoteClient([{ connect, username: "postgres" }], options);
    yield* client`SELECT 1`;
    return Context.add(clientContext(client), DatabaseHost, "another_process");
  });
}

/** A failed attempt releases its resources at once. */
function inSeparateScope<A, E, R>(attempt: Effect.Effect<A, E, R>) {
  return Effect.gen(function* () {
    const scope = yield* Scope.fork(yield* Scope.Scope);
    return yield* attempt.pipe(
      Scope.provide(scope),
      Effect.tapCause((cause) => Scope.close(scope, Exit.failCause(cause))),
    );
  });
}

function retryFor(timeout: Duration.Input) {
  return Schedule.spaced("100 millis").pipe(Schedule.upTo({ duration: timeout }));
}

function preparePaths(dataDir: string): Effect.Effect<DatabasePaths, DataFolderRefused> {
  return Effect.map(privateDataFolder(dataDir), (folder) => {
    const database = path.join(folder, "db");
    return { database, lock: `${database}.lock`, address: `${database}.socket` };
  });
}

function inUseError(
  { database }: DatabasePaths,
  share: boolean,
  { cause }: Busy,
): PostgresUnavailable {
  const reason = cause?.reason.cause;
  const why = reason instanceof Error ? ` (${reason.message})` : "";
  const message = share
    ? `${database} is in use by another process that does not let this one connect${why}`
    : `${database} is in use by another process`;
  return new PostgresUnavailable(cause === undefined ? { message } : { message, cause });
}
