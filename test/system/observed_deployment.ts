import { freshDatabase, TEST_DATABASE_URL } from "@paraph/database/testing/fresh_database";
import { Effect } from "effect";

import { startParaph, startServer } from "../../packages/cli/_testing/paraph_process.ts";
import {
  databaseLayer,
  caller,
  type Deployment,
  environment,
  makeDataDir,
  createProjectKey,
} from "../support/deployment.ts";

/** A server without a worker, and a worker, in separate processes. */
export const startObserved = Effect.fnUntraced(function* (more: Record<string, string>) {
  const dataDir = yield* makeDataDir;
  const deployment: Deployment =
    TEST_DATABASE_URL === undefined
      ? { dataDir }
      : { dataDir, databaseUrl: yield* freshDatabase(TEST_DATABASE_URL) };
  const settings = { ...environment(deployment), RATE_LIMIT: "off", ...more };
  const server = yield* startServer(["--no-worker"], settings);
  const worker = yield* startParaph(["worker"], settings);
  const key = yield* Effect.provide(createProjectKey, databaseLayer(deployment));
  const stop = Effect.andThen(worker.stop("SIGTERM"), server.stop("SIGTERM"));
  return { deployment, server, worker, key, call: caller(server.port, key), stop };
});
