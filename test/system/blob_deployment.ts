import * as fs from "node:fs";
import * as path from "node:path";

import { assert } from "@effect/vitest";
import { Effect, Schedule } from "effect";
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
import { awaiting } from "../support/killable_server.ts";
import { FIELD, NAME } from "./large_template.ts";

const NOTES = ["note0", "note1", "note2"];

/** A template that prints a name and takes data large enough for a blob. */
const LETTER = {
  name: "Letter",
  manifest: {
    variables: [NAME, ...NOTES.map((key) => ({ key, label: key, dataType: "longtext" }))],
    loops: [],
  },
  layout: { basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] }, schemas: [[FIELD]] },
};

/** A deployment whose server is killed and restarted. Its database is read directly. */
export const blobDeployment = Effect.fnUntraced(function* (databaseUrl: string | undefined) {
  const deployment: Deployment = {
    dataDir: yield* makeDataDir,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  };
  const database = databaseLayer(deployment);
  const withDatabase = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
    Effect.provide(effect, database);
  const first = yield* startServer([], { ...environment(deployment), RATE_LIMIT: "off" });
  const key = yield* Effect.provide(createProjectKey, database);
  const response = yield* caller(first.port, key)("PUT", "/v1/templates/letter", LETTER);
  assert.strictEqual(response.status, 201, response.text);
  const start = Effect.map(
    startServer([], { ...environment(deployment), RATE_LIMIT: "off" }),
    (server) => ({ ...server, call: caller(server.port, key) }),
  );
  yield* first.stop("SIGTERM");

  const files = Effect.sync(() => blobFiles(deployment.dataDir));
  /** Waits until a condition on the files holds, and detects it at once. */
  const awaitFiles = (holds: (names: ReadonlyArray<string>) => boolean) =>
    files.pipe(
      Effect.repeat({ until: holds, schedule: Schedule.spaced("1 millis") }),
      Effect.timeout("2 minutes"),
    );
  /** Asserts that every blob has its file, and that every file belongs to a blob or a removal. */
  const assertWhole = Effect.gen(function* () {
    const { blobs, removed } = yield* withDatabase(readBlobs);
    const present = yield* files;
    assert.includeMembers([...present], blobs);
    assert.includeMembers([...blobs, ...removed], [...present]);
  });
  return { beside: withDatabase, start, files, awaitFiles, assertWhole };
});

type Call = ReturnType<typeof caller>;

/** Submits a render with large data, different for each number, under an idempotency key. */
export const submit = (call: Call, number: number, idempotencyKey = `key-${number}`) => {
  const data = { name: `No. ${number}`, ...Object.fromEntries(NOTES.map(noteOf)) };
  return call(
    "POST",
    "/v1/templates/letter/render",
    { data },
    { "idempotency-key": idempotencyKey },
  );
};

function noteOf(key: string): readonly [string, string] {
  return [key, "n".repeat(99_999)];
}

/** Submits a render and waits until it has succeeded; returns its id. */
export const renderAndWait = Effect.fnUntraced(function* (
  call: Call,
  number: number,
  idempotencyKey?: string,
) {
  const response = yield* submit(call, number, idempotencyKey);
  assert.include([200, 202], response.status, response.text);
  const id = String(fieldsOf(response)["id"]);
  const render = Effect.map(call("GET", `/v1/renders/${id}`), fieldsOf);
  const finalRender = yield* awaiting(render, ({ completedAt }) => completedAt !== null);
  assert.strictEqual(finalRender["status"], "succeeded", JSON.stringify(finalRender));
  return id;
});

/** Names of blob files on disk. */
function blobFiles(dataDir: string): ReadonlyArray<string> {
  const folder = path.join(dataDir, "files", "blobs");
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `blobs/${path.basename(entry.parentPath)}/${entry.name}`);
}

/** The files of blobs, the blobs with references, and the files to remove. */
export const readBlobs = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  const names = (rows: ReadonlyArray<{ readonly name: string }>) => rows.map(({ name }) => name);
  const references = sql<{ name: string }>`
    SELECT DISTINCT name FROM blobs JOIN blob_references ON blob_id = blobs.id`;
  return {
    blobs: names(yield* sql<{ name: string }>`SELECT name FROM blobs`),
    referred: names(yield* references),
    removed: names(yield* sql<{ name: string }>`SELECT name FROM removed_files`),
  };
});

/** Simulates that three hours have passed since blobs were stored, referenced and announced. */
export const ageBlobs = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  yield* sql`SELECT set_config('paraph.test', 'on', true)`;
  yield* sql`
    UPDATE blobs
    SET used_at = used_at - interval '3 hours', check_at = check_at - interval '3 hours'`;
  yield* sql`
    UPDATE removed_files
    SET added_at = added_at - interval '3 hours', due_at = due_at - interval '3 hours'`;
}).pipe((update) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(update)));

/** Erases a render through the API. */
export const erase = Effect.fnUntraced(function* (call: Call, id: string) {
  const response = yield* call("DELETE", `/v1/renders/${id}`);
  assert.strictEqual(response.status, 204, response.text);
});
