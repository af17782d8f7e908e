import { Effect, Layer, type Redacted } from "effect";
import type { SqlError } from "effect/sql";

import type { DatabaseHost } from "../stores/sql/database_host.ts";
import type { PostgresClient, PostgresUnavailable } from "./client.ts";
import { type DataFolderRefused, refuseUnfinishedRestore } from "./embedded/data_folder.ts";
import { embeddedPostgres, type EmbeddedPostgresOptions } from "./embedded/embedded_postgres.ts";
import { type PoolMode, serverPostgres } from "./server_postgres.ts";

/** A server's URL, or the options of the embedded database. */
export interface PostgresOptions<E = never> extends EmbeddedPostgresOptions<E> {
  readonly url: Redacted.Redacted | undefined;
  /** The pool mode of a pooler in front of the server; detected by default. */
  readonly poolMode?: PoolMode | undefined;
}

/**
 * The database of a program: a server if a URL is set, otherwise the embedded one. Neither opens while a
 * restore is not complete, since the files in the folder may not match the database.
 */
export function postgres<E = never>(
  options: PostgresOptions<E>,
): Layer.Layer<
  PostgresClient | DatabaseHost,
  DataFolderRefused | PostgresUnavailable | SqlError.SqlError | E
> {
  const { url, dataDir, timeout, poolMode } = options;
  if (url === undefined) return embeddedPostgres(options);
  const server = serverPostgres({ url, poolMode, ...(timeout === undefined ? {} : { timeout }) });
  return Layer.unwrap(Effect.as(refuseUnfinishedRestore(dataDir), server));
}
