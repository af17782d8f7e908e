import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { assert, describe, it } from "@effect/vitest";
import { putDatabase } from "@paraph/database/testing/database_folder";
import { Effect } from "effect";
import { SqlClient } from "effect/sql";

import { callParaph } from "../../packages/cli/_testing/paraph_command.ts";
import { startServer } from "../../packages/cli/_testing/paraph_process.ts";
import { codeOf, fieldsOf } from "../../packages/http/_testing/body.ts";
import {
  databaseLayer,
  caller,
  environment,
  makeDataDir,
  createProjectKey,
} from "../support/deployment.ts";
import { awaiting, publishLetter, startKillable } from "../support/killable_server.ts";

/** A small separate disk, which only root can create. */
const smallDisk = (megabytes: number) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-disk-"));
      execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "paraph", folder]);
      return folder;
    }),
    (folder) =>
      Effect.sync(() => {
        execFileSync("umount", ["--lazy", folder]);
        fs.rmdirSync(folder);
      }),
  );

const canMount = Effect.runSync(Effect.exit(Effect.scoped(smallDisk(1))))._tag === "Success";

/** Fills a disk to its last byte; returns a function that frees the space. */
function fill(folder: string): () => void {
  const file = path.join(folder, "filler");
  const handle = fs.openSync(file, "w");
  try {
    for (const size of [1 << 20, 4096]) {
      for (let bytesWritten = size; bytesWritten === size;)
        bytesWritten = fs.writeSync(handle, new Uint8Array(size));
    }
  } catch {
    fs.closeSync(handle);
  }
  return () => fs.rmSync(file);
}

describe.skipIf(!canMount)("paraph render on a full disk", () => {
  it.live("fails and keeps the earlier document", () =>
    Effect.gen(function* () {
      const disk = yield* smallDisk(1);
      const output = path.join(disk, "invoice.pdf");
      fs.writeFileSync(output, "an earlier document");
      const invoice = path.join(import.meta.dirname, "../../examples/gallery/invoice");
      const data = path.join(invoice, "data.json");
      fill(disk);
      const { code, stderr } = yield* callParaph(["render", invoice, data, "-o", output], {});
      assert.deepEqual([code, stderr], [1, `paraph: ${output}: the disk is full\n`]);
      assert.strictEqual(fs.readFileSync(output, "utf8"), "an earlier document");
      assert.sameMembers(fs.readdirSync(disk), ["filler", "invoice.pdf"]);
    }).pipe(Effect.scoped),
  );
});

describe.skipIf(!canMount)("a server whose disk for documents is full", () => {
  it.live("accepts renders, reports it in /readyz, and stores files when there is space", () =>
    Effect.gen(function* () {
      const disk = yield* smallDisk(1);
      const { call } = yield* startKillable({ STORAGE_URL: `file:${disk}` });
      yield* publishLetter(call);
      const submit = (name: string) =>
        call("POST", "/v1/templates/letter/render", { data: { name } });
      const ready = call("GET", "/readyz");
      assert.strictEqual((yield* ready).status, 200);

      const freeSpace = fill(disk);
      const { status, json } = yield* submit("Ada");
      assert.strictEqual(status, 202);
      const unready = yield* awaiting(ready, (response) => response.status === 503);
      assert.deepEqual([codeOf(unready), /storage/.test(unready.text)], ["not_ready", true]);
      const id = String(fieldsOf({ json })["id"]);
      const render = Effect.map(call("GET", `/v1/renders/${id}`), fieldsOf);
      assert.notInclude(["succeeded", "failed"], (yield* render)["status"]);

      freeSpace();
      const finalRender = yield* awaiting(render, (current) => current["completedAt"] !== null);
      assert.strictEqual(finalRender["status"], "succeeded");
      assert.deepEqual(fs.readdirSync(path.join(disk, "renders")), [`${id}.pdf`]);
      assert.deepEqual(fs.readdirSync(path.join(disk, ".drafts")), []);
      assert.strictEqual((yield* ready).status, 200);
    }).pipe(Effect.scoped),
  );
});

