import * as fs from "node:fs";
import * as path from "node:path";

import { Effect, type Scope } from "effect";

import {
  clusterServer,
  ownPostgres,
  type OwnPostgres,
  runPostgresProgram,
} from "./own_postgres.ts";
import { serviceFolder } from "./service_process.ts";

/** A primary whose commits wait for its standby. */
export interface ReplicatedPostgres {
  readonly primary: OwnPostgres;
  readonly standby: OwnPostgres;
  /** Makes the standby the primary, and waits until it accepts writes. */
  readonly promote: Effect.Effect<void>;
}

/** Starts a primary and a synchronous standby. */
export const replicatedPostgres: Effect.Effect<ReplicatedPostgres, never, Scope.Scope> = Effect.gen(
  function* () {
    const primary = yield* ownPostgres;
    const folder = yield* serviceFolder;
    const source = ["-h", "127.0.0.1", "-p", String(primary.port), "-U", "postgres"];
    const target = ["--pgdata", path.join(folder, "data"), "--write-recovery-conf"];
    const options = ["--checkpoint=fast", ...source, ...target];
    runPostgresProgram("pg_basebackup", options, folder);
    const standby = yield* clusterServer(folder);
    yield* standby.start;
    // Commits wait from now on. The standby has no such setting when it is promoted.
    const settings = path.join(primary.data, "postgresql.conf");
    fs.appendFileSync(settings, "synchronous_standby_names = '*'\n");
    runPostgresProgram("pg_ctl", ["reload", "-D", primary.data], "/");
    const promote = Effect.sync(() =>
      runPostgresProgram("pg_ctl", ["promote", "--wait", "-D", standby.data], "/"),
    );
    return { primary, standby, promote };
  },
);
