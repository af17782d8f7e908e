import * as net from "node:net";

import { parsePostgresUrl } from "@paraph/core/values";
import {
  Context,
  type Duration,
  Effect,
  Layer,
  Option,
  Redacted,
  Result,
  Schedule,
  type Scope,
} from "effect";
import { Reactivity } from "effect/reactivity";
import type { SqlError } from "effect/sql";

import { type Listen, Listener } from "../stores/queue/wake_signals.ts";
import { DatabaseHost } from "../stores/sql/database_host.ts";
import {
  type PostgresClient,
  PostgresUnavailable,
  type RemoteTarget,
  clientContext,
  openConnection,
  openRemoteClient,
} from "./client.ts";
import { noUsableHost, sqlStateOf } from "./server/pooled_client.ts";
import type { SilenceOptions } from "./silence_watch.ts";

/**
 * How long a client has the same connection of the server: for its session, or only for a transaction, after
 * which a pooler such as PgBouncer lends the connection to another client.
 */
export type PoolMode = "session" | "transaction";

/** The server, and how long to wait for it. */
export interface ServerPostgresOptions extends SilenceOptions {
  /** A `postgres://` URL, credentials included. Of several hosts, the one that accepts writes is used. */
  readonly url: Redacted.Redacted;
  /** How long a server that does not respond yet may take to start. */
  readonly timeout?: Duration.Input;
  /** Absent: `transaction` if a pooler is in front of the server, otherwise `session`. */
  readonly poolMode?: PoolMode | undefined;
}

/** A PostgreSQL server (15 or later) by URL. Fails unless it responds within the timeout. */
export function serverPostgres(
  options: ServerPostgresOptions,
): Layer.Layer<PostgresClient | DatabaseHost, PostgresUnavailable> {
  const connect = Effect.gen(function* () {
    const server = yield* Effect.fromResult(describeServer(options.url, "primary"));
    const [first, ...others] = server.targets;
    const isOne = others.length === 0;
    const hasPooler = yield* Effect.raceAll(
      server.targets.map((target) => detectPooler(target, isOne ? "any" : "writable")),
    ).pipe(
      Effect.retry({
        while: isTransientFailure,
        schedule: Schedule.spaced("250 millis").pipe(
          Schedule.upTo({ duration: options.timeout ?? "10 seconds" }),
        ),
      }),
      Effect.mapError((cause) => unavailable(server, cause)),
    );
    const poolMode = options.poolMode ?? (hasPooler ? "transaction" : "session");
    if (options.poolMode === undefined && hasPooler)
      yield* Effect.logInfo("The database is behind a pooler", { poolMode });
    const hasSessions = poolMode === "session";
    const prepared = (target: RemoteTarget) => ({ ...target, prepare: hasSessions });
    const client = yield* openRemoteClient(
      [prepared(first), ...others.map(prepared)],
      options,
      verifyWritable,
    ).pipe(Effect.mapError((cause) => unavailable(server, cause)));
    const listenOn = (target: RemoteTarget, channel: string) =>
      (isOne ? Effect.void : verifyWritable(target)).pipe(
        Effect.andThen(openConnection(target)),
        Effect.flatMap((connection) => connection.listen(channel)),
      );
    const listen: Listen = (channel) =>
      Effect.firstSuccessOf(server.targets.map((target) => listenOn(target, channel)));
    return clientContext(client).pipe(
      Context.add(DatabaseHost, "server"),
      Context.add(Listener, hasSessions ? Option.some(listen) : Option.none()),
    );
  });
  return Layer.effectContext(connect).pipe(Layer.provide(Reactivity.layer));
}

const WRITABLE = `
  SELECT pg_backend_pid(), NOT pg_is_in_recovery() AND NOT current_setting('transaction_read_only')::boolean`;

/**
 * Whether a pooler is in front of the server. A pooler has its own connection ids, since its clients share
 * the processes of the server.
 */
