import * as fs from "node:fs";
import * as path from "node:path";

import type { Settings } from "@paraph/app/settings";
import {
  embeddedPostgres,
  serverPostgres,
  type ServerPostgresOptions,
} from "@paraph/database/postgres";
import { Effect, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { flushFolder } from "./finished_file.ts";
import { unfinishedData } from "./restore_places.ts";

/**
 * The database that a backup is restored into. `sign` is the last statement of the transaction that fills it;
 * `putInPlace` runs after its commit. From then on `isInPlace` is true until `forget`, so that a restore that
 * was killed before the marks were removed only removes them.
 */
export function restoredDatabase(
  settings: Pick<Settings, "dataDir" | "databaseUrl" | "databasePoolMode">,
  identity: string,
) {
  const { dataDir, databaseUrl: url, databasePoolMode: poolMode } = settings;
  return url === undefined
    ? embeddedDatabase(dataDir)
    : serverDatabase({ url, poolMode }, identity);
}

/** Created in another folder and renamed when it is complete. */
function embeddedDatabase(dataDir: string) {
  const place = path.join(dataDir, "db");
  return {
    layer: embeddedPostgres({ dataDir: unfinishedData(dataDir), share: false }),
    sign: Effect.void,
    putInPlace: Effect.sync(() => {
      fs.renameSync(path.join(unfinishedData(dataDir), "db"), place);
      flushFolder(dataDir);
    }),
    isInPlace: Effect.sync(() => fs.existsSync(place)),
    forget: Effect.void,
  };
}

const CommentRows = Schema.Array(Schema.Struct({ comment: Schema.NullOr(Schema.String) }));

/** In place with its commit. Until all is done, a comment on a table holds the identity of the backup. */
function serverDatabase(server: ServerPostgresOptions, identity: string) {
  const layer = serverPostgres(server);
  const comment = (text: string) =>
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql.unsafe(`COMMENT ON TABLE paraph_migrations IS ${text}`).unprepared,
    );
  const isSigned = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient;
    const [row] = yield* Schema.decodeUnknownEffect(CommentRows)(
      yield* sql`SELECT obj_description(to_regclass('paraph_migrations'), 'pg_class') AS comment`,
    ).pipe(Effect.orDie);
    return row?.comment === identity;
  });
  return {
    layer,
    sign: comment(`'${identity}'`),
    putInPlace: Effect.void,
    isInPlace: Effect.provide(isSigned, layer),
    forget: Effect.provide(comment("NULL"), layer),
  };
}