describe.skipIf(!canMount)("a server whose disk for the embedded database is full", () => {
  it.live(
    "reads and refuses writes, stops when its log is full, and has every row when there is space",
    () =>
      Effect.gen(function* () {
        const disk = yield* smallDisk(112);
        const documents = yield* makeDataDir;
        const deployment = { dataDir: path.join(disk, "data") };
        fs.mkdirSync(deployment.dataDir);
        yield* putDatabase(deployment.dataDir);
        const settings = {
          ...environment(deployment),
          STORAGE_URL: `file:${documents}`,
          RATE_LIMIT: "off",
        };
        const server = yield* startServer([], settings);
        const database = databaseLayer(deployment);
        const key = yield* Effect.provide(createProjectKey, database);
        const call = caller(server.port, key);
        yield* publishLetter(call);
        const acceptedIds: Array<string> = [];
        /** Every request that is not accepted is refused in the same way. */
        const submit = Effect.gen(function* () {
          const data = { name: "Ada", rows: Array.from({ length: 50 }, () => ({ a: "A row" })) };
          const response = yield* call("POST", "/v1/templates/letter/render", { data });
          if (response.status === 202) acceptedIds.push(String(fieldsOf(response)["id"]));
          else assert.deepEqual([response.status, codeOf(response)], [503, "not_ready"]);
          return response.status;
        });
        const list = call("GET", "/v1/renders?limit=100");
        const ready = call("GET", "/readyz");
        const awaitUnready = (pattern: RegExp) =>
          awaiting(ready, ({ status, text }) => status === 503 && pattern.test(text));

        let freeSpace = fill(disk);
        yield* awaiting(submit, (status) => status === 503);
        yield* awaitUnready(/database/);
        assert.strictEqual((yield* list).status, 200);
        assert.strictEqual((yield* call("GET", "/healthz")).status, 200);
        freeSpace();
        yield* awaiting(submit, (status) => status === 202);
        assert.strictEqual((yield* ready).status, 200);

        // The next WAL segment takes space only when it is written.
        yield* Effect.provide(switchToSparseWal(deployment.dataDir), database);
        freeSpace = fill(disk);
        yield* awaiting(Effect.andThen(submit, list), ({ status }) => status === 503);
        yield* awaitUnready(/database, queue/);
        assert.strictEqual((yield* call("GET", "/healthz")).status, 200);
        assert.include(server.output(), "its disk is full; free at least");
        freeSpace();
        yield* awaiting(submit, (status) => status === 202);
        assert.strictEqual((yield* ready).status, 200);

        yield* Effect.provide(switchToSparseWal(deployment.dataDir), database);
        freeSpace = fill(disk);
        yield* awaiting(Effect.andThen(submit, list), ({ status }) => status === 503);
        yield* server.stop("SIGKILL");
        const exit = yield* Effect.exit(Effect.provide(Effect.void, databaseLayer(deployment)));
        assert.include(String(exit), "its disk is full; free at least");
        freeSpace();
        const callRestarted = caller((yield* startServer([], settings)).port, key);
        const allRenders = yield* awaiting(
          Effect.map(
            callRestarted("GET", "/v1/renders?limit=100"),
            (response) => fieldsOf(response)["renders"],
          ),
          (renders) =>
            Array.isArray(renders) &&
            renders.every((render) => fieldsOf({ json: render })["status"] === "succeeded"),
        );
        const ids = Array.isArray(allRenders)
          ? allRenders.map((render) => fieldsOf({ json: render })["id"])
          : [];
        assert.includeMembers(ids, acceptedIds);
        assert.strictEqual(new Set(ids).size, ids.length);
        assert.sameMembers(
          fs.readdirSync(path.join(documents, "renders")),
          ids.map((id) => `${String(id)}.pdf`),
        );
      }).pipe(Effect.scoped),
  );
});

/** Switches to a WAL segment that takes space on the disk only when it is written. */
const switchToSparseWal = Effect.fnUntraced(function* (dataDir: string) {
  const sql = yield* SqlClient.SqlClient;
  const next = Effect.gen(function* () {
    yield* sql`SELECT pg_switch_wal()::text`;
    yield* sql`SELECT pg_logical_emit_message(true, 'test', 'next')::text`;
    const [segment] = yield* sql<{ name: string }>`
      SELECT pg_walfile_name(pg_current_wal_lsn()) AS name`;
    const { blocks, size } = fs.statSync(path.join(dataDir, "db/pg_wal", segment?.name ?? ""));
    return blocks * 512 < size / 2;
  });
  yield* awaiting(next, (isThin) => isThin);
});
