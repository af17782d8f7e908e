import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import { createServer } from "node:net";
import * as os from "node:os";
import * as path from "node:path";

import { Effect, type Scope } from "effect";

/** A PostgreSQL server only for one test. */
export interface OwnPostgres {
  readonly url: string;
  /** Ends it like a crash: unflushed data is lost, and the next start recovers. */
  readonly crash: Effect.Effect<void>;
  /** Starts it again and waits until it accepts connections. */
  readonly start: Effect.Effect<void>;
}

const INSTALL_DIR = "/usr/lib/postgresql";

/** The folder of `initdb` and `postgres` on Debian; absent if they are not installed. */
export const POSTGRES_BIN = fs.existsSync(INSTALL_DIR)
  ? fs
      .readdirSync(INSTALL_DIR)
      .map((version) => path.join(INSTALL_DIR, version, "bin"))
      .findLast((folder) => fs.existsSync(path.join(folder, "initdb")))
  : undefined;

/** Starts a server with a new cluster, which is removed with the scope. */
export const ownPostgres: Effect.Effect<OwnPostgres, never, Scope.Scope> = Effect.gen(function* () {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-cluster-"));
  const user = unprivilegedUser();
  if (user.uid !== undefined) fs.chownSync(folder, user.uid, user.gid ?? user.uid);
  const bin = (name: string) => path.join(POSTGRES_BIN ?? "", name);
  const data = path.join(folder, "data");
  const initOptions = [
    "--username=postgres",
    "--auth=trust",
    "--encoding=UTF8",
    "--locale=C.UTF-8",
  ];
  execFileSync(bin("initdb"), ["--pgdata", data, ...initOptions], { ...user, cwd: folder });
  const port = yield* Effect.promise(freePort);

  let child: ChildProcess | undefined;
  const start = Effect.promise(async () => {
    const address = ["-p", String(port), "-h", "127.0.0.1", "-k", folder];
    child = spawn(bin("postgres"), ["-D", data, ...address], {
      ...user,
      cwd: folder,
      stdio: "ignore",
    });
    while (!acceptsConnections(bin("pg_isready"), port))
      await new Promise((go) => setTimeout(go, 50));
  });
  const stop = (signal: NodeJS.Signals) =>
    Effect.promise(async () => {
      if (child === undefined || child.exitCode !== null) return;
      const exit = once(child, "exit");
      child.kill(signal);
      await exit;
    });
  yield* start;
  yield* Effect.addFinalizer(() =>
    Effect.andThen(
      stop("SIGQUIT"),
      Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true })),
    ),
  );
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, crash: stop("SIGQUIT"), start };
});

/** PostgreSQL refuses to run as root. */
function unprivilegedUser(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (kind: "-u" | "-g") => Number(execFileSync("id", [kind, "postgres"]).toString());
  return { uid: idOf("-u"), gid: idOf("-g") };
}

function acceptsConnections(probe: string, port: number): boolean {
  try {
    execFileSync(probe, ["-q", "-h", "127.0.0.1", "-p", String(port)]);
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
