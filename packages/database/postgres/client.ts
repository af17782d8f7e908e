import type { Socket } from "node:net";

import { PgClient, PgConnection } from "@effect/sql-pg";
import { Context, Effect, Schema, type Scope, String } from "effect";
import type { Reactivity } from "effect/reactivity";
import { SqlClient, type SqlError } from "effect/sql";

import { pooledClient, sqlStateOf } from "./server/pooled_client.ts";
import { type SilenceOptions, silenceWatch } from "./silence_watch.ts";

/** The database of a program, under the tags of PostgreSQL and of SQL in general. */
export type PostgresClient = PgClient.PgClient | SqlClient.SqlClient;

/**
 * The largest row that is read, in bytes. Rows of earlier releases contain whole layouts, compiled ones as
 * twice as many hex digits, and data: four times the default body limit, with a margin.
 */
const MAX_MESSAGE_BYTES = 128 * 1024 * 1024;

/** Remembers the results of a function of column names, of which there are few. */
function remember(translate: (name: string) => string): (name: string) => string {
  const translations = new Map<string, string>();
  return (name) => {
    const known = translations.get(name);
    if (known !== undefined) return known;
    const translation = translate(name);
    translations.set(name, translation);
    return translation;
  };
}

/**
 * The options of all clients: UTC, and snake_case in the database for camelCase in code.
 *
 * Names are translated where the client writes or reads them (`sql("projectId")`, `sql.insert`, columns of a
 * result), never inside JSON values and never in the text of a statement. `count(*)` and other int8 arrive as
 * bigint: cast them with `::int`.
 */
const CLIENT_OPTIONS = {
  applicationName: "paraph",
  startupParameters: { TimeZone: "UTC" },
  transformQueryNames: remember(String.camelToSnake),
  transformResultNames: remember(String.snakeToCamel),
  transformJson: false,
  maxMessageSize: MAX_MESSAGE_BYTES,
} as const satisfies PgClient.PgPoolConfig;

/** Where a client connects to, how long that may take, and whether it prepares statements by name. */
type Target = Pick<
  PgClient.PgPoolConfig,
  "url" | "stream" | "username" | "connectTimeout" | "maxConnections" | "prepare"
>;

/** A target in another process. */
export type RemoteTarget = Omit<Target, "stream"> & { readonly connect: () => Socket };

/** Opens a pool of connections with the common options. */
export function openClient(
  target: Target,
): Effect.Effect<PgClient.PgClient, SqlError.SqlError, Scope.Scope | Reactivity.Reactivity> {
  return PgClient.make({ ...CLIENT_OPTIONS, ...target });
}

/**
 * As {@linkcode openClient}, to another process: closes connections to a server that stops responding. With
 * several targets, it uses one for which `verify` succeeds.
 */
export const openRemoteClient = Effect.fnUntraced(function* (
  targets: readonly [RemoteTarget, ...Array<RemoteTarget>],
  options?: SilenceOptions,
  verify: (target: RemoteTarget) => Effect.Effect<void, SqlError.SqlError> = () => Effect.void,
) {
  const [first, ...others] = targets;
  const hostOf = (target: RemoteTarget) =>
    Effect.map(watchedConfig(target, options), (config) => ({ config, verify: verify(target) }));
  return yield* pooledClient([yield* hostOf(first), ...(yield* Effect.forEach(others, hostOf))]);
});

/** The pool of a target, whose connections are closed when it stops responding. */
const watchedConfig = Effect.fnUntraced(function* (
  remote: RemoteTarget,
  options: SilenceOptions | undefined,
) {
  const { connect, ...target } = remote;
  const probe = openConnection(remote).pipe(
    Effect.scoped,
    Effect.matchEffect({
      onSuccess: () => Effect.succeed(true),
      onFailure: (error) => Effect.succeed(isRefusal(error)),
    }),
  );
  const watch = yield* silenceWatch(probe, options);
  return { ...CLIENT_OPTIONS, ...target, stream: () => watch(connect()) };
});

/** Opens one connection with the common options, outside of any pool. It prepares no statements. */
export function openConnection({
  connect,
  url,
  username,
}: RemoteTarget): Effect.Effect<PgConnection.PgConnection, SqlError.SqlError, Scope.Scope> {
  const target = { url, username, stream: connect, prepare: false };
  return PgConnection.make({ ...CLIENT_OPTIONS, ...target });
}

const SQLSTATE = /^[0-9A-Z]{5}$/;

/**
 * Whether the database responded with a refusal (too many connections, wrong password), as its SQLSTATE
 * shows.
 */
function isRefusal(error: SqlError.SqlError): boolean {
  return SQLSTATE.test(sqlStateOf(error));
}

/** Provides one client under both tags. */
export function clientContext(client: PgClient.PgClient): Context.Context<PostgresClient> {
  return Context.make(PgClient.PgClient, client).pipe(Context.add(SqlClient.SqlClient, client));
}

/** The database cannot be opened or reached; the message names it and says what to do. */
export class PostgresUnavailable extends Schema.TaggedError<PostgresUnavailable>()(
  "postgres_unavailable",
  { message: Schema.String, cause: Schema.optionalKey(Schema.Defect()) },
) {}
