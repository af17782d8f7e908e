import * as fs from "node:fs";
import * as path from "node:path";

import { assert, describe, it } from "@effect/vitest";
import { freshDatabase, TEST_DATABASE_URL } from "@paraph/database/testing/fresh_database";
import { Effect, type Scope } from "effect";
import { SqlClient } from "effect/sql";

import { startServer } from "../../packages/cli/_testing/paraph_process.ts";
import { fieldsOf } from "../../packages/http/_testing/body.ts";
import {
  databaseLayer,
  caller,
  type Deployment,
  environment,
  makeDataDir,
  createProjectKey,
} from "../support/deployment.ts";
import { awaiting, publishLetter } from "../support/killable_server.ts";

const RENDERS = 1500;

/** Copies an old render many times, each with a file. */
const multiply = Effect.fnUntraced(function* (dataDir: string, render: string) {
  const sql = yield* SqlClient.SqlClient;
  const folder = path.join(dataDir, "files", "renders");
  const rows = yield* sql<{ id: string }>`
    INSERT INTO renders (
      id, project_id, template_id, template_version_id, status, source, download_token, data,
      page_count, byte_size, sha256, created_at, started_at, completed_at, accepted_at
    )
    SELECT
      gen_random_uuid(), project_id, template_id, template_version_id, status, source,
      gen_random_uuid()::text, data, page_count, byte_size, sha256, long_ago, long_ago, long_ago,
      long_ago
    FROM renders, generate_series(1, ${RENDERS}), (SELECT now() - interval '1 year' AS long_ago) AS past
    WHERE id = ${render}
    RETURNING id`;
  for (const { id } of rows) fs.writeFileSync(path.join(folder, `${id}.pdf`), "%PDF-1.7");
});

function testKilledSweep(database: () => Effect.Effect<string | undefined, never, Scope.Scope>) {
  it.live("a server that is killed repeatedly removes every file", () =>
    Effect.gen(function* () {
      const databaseUrl = yield* database();
      const deployment: Deployment = {
        dataDir: yield* makeDataDir,
        ...(databaseUrl === undefined ? {} : { databaseUrl }),
      };
      const folder = path.join(deployment.dataDir, "files", "renders");
      const settings = { ...environment(deployment), RATE_LIMIT: "off" };
      const databaseServices = databaseLayer(deployment);
      const first = yield* startServer([], settings);
      const key = yield* Effect.provide(createProjectKey, databaseServices);
      const call = caller(first.port, key);
      yield* publishLetter(call);
      const body = { data: { name: "Ada" }, options: { sync: true } };
      const render = fieldsOf(yield* call("POST", "/v1/templates/letter/render", body));
      const recentId = String(render["id"]);
      yield* Effect.provide(multiply(deployment.dataDir, recentId), databaseServices);
      yield* first.stop("SIGKILL");

      const files = Effect.sync(() => fs.readdirSync(folder));
      const start = startServer([], { ...settings, RENDER_RETENTION: "90d" });
      for (let kills = 0; kills < 3; kills += 1) {
        const server = yield* start;
        const before = (yield* files).length;
        yield* awaiting(files, (names) => names.length < before || names.length === 1);
        yield* server.stop("SIGKILL");
        // Simulates that the lease of a claimed erasure has expired.
        yield* Effect.provide(
          Effect.flatMap(
            SqlClient.SqlClient,
            (sql) => sql`UPDATE removed_files SET due_at = added_at`,
          ),
          databaseServices,
        );
      }
      const last = yield* start;
      yield* awaiting(files, (names) => names.length === 1);
      assert.deepEqual(yield* files, [`${recentId}.pdf`]);
      const rows = yield* Effect.provide(
        Effect.flatMap(SqlClient.SqlClient, (sql) => sql<{ id: string }>`SELECT id FROM renders`),
        databaseServices,
      );
      assert.deepEqual(
        rows.map(({ id }) => id),
        [recentId],
      );
      yield* last.stop("SIGTERM");
    }).pipe(Effect.scoped),
  );
}

describe("a sweep that is killed", { timeout: 180_000 }, () => {
  testKilledSweep(() => Effect.succeed<string | undefined>(undefined));
});

describe.skipIf(TEST_DATABASE_URL === undefined)(
  "a sweep that is killed on a database server",
  { timeout: 180_000 },
  () => {
    testKilledSweep(() => freshDatabase(TEST_DATABASE_URL ?? ""));
  },
);
