import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { Keys } from "@paraph/core/keys";
import { Projects } from "@paraph/core/projects";
import { storesSql } from "@paraph/database";
import { postgres } from "@paraph/database/postgres";
import { putDatabase } from "@paraph/database/testing/database_folder";
import { ConfigProvider, Effect, Layer, Redacted } from "effect";
import { Digest, SecureRandom } from "effect/crypto";

import { readSettings } from "../../packages/cli/settings.ts";
import { send } from "../../packages/http/_testing/http_client.ts";

/** Where a deployment keeps its data: a folder, and a server's database when it has one. */
export interface Deployment {
  readonly dataDir: string;
  readonly databaseUrl?: string;
}

/** A folder of its own that goes with the scope; an embedded database in it has our tables. */
export const makeDataDir = Effect.acquireRelease(
  Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "paraph-test-"))),
  (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true })),
).pipe(Effect.tap(putDatabase));

/** The environment variables that name a deployment. */
export function environment({ dataDir, databaseUrl }: Deployment): Record<string, string> {
  return { DATA_DIR: dataDir, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) };
}

/** The settings of a server of a deployment on any free port, which hardly logs and limits no one. */
export function settingsOf(deployment: Deployment) {
  const quiet = { PORT: "0", LOG_LEVEL: "warn", LOG_FORMAT: "json", RATE_LIMIT: "off" };
  return Effect.provideService(
    readSettings,
    ConfigProvider.ConfigProvider,
    ConfigProvider.fromEnv({ env: { ...quiet, ...environment(deployment) } }),
  );
}

/** The database of a deployment, next to the process that runs it; with its services. */
export function besides({ dataDir, databaseUrl }: Deployment) {
  const url = databaseUrl === undefined ? undefined : Redacted.make(databaseUrl);
  return Layer.merge(Projects.layer, Keys.layer("test")).pipe(
    Layer.provideMerge(storesSql),
    Layer.provideMerge(postgres({ dataDir, url })),
    Layer.provideMerge(Layer.merge(SecureRandom.layerWebCrypto, Digest.layerWebCrypto)),
    Layer.orDie,
  );
}

/** The key of a new project. */
export const mintProjectKey = Effect.gen(function* () {
  const projects = yield* Projects;
  const { id: accountId } = yield* projects.openAccount("Acme");
  const { id: projectId } = yield* projects.create(accountId, "Invoices");
  const { key } = yield* (yield* Keys).mint({ kind: "project", projectId }, "Test");
  return key;
});

/** A caller with a key: every request is JSON both ways. */
export function caller(port: number, key: string) {
  return (method: string, route: string, json?: unknown, headers: Record<string, string> = {}) =>
    send(port, {
      method,
      path: route,
      headers: { authorization: `Bearer ${key}`, ...headers },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
}