const detectPooler = Effect.fnUntraced(
  function* (
    target: RemoteTarget,
    required: "any" | "writable",
  ): Effect.fn.Return<boolean, SqlError.SqlError, Scope.Scope> {
    const connection = yield* openConnection(target);
    const [row] = yield* connection.queryValues(WRITABLE);
    const [processId, isWritable] = row ?? [];
    if (required === "writable" && isWritable !== true) {
      return yield* noUsableHost(new Error("The server is read-only"));
    }
    return processId !== connection.processId;
  },
  Effect.scoped,
  inTime,
);

/** How long a host may take to respond before another one is used. */
const VERIFY_TIMEOUT = "3 seconds";

/** A pooler accepts connections, and lets statements wait, while its server is down. */
function inTime<A>(
  effect: Effect.Effect<A, SqlError.SqlError>,
): Effect.Effect<A, SqlError.SqlError> {
  return Effect.timeoutOrElse(effect, {
    duration: VERIFY_TIMEOUT,
    orElse: () => Effect.fail(noUsableHost(new Error("The server does not respond"))),
  });
}

/** Fails unless a host accepts writes: of a primary and its standbys, only the primary does. */
const verifyWritable = (target: RemoteTarget): Effect.Effect<void, SqlError.SqlError> =>
  Effect.asVoid(detectPooler(target, "writable"));

/** The hosts of a database, and its name in messages: hosts and database, without credentials. */
interface Server {
  readonly targets: readonly [RemoteTarget, ...Array<RemoteTarget>];
  readonly name: string;
}

/** The hosts of the URL of a primary or of its replicas. */
export function describeServer(
  url: Redacted.Redacted,
  role: "primary" | "replica",
): Result.Result<Server, PostgresUnavailable> {
  return parsePostgresUrl(Redacted.value(url), role).pipe(
    Result.map(([first, ...others]) => ({
      targets: [targetOf(first), ...others.map(targetOf)] as const,
      name: nameOf([first, ...others]),
    })),
    Result.mapError(() => {
      const message =
        "The database URL is not valid; allowed: postgres://user:password@host:port/name";
      return new PostgresUnavailable({ message });
    }),
  );
}

function targetOf(text: string): RemoteTarget {
  const url = new URL(text);
  return {
    url: Redacted.make(text),
    maxConnections: MAX_CONNECTIONS,
    connect: () => connectToServer(url),
  };
}

const MAX_CONNECTIONS = 10;

function nameOf(urls: ReadonlyArray<string>): string {
  const hosts = urls.map((text) => new URL(text));
  return `${hosts.map(({ host }) => host).join(",")}${hosts[0]?.pathname ?? ""}`;
}

/** A starting server refuses connections; a wrong name or password fails permanently. */
function isTransientFailure(error: SqlError.SqlError): boolean {
  return error.reason._tag === "ConnectionError" || sqlStateOf(error) === "57P03";
}

function unavailable({ name }: Server, error: SqlError.SqlError): PostgresUnavailable {
  const why = error.reason.cause instanceof Error ? error.reason.cause.message : error.message;
  return new PostgresUnavailable({
    message: `The database at ${name} cannot be used: ${why}`,
    cause: error,
  });
}

const POSTGRES_PORT = 5432;

/** The idle time in milliseconds after which TCP probes the peer. */
const KEEP_ALIVE = 30_000;

/**
 * Connects to the server of a `postgres://` URL like the client itself: `host` and `port` may also be query
 * parameters, and a host that begins with a slash is the directory of a Unix socket.
 */
export function connectToServer(url: URL): net.Socket {
  const { searchParams } = url;
  const hostname = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const host = searchParams.get("host") ?? (decodeURIComponent(hostname) || "localhost");
  const port = Number(searchParams.get("port") ?? (url.port || POSTGRES_PORT));
  if (host.startsWith("/")) return net.connect({ path: `${host}/.s.PGSQL.${port}` });
  const keepAlive = { keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE };
  // A statement is one write before its response, so coalescing would only delay it.
  return net.connect({ host, port, noDelay: true, ...keepAlive });
}
