import { Context, type Duration, Effect, Layer, Redacted, Result, Schedule } from "effect";
import { Reactivity } from "effect/reactivity";
import type { SqlError } from "effect/sql";

import { clientContext, openRemoteClient, type PostgresClient } from "./client.ts";
import { DatabaseHost } from "./database_host.ts";
import { PostgresUnavailable } from "./postgres_unavailable.ts";
import { connectToServer } from "./server_socket.ts";
import type { SilenceOptions } from "./silence_watch.ts";

/** Which server, and how patiently. */
export interface ServerPostgresOptions extends SilenceOptions {
  /** A `postgres://` URL, credentials included. */
  readonly url: Redacted.Redacted;
  /** How long a server that does not answer yet may take to start. */
  readonly patience?: Duration.Input;
}

/** A PostgreSQL server (15 or later) by URL; fails unless it answers within the patience. */
export function serverPostgres(
  options: ServerPostgresOptions,
): Layer.Layer<PostgresClient | DatabaseHost, PostgresUnavailable> {
  const connect = Effect.gen(function* () {
    const server = yield* Effect.fromResult(describeServer(options.url));
    const client = yield* openRemoteClient(
      { url: options.url, maxConnections: 10, connect: () => connectToServer(server.url) },
      options,
    ).pipe(Effect.mapError((cause) => unavailable(server, cause)));
    yield* client`SELECT 1`.pipe(
      Effect.retry({
        while: mayPass,
        schedule: Schedule.spaced("250 millis").pipe(
          Schedule.upTo({ duration: options.patience ?? "10 seconds" }),
        ),
      }),
      Effect.mapError((cause) => unavailable(server, cause)),
    );
    return Context.add(clientContext(client), DatabaseHost, "server");
  });
  return Layer.effectContext(connect).pipe(Layer.provide(Reactivity.layer));
}

/** A server, and how it is named in messages: host and database, without credentials. */
interface Server {
  readonly url: URL;
  readonly name: string;
}

function describeServer(url: Redacted.Redacted): Result.Result<Server, PostgresUnavailable> {
  const parsed = URL.parse(Redacted.value(url));
  if (parsed === null || !/^postgres(ql)?:$/.test(parsed.protocol)) {
    const message = "The database URL is not of the form postgres://user:password@host:port/name";
    return Result.fail(new PostgresUnavailable({ message }));
  }
  return Result.succeed({ url: parsed, name: `${parsed.host}${parsed.pathname}` });
}

/** A server that starts refuses connections; wrong names and passwords stay wrong. */
function mayPass({ reason }: SqlError.SqlError): boolean {
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
