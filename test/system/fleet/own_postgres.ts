import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { createServer } from "node:net";
import * as path from "node:path";

import { Effect, type Scope } from "effect";

import {
  serviceFolder,
  serviceProcess,
  type ServiceProcess,
  unprivilegedUser,
} from "./service_process.ts";

/** A PostgreSQL server only for one test. */
export interface OwnPostgres extends ServiceProcess {
  readonly port: number;
  readonly url: string;
  /** Its configuration and data. */
  readonly data: string;
  /** Ends it like a crash: unflushed data is lost, and the next start recovers. */
  readonly crash: Effect.Effect<void>;
}

const INSTALL_DIR = "/usr/lib/postgresql";

/**
 * The folder of `initdb` and `postgres` on Debian; absent if they are not installed. With
 * `REQUIRE_OUTSIDE_TOOLS` they are required.
 */
export const POSTGRES_BIN = findPostgres();

function findPostgres(): string | undefined {
  const versions = fs.existsSync(INSTALL_DIR) ? fs.readdirSync(INSTALL_DIR) : [];
  const bin = versions
    .map((version) => path.join(INSTALL_DIR, version, "bin"))
    .findLast((folder) => fs.existsSync(path.join(folder, "initdb")));
  if (bin === undefined && process.env["REQUIRE_OUTSIDE_TOOLS"] !== undefined) {
    throw new Error("The server programs of PostgreSQL are required and not installed");
  }
  return bin;
}

/** Runs a program of PostgreSQL to its end. */
export function runPostgresProgram(name: string, args: ReadonlyArray<string>, folder: string) {
  const file = path.join(POSTGRES_BIN ?? "", name);
  execFileSync(file, args, { ...unprivilegedUser(), cwd: folder, stdio: "pipe" });
}

/** Starts a server with a new cluster, which is removed with the scope. */
export const ownPostgres: Effect.Effect<OwnPostgres, never, Scope.Scope> = Effect.gen(function* () {
  const folder = yield* serviceFolder;
  const data = path.join(folder, "data");
  const options = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"];
  runPostgresProgram("initdb", ["--pgdata", data, ...options], folder);
  const server = yield* clusterServer(folder);
  yield* server.start;
  return server;
});

/** A server that is not started yet, of the cluster in `data` of a folder. */
export const clusterServer = Effect.fnUntraced(function* (
  folder: string,
): Effect.fn.Return<OwnPostgres, never, Scope.Scope> {
  const data = path.join(folder, "data");
  const port = yield* Effect.promise(freePort);
  const address = ["-p", String(port), "-h", "127.0.0.1", "-k", folder];
  const server = yield* serviceProcess({
    file: path.join(POSTGRES_BIN ?? "", "postgres"),
    args: ["-D", data, ...address],
    folder,
    isReady: async () => acceptsConnections(port),
  });
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  // SIGQUIT also ends the processes of connections, which use the memory of the server.
  yield* Effect.addFinalizer(() => server.stop("SIGQUIT"));
  return { ...server, port, data, url, crash: server.stop("SIGQUIT") };
});

function acceptsConnections(port: number): boolean {
  try {
    runPostgresProgram("pg_isready", ["-q", "-h", "127.0.0.1", "-p", String(port)], "/");
    return true;
  } catch {
    return false;
  }
}

/** A port that is currently free. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}
