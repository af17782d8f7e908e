import * as net from "node:net";

import { Context, type Duration, Effect, Layer, Option, Redacted, Result, Schedule } from "effect";
import { Reactivity } from "effect/reactivity";
import type { SqlError } from "effect/sql";

import { type Listen, Listener } from "../stores/queue/wake_signals.ts";
import { DatabaseHost } from "../stores/sql/database_host.ts";
import { SessionFeatures } from "../stores/sql/session_features.ts";
import {
  type PostgresClient,
  PostgresUnavailable,
  type RemoteTarget,
  clientContext,
  openConnection,
  openRemoteClient,
} from "./client.ts";
import type { SilenceOptions } from "./silence_watch.ts";

/**
 * What a connection of the client keeps: its session, or only its transaction, because a pooler such as
 * PgBouncer then lends the server's connection to another client.
 */
export type PoolMode = "session" | "transaction";

/** The server, and how long to wait for it. */
export interface ServerPostgresOptions extends SilenceOptions {
  /** A `postgres://` URL, credentials included. */
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
    const server = yield* Effect.fromResult(describeServer(options.url));
    const target = {
      url: options.url,
      maxConnections: 10,
      connect: () => connectToServer(server.url),
    };
    const hasPooler = yield* detectPooler(target).pipe(
      Effect.retry({
        while: isTransientFailure,
        schedule: Schedule.spaced("250 millis").pipe(
          Schedule.upTo({ duration: options.timeout ?? "10 seconds" }),
        ),
      }),
      Effect.mapError((cause) => unavailable(server, cause)),
    );
    const poolMode = options.poolMode ?? (hasPooler ? "transaction" : "session");
    if (hasPooler) yield* Effect.logInfo("The database is behind a pooler", { poolMode });
    const hasSessions = poolMode === "session";
    const client = yield* openRemoteClient({ ...target, prepare: hasSessions }, options).pipe(
      Effect.mapError((cause) => unavailable(server, cause)),
    );
    const listen: Listen = (channel) =>
      Effect.flatMap(openConnection(target), (connection) => connection.listen(channel));
    return clientContext(client).pipe(
      Context.add(DatabaseHost, "server"),
      Context.add(SessionFeatures, hasSessions),
      Context.add(Listener, hasSessions ? Option.some(listen) : Option.none()),
    );
  });
  return Layer.effectContext(connect).pipe(Layer.provide(Reactivity.layer));
}

/**
 * Whether a pooler is in front of the server. A pooler has its own connection ids, since its clients share
 * the processes of the server.
 */
const detectPooler = Effect.fnUntraced(function* (target: RemoteTarget) {
  const connection = yield* openConnection(target);
  const [process] = yield* connection.queryValues("SELECT pg_backend_pid()");
  return process?.[0] !== connection.processId;
}, Effect.scoped);

/** A server and its name in messages: host and database, without credentials. */
interface Server {
  readonly url: URL;
  readonly name: string;
}

function describeServer(url: Redacted.Redacted): Result.Result<Server, PostgresUnavailable> {
  const parsedUrl = URL.parse(Redacted.value(url));
  if (parsedUrl === null || !/^postgres(ql)?:$/.test(parsedUrl.protocol)) {
    const message =
      "The database URL is not valid; allowed: postgres://user:password@host:port/name";
    return Result.fail(new PostgresUnavailable({ message }));
  }
  return Result.succeed({ url: parsedUrl, name: `${parsedUrl.host}${parsedUrl.pathname}` });
}

/** A starting server refuses connections; a wrong name or password fails permanently. */
function isTransientFailure({ reason }: SqlError.SqlError): boolean {
  if (reason._tag === "ConnectionError") return true;
  return reason._tag === "UnknownError" && sqlState(reason.cause) === "57P03";
}

function unavailable({ name }: Server, error: SqlError.SqlError): PostgresUnavailable {
  const why = error.reason.cause instanceof Error ? error.reason.cause.message : error.message;
  return new PostgresUnavailable({
    message: `The database at ${name} cannot be used: ${why}`,
    cause: error,
  });
}

function sqlState(cause: unknown): unknown {
  return cause instanceof Error && "code" in cause ? cause.code : undefined;
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
