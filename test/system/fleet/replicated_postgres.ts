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
    const standby = yield* standbyOf(primary);
    // Commits wait from now on. The standby has no such setting when it is promoted.
    waitForStandbys(primary, "*");
    return { primary, standby, promote: promote(standby) };
  },
);

/** Starts a standby of a server. */
export const standbyOf = Effect.fnUntraced(function* (
  primary: OwnPostgres,
): Effect.fn.Return<OwnPostgres, never, Scope.Scope> {
  const folder = yield* serviceFolder;
  const source = ["-h", "127.0.0.1", "-p", String(primary.port), "-U", "postgres"];
  const target = ["--pgdata", path.join(folder, "data"), "--write-recovery-conf"];
  runPostgresProgram("pg_basebackup", ["--checkpoint=fast", ...source, ...target], folder);
  const standby = yield* clusterServer(folder);
  yield* standby.start;
  return standby;
});

/** Sets `synchronous_standby_names`: the standbys that a commit waits for. */
export function waitForStandbys({ data }: OwnPostgres, names: string): void {
  fs.appendFileSync(path.join(data, "postgresql.conf"), `synchronous_standby_names = '${names}'\n`);
  runPostgresProgram("pg_ctl", ["reload", "-D", data], "/");
}

/** Makes a standby a primary, and waits until it accepts writes. */
export const promote = ({ data }: OwnPostgres): Effect.Effect<void> =>
  Effect.sync(() => runPostgresProgram("pg_ctl", ["promote", "--wait", "-D", data], "/"));
