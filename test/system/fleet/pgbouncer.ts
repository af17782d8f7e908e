import * as fs from "node:fs";
import * as path from "node:path";

import { Effect, type Scope } from "effect";

import { freePort } from "./own_postgres.ts";
import {
  findProgram,
  isListening,
  serviceFolder,
  serviceProcess,
  type ServiceProcess,
} from "./service_process.ts";

/** The program; absent if it is not installed. */
export const PGBOUNCER = findProgram("pgbouncer");

/** A PgBouncer in front of a server. */
export interface PgBouncer extends ServiceProcess {
  readonly url: string;
}

/** The size of the pool. Sessions need a connection for each client, as documented; transactions share a few. */
const POOL_SIZE = { transaction: 4, session: 12 };

/** Starts a PgBouncer that ends with the scope. */
export const pgBouncer = Effect.fnUntraced(function* (
  server: { readonly port: number },
  poolMode: keyof typeof POOL_SIZE = "transaction",
): Effect.fn.Return<PgBouncer, never, Scope.Scope> {
  const folder = yield* serviceFolder;
  const port = yield* Effect.promise(freePort);
  const users = path.join(folder, "users.txt");
  const config = path.join(folder, "pgbouncer.ini");
  fs.writeFileSync(users, '"postgres" ""\n');
  fs.writeFileSync(
    config,
    `[databases]
* = host=127.0.0.1 port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${poolMode}
default_pool_size = ${POOL_SIZE[poolMode]}
max_client_conn = 200
server_login_retry = 1
`,
  );
  const bouncer = yield* serviceProcess({
    file: PGBOUNCER ?? "pgbouncer",
    args: [config],
    folder,
    isReady: () => isListening(port),
  });
  yield* bouncer.start;
  return { ...bouncer, url: `postgres://postgres@127.0.0.1:${port}/postgres` };
});
