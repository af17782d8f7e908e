import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { putDatabase } from "@paraph/database/testing/database_folder";
import { Effect, Scope } from "effect";

import { startServer } from "./paraph_process.ts";

/** A server that several suites use. */
export interface SharedServer {
  readonly url: string;
  readonly dataDir: string;
  /** The value of `SERVICE_ADMIN_KEY`. */
  readonly adminKey: string;
}

const ADMIN_KEY = "operator-of-tests-0123456789abcdef";

let startup: Promise<SharedServer> | undefined;

/**
 * The server of this process, started by the first suite that needs it: a start takes two CPU seconds. Each suite
 * uses accounts and organisations of its own. The server ends with the process.
 */
export const sharedServer: Effect.Effect<SharedServer> = Effect.promise(
  () => (startup ??= Effect.runPromise(start)),
);

const start = Effect.gen(function* () {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-test-"));
  yield* putDatabase(dataDir);
  const settings = { DATA_DIR: dataDir, SERVICE_ADMIN_KEY: ADMIN_KEY };
  const server = yield* Scope.provide(startServer([], settings), yield* Scope.make());
  const end = () => {
    void Effect.runPromise(server.stop("SIGKILL"));
    fs.rmSync(dataDir, { recursive: true, force: true });
  };
  process.once("exit", end);
  // Vitest ends its processes with this signal, and without a handler there is no `exit`.
  process.once("SIGTERM", () => process.exit());
  return { url: `http://127.0.0.1:${server.port}`, dataDir, adminKey: ADMIN_KEY };
});
