import { createHash } from "node:crypto";
import * as fs from "node:fs";
import * as path from "node:path";

import { assert, describe, it } from "@effect/vitest";
import { freshDatabase, TEST_DATABASE_URL } from "@paraph/database/testing/fresh_database";
import { Duration, Effect, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { startParaph, startServer } from "../../packages/cli/_testing/paraph_process.ts";
import {
  databaseLayer,
  caller,
  type Deployment,
  environment,
  makeDataDir,
  createProjectKey,
} from "../support/deployment.ts";
import { awaiting, publishLetter, startKillable } from "../support/killable_server.ts";

const SubmitResponse = Schema.Struct({ id: Schema.String });
const ROWS = Array.from({ length: 200 }, (_, index) => ({ a: `Row ${index}` }));

/** Submits renders of a letter concurrently; returns their ids. */
const submit = Effect.fnUntraced(function* (call: ReturnType<typeof caller>, count: number) {
  yield* publishLetter(call);
  const responses = yield* Effect.all(
    Array.from({ length: count }, (_, index) =>
      call("POST", "/v1/templates/letter/render", { data: { name: `No. ${index}`, rows: ROWS } }),
    ),
    { concurrency: "unbounded" },
  );
  assert.deepStrictEqual([...new Set(responses.map((response) => response.status))], [202]);
  return responses.map(({ json }) => Schema.decodeUnknownSync(SubmitResponse)(json).id);
});

interface Row {
  readonly id: string;
  readonly status: string;
  readonly byteSize: number | null;
  readonly sha256: string | null;
}

const rows = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<Row>`SELECT id, status, byte_size, sha256 FROM renders ORDER BY id`,
);
const countByStatus = (status: string) =>
  Effect.map(rows, (all) => all.filter((row) => row.status === status).length);

const claimedJobs = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`SELECT id FROM render_jobs WHERE claim IS NOT NULL`,
);

/** Waits until this many renders have succeeded. */
const awaitSucceeded = (count: number) => awaiting(countByStatus("succeeded"), (n) => n >= count);

/** Asserts that every render succeeded with one file that matches its row. */
const assertWhole = Effect.fnUntraced(function* (
  { dataDir }: Deployment,
  ids: ReadonlyArray<string>,
) {
  const renders = yield* rows;
  assert.sameMembers(
    renders.map(({ id }) => id),
    [...ids],
  );
  const folder = path.join(dataDir, "files", "renders");
  assert.sameMembers(
    fs.readdirSync(folder),
    ids.map((id) => `${id}.pdf`),
  );
  for (const { id, status, byteSize, sha256 } of renders) {
    assert.strictEqual(status, "succeeded", id);
    const bytes = fs.readFileSync(path.join(folder, `${id}.pdf`));
    assert.strictEqual(bytes.length, byteSize);
    assert.strictEqual(createHash("sha256").update(bytes).digest("hex"), sha256);
  }
  const sql = yield* SqlClient.SqlClient;
  const jobs = yield* sql`SELECT id FROM render_jobs`;
  assert.deepStrictEqual(jobs, []);
});

/** 200 renders submitted to a server without a worker: servers that start later render all of them. */
const queuedRenders = Effect.gen(function* () {
  const { server, call, ...rest } = yield* startKillable({}, "--no-worker");
  const ids = yield* submit(call, 200);
  yield* server.stop("SIGTERM");
  return { ...rest, ids };
});

describe("paraph serve", () => {
  it.live(
    "loses no render and stores no file twice when killed during 200 renders",
    () =>
      Effect.gen(function* () {
        const { deployment, start, database, ids } = yield* queuedRenders;
        const first = yield* start;
        const succeededCount = yield* Effect.provide(awaitSucceeded(20), database);
        yield* first.stop("SIGKILL");
        assert.isBelow(succeededCount, 200);
        // The database opens in the state of the killed process: some have succeeded and some have not.
        const before = yield* Effect.provide(countByStatus("succeeded"), database);
        assert.isAbove(before, 0);
        assert.isBelow(before, 200);

        yield* start;
        yield* Effect.provide(awaitSucceeded(200), database);
        yield* Effect.provide(assertWhole(deployment, ids), database);
      }),
    240_000,
  );

  it.live(
    "finishes active renders and leaves the rest when stopped during 200 renders",
    () =>
      Effect.gen(function* () {
        const { deployment, start, database, ids } = yield* queuedRenders;
        const first = yield* start;
        yield* Effect.provide(awaitSucceeded(10), database);
        const [duration, code] = yield* Effect.timed(first.stop("SIGTERM"));
        assert.strictEqual(code, 0, first.output());
        assert.isBelow(Duration.toSeconds(duration), 30);
        const remaining = yield* Effect.provide(
          Effect.all({ claims: claimedJobs, queued: countByStatus("queued") }),
          database,
        );
        assert.deepStrictEqual(remaining.claims, []);
        assert.isAbove(remaining.queued, 0);
        assert.deepStrictEqual(
          fs.readdirSync(path.join(deployment.dataDir, "files", ".drafts")),
          [],
        );

        yield* start;
        yield* Effect.provide(awaitSucceeded(200), database);
        yield* Effect.provide(assertWhole(deployment, ids), database);
      }),
    240_000,
  );
});

describe.runIf(TEST_DATABASE_URL !== undefined)("paraph worker", () => {
  it.live(
    "when killed during 200 renders leaves them to another, which finishes them within 15 seconds",
    () =>
      Effect.gen(function* () {
        const deployment: Deployment = {
          dataDir: yield* makeDataDir,
          databaseUrl: yield* freshDatabase(TEST_DATABASE_URL ?? ""),
        };
        const database = databaseLayer(deployment);
        const server = yield* startServer(["--no-worker"], environment(deployment));
        const key = yield* Effect.provide(createProjectKey, database);
        const ids = yield* submit(caller(server.port, key), 200);
        const [first] = yield* Effect.all(
          [startActiveWorker(deployment), startActiveWorker(deployment)],
          { concurrency: 2 },
        );
        yield* Effect.provide(awaitSucceeded(20), database);
        yield* first.stop("SIGKILL");
        const [duration] = yield* Effect.timed(Effect.provide(awaitSucceeded(200), database));
        assert.isBelow(Duration.toSeconds(duration), 15);
        yield* Effect.provide(assertWhole(deployment, ids), database);
      }),
    240_000,
  );
});

/** A worker that has begun to poll. */
const startActiveWorker = Effect.fnUntraced(function* (deployment: Deployment) {
  const worker = yield* startParaph(["worker"], environment(deployment));
  yield* worker.waitForLog(/Working/);
  return worker;
});
