import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { readSettings } from "@paraph/app/settings";
import { Keys } from "@paraph/core/keys";
import { Projects } from "@paraph/core/projects";
import { storesSql } from "@paraph/database";
import { postgres } from "@paraph/database/postgres";
import { putDatabase } from "@paraph/database/testing/database_folder";
import { ConfigProvider, Effect, Layer, Redacted } from "effect";
import { Digest, SecureRandom } from "effect/crypto";

import { send } from "../../packages/http/_testing/http_client.ts";

/** The storage of a deployment: a folder, and a server's database if it has one. */
export interface Deployment {
  readonly dataDir: string;
  readonly databaseUrl?: string;
}

/** A new folder with an embedded database that has all tables; removed with the scope. */
export const makeDataDir = Effect.acquireRelease(
  Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "paraph-test-"))),
  (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true })),
).pipe(Effect.tap(putDatabase));

/** The environment variables of a deployment. */
export function environment({ dataDir, databaseUrl }: Deployment): Record<string, string> {
  return { DATA_DIR: dataDir, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) };
}

/** The settings of a server on any free port, with few logs and no rate limits. */
export function settingsOf(deployment: Deployment) {
  const quiet = { PORT: "0", LOG_LEVEL: "warn", LOG_FORMAT: "json", RATE_LIMIT: "off" };
  return Effect.provideService(
    readSettings,
    ConfigProvider.ConfigProvider,
    ConfigProvider.fromEnv({ env: { ...quiet, ...environment(deployment) } }),
  );
}

/** The database of a deployment with its services, in this process. */
export function databaseLayer({ dataDir, databaseUrl }: Deployment) {
  const url = databaseUrl === undefined ? undefined : Redacted.make(databaseUrl);
  return Layer.merge(Projects.layer, Keys.layer("test")).pipe(
    Layer.provideMerge(storesSql),
    Layer.provideMerge(postgres({ dataDir, url })),
    Layer.provideMerge(Layer.merge(SecureRandom.layerWebCrypto, Digest.layerWebCrypto)),
    Layer.orDie,
  );
}

/** The key of a new project. */
export const createProjectKey = Effect.gen(function* () {
  const projects = yield* Projects;
  const { id: accountId } = yield* projects.openAccount("Acme");
  const { id: projectId } = yield* projects.create(accountId, "Invoices");
  const { key } = yield* (yield* Keys).create({ kind: "project", projectId }, "Test");
  return key;
});

/** A caller with a key, for JSON requests and responses. */
export function caller(port: number, key: string) {
  return (method: string, route: string, json?: unknown, headers: Record<string, string> = {}) =>
    send(port, {
      method,
      path: route,
      headers: { authorization: `Bearer ${key}`, ...headers },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
}
