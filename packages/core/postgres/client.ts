import { PgClient } from "@effect/sql-pg";
import { Context, type Effect, type Scope, String } from "effect";
import type { Reactivity } from "effect/reactivity";
import { SqlClient, type SqlError } from "effect/sql";

/** The database of a program, with and without what only PostgreSQL has. */
export type PostgresClient = PgClient.PgClient | SqlClient.SqlClient;

/**
 * What every client of ours shares: UTC, and snake_case in the database for camelCase in code.
 *
 * Names are translated where the client makes or reads them (`sql("projectId")`, `sql.insert`,
 * columns of a result), never inside JSON values and never in the text of a statement. `count(*)`
 * and other int8 arrive as bigint: cast them with `::int`.
 */
const CLIENT_OPTIONS = {
  applicationName: "paraph",
  startupParameters: { TimeZone: "UTC" },
  transformQueryNames: String.camelToSnake,
  transformResultNames: String.snakeToCamel,
  transformJson: false,
} as const satisfies PgClient.PgPoolConfig;

/** Opens a pool of connections with the options all our clients share. */
export function openClient(
  target: Pick<PgClient.PgPoolConfig, "url" | "stream" | "username" | "maxConnections">,
): Effect.Effect<PgClient.PgClient, SqlError.SqlError, Scope.Scope | Reactivity.Reactivity> {
  return PgClient.make({ ...CLIENT_OPTIONS, ...target });
}

/** Offers one client under both of its names. */
export function clientContext(client: PgClient.PgClient): Context.Context<PostgresClient> {
  return Context.make(PgClient.PgClient, client).pipe(Context.add(SqlClient.SqlClient, client));
}
