import type { Layer, Redacted } from "effect";
import type { SqlError } from "effect/sql";

import type { PostgresClient } from "./client.ts";
import type { DatabaseHost } from "./database_host.ts";
import { embeddedPostgres, type EmbeddedPostgresOptions } from "./embedded_postgres.ts";
import type { PostgresUnavailable } from "./postgres_unavailable.ts";
import { serverPostgres } from "./server_postgres.ts";

/** A server's URL, or what the embedded database needs when there is none (ignored otherwise). */
export interface PostgresOptions<E = never> extends EmbeddedPostgresOptions<E> {
  readonly url: Redacted.Redacted | undefined;
}

/** The database of a program: a server when a URL is given, else the embedded one. */
export function postgres<E = never>(
  options: PostgresOptions<E>,
): Layer.Layer<PostgresClient | DatabaseHost, PostgresUnavailable | SqlError.SqlError | E> {
  const { url, patience } = options;
  if (url === undefined) return embeddedPostgres(options);
  return serverPostgres(patience === undefined ? { url } : { url, patience });
}
