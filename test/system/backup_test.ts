import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { assert, describe, it } from "@effect/vitest";
import { DATABASES } from "@paraph/database/testing/fresh_database";
import { verifySealedPdf } from "@paraph/pdf/verify";
import { Effect, Fiber, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { callParaph } from "../../packages/cli/_testing/paraph_command.ts";
import { startParaph, startServer } from "../../packages/cli/_testing/paraph_process.ts";
import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { send } from "../../packages/http/_testing/http_client.ts";
import { databaseLayer, caller, type Deployment, environment } from "../support/deployment.ts";
import { until } from "../support/signing/signing_deployment.ts";
import { MB, NAME, overlayOf, pdfOf } from "./large_template.ts";
import { dumpOf, filesBelow, backupFiles, awaitIdle, wholeDeployment } from "./whole_deployment.ts";

const BackupReport = Schema.fromJsonString(
  Schema.Struct({ rows: Schema.Int, files: Schema.Int, missing: Schema.Int }),
);

/** A new empty folder. */
const emptyFolder = Effect.acquireRelease(
  Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "paraph-test-"))),
  (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true })),
);

const run = (deployment: Deployment, ...args: ReadonlyArray<string>) =>
  callParaph(args, { ...environment(deployment), LOG_LEVEL: "warn" });

const runSuccessfully = Effect.fnUntraced(function* (
  deployment: Deployment,
  ...args: ReadonlyArray<string>
) {
  const { code, stdout, stderr } = yield* run(deployment, ...args, "--json");
  assert.deepStrictEqual([code, stderr], [0, ""], args.join(" "));
  return yield* Schema.decodeUnknownEffect(BackupReport)(stdout);
});

/** Asserts that every document of a row exists and matches the row. */
const assertDocuments = Effect.fnUntraced(function* (deployment: Deployment) {
  const documents = Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ name: string; sha256: string }>`
      SELECT id || '.pdf' AS name, sha256 FROM renders WHERE status = 'succeeded'`,
  );
  const rows = yield* Effect.provide(documents, databaseLayer(deployment));
  const files = filesBelow(path.join(deployment.dataDir, "files", "renders"));
  for (const { name, sha256 } of rows) assert.strictEqual(files[name], sha256, name);
  return rows.length;
});

const Feed = Schema.Struct({
  events: Schema.Array(Schema.Struct({ id: Schema.String, type: Schema.String })),
});

const NOTES = ["a", "b", "c"];

/** A template and data that are stored outside of their rows. */
const largeTemplate = Effect.map(pdfOf(2 * MB), (basePdf) => {
  const notes = NOTES.map((key) => ({ key, label: key, dataType: "longtext" }));
  return { ...overlayOf(basePdf), manifest: { variables: [NAME, ...notes], loops: [] } };
});
const LARGE_DATA = {
  name: "Ada",
  ...Object.fromEntries(NOTES.map((key) => [key, key.repeat(100_000)])),
};

describe.each(DATABASES)("a backup of $kind", ({ make }) => {
  const emptyDeployment = Effect.gen(function* () {
    const databaseUrl = yield* make;
    const folders: Deployment = { dataDir: yield* emptyFolder };
    return databaseUrl === undefined ? folders : { ...folders, databaseUrl };
  });

  it.live(
    "restores every row and byte, and the server continues",
    () =>
      Effect.gen(function* () {
        const from = yield* wholeDeployment(yield* make);
        const { deployment, key, renderId, requestId, told: eventIds, call } = from;
        yield* call("PUT", "/v1/templates/large", yield* largeTemplate);
        const large = { data: LARGE_DATA, options: { sync: true } };
        const renderResponse = yield* call("POST", "/v1/templates/large/render", large);
        assert.deepInclude(renderResponse.json, { status: "succeeded" });
        const template = yield* call("GET", "/v1/templates/large");
        yield* Effect.provide(awaitIdle, from.database);
        const feed = yield* call("GET", "/v1/events?limit=100");
        const pdf = yield* call("GET", `/v1/renders/${renderId}/download`);
        const before = yield* dumpOf(deployment);
        const file = path.join(yield* emptyFolder, "backup.tar.gz");
        const report = yield* runSuccessfully(deployment, "backup", file);
        assert.strictEqual(report.missing, 0);
        assert.strictEqual(fs.statSync(file).mode & 0o777, 0o600);
        assert.deepStrictEqual(fs.readdirSync(path.dirname(file)), ["backup.tar.gz"]);
        assert.include(
          (yield* run(deployment, "backup", file)).stderr,
          "exists; replace it with --force",
        );
        yield* from.stop;
        const files = backupFiles(deployment);

        const target = yield* emptyDeployment;
        assert.deepStrictEqual(yield* runSuccessfully(target, "restore", file, "--check"), report);
        assert.deepStrictEqual(fs.readdirSync(target.dataDir), []);
        assert.deepStrictEqual(yield* runSuccessfully(target, "restore", file), report);
        assert.deepStrictEqual(yield* dumpOf(target), before);
        assert.deepStrictEqual(backupFiles(target), files);
        const secondRestore = yield* run(target, "restore", file);
        assert.deepStrictEqual([secondRestore.code, secondRestore.stdout], [1, ""]);
        assert.include(secondRestore.stderr, "is not empty, it has ");

        const { port } = yield* startServer([], environment(target));
        const callTarget = caller(port, key);
        const events = Schema.decodeUnknownSync(Feed)(feed.json).events;
        const deliveryCount = eventIds.length;
        assert.strictEqual((yield* callTarget("GET", "/v1/events?limit=100")).text, feed.text);
        assert.strictEqual(
          (yield* callTarget("GET", `/v1/renders/${renderId}/download`)).text,
          pdf.text,
        );
        assert.strictEqual(
          (yield* send(port, { path: new URL(from.shareUrl).pathname })).status,
          200,
        );
        const signingFiles = filesBelow(
          path.join(target.dataDir, "files", "signatures", requestId),
        );
        const name = Object.keys(signingFiles).find((each) => each.endsWith("signed.pdf")) ?? "";
        const signedPath = path.join(target.dataDir, "files", "signatures", requestId, name);
        assert.isTrue(verifySealedPdf(fs.readFileSync(signedPath)).intact);
        const body = { data: { name: "New" }, options: { sync: true } };
        const newRender = yield* callTarget("POST", "/v1/templates/letter/render", body);
        assert.deepStrictEqual(
          [newRender.status, fieldsOf(newRender)["status"]],
          [200, "succeeded"],
        );
        assert.strictEqual((yield* callTarget("GET", "/v1/templates/large")).text, template.text);
        const secondRender = yield* callTarget("POST", "/v1/templates/large/render", large);
        assert.deepInclude(secondRender.json, { status: "succeeded" });
        const after = yield* until(
          Effect.map(
            callTarget("GET", "/v1/events?limit=100"),
            ({ json }) => Schema.decodeUnknownSync(Feed)(json).events,
          ),
          (current) => current.length > events.length,
        );
        assert.deepStrictEqual(after.slice(0, events.length), events);
        yield* until(
          Effect.sync(() => eventIds.length),
          (count) => count > deliveryCount,
        );
        assert.notInclude(
          events.map(({ id }) => id),
          eventIds.at(-1),
        );
      }).pipe(Effect.scoped),
    240_000,
  );

  it.live(
    "is consistent while a server works, and pending work is finished",
    () =>
      Effect.gen(function* () {
        const from = yield* wholeDeployment(yield* make);
        const statuses = new Set<number>();
        const submit = Effect.map(
          from.call("POST", "/v1/templates/letter/render", { data: { name: "Busy" } }),
          ({ status }) => statuses.add(status),
        );
        const load = yield* Effect.forkScoped(
          Effect.all(
            Array.from({ length: 6 }, () => Effect.forever(submit)),
            { concurrency: "unbounded" },
          ),
        );
        yield* Effect.sleep("1 second");
        const file = path.join(yield* emptyFolder, "backup.tar.gz");
        const report = yield* runSuccessfully(from.deployment, "backup", file);
        assert.strictEqual(report.missing, 0);
        yield* Fiber.interrupt(load);
        assert.deepStrictEqual([...statuses], [202]);
        yield* from.stop;

        const target = yield* emptyDeployment;
        yield* runSuccessfully(target, "restore", file);
        const documentCount = yield* assertDocuments(target);
        yield* startServer([], environment(target));
        yield* Effect.provide(awaitIdle, databaseLayer(target));
        assert.isAtLeast(yield* assertDocuments(target), documentCount);
      }).pipe(Effect.scoped),
    240_000,
  );

  it.live(
    "leaves no file when killed, and can be restored after a killed restore",
    () =>
      Effect.gen(function* () {
        const from = yield* wholeDeployment(yield* make);
        yield* Effect.provide(awaitIdle, from.database);
        const folder = yield* emptyFolder;
        const file = path.join(folder, "backup.tar.gz");
        const drafts = Effect.sync(() => fs.readdirSync(folder));
        // A backup that finished before it could be killed is complete.
        for (let attempts = 0; ; attempts++) {
          const making = yield* startParaph(["backup", file], environment(from.deployment));
          yield* until(drafts, (files) => files.length > 0);
          yield* making.stop("SIGKILL");
          if (!fs.existsSync(file)) break;
          yield* runSuccessfully(from.deployment, "restore", file, "--check");
          fs.rmSync(file);
          assert.isBelow(attempts, 10);
        }
        yield* runSuccessfully(from.deployment, "backup", file);
        yield* from.stop;

        const target = yield* emptyDeployment;
        const mark = path.join(target.dataDir, ".restoring", "backup.json");
        const documents = path.join(target.dataDir, "files", "renders");
        let identity = "";
        for (const sign of [mark, documents]) {
          const restoring = yield* startParaph(["restore", file], environment(target));
          yield* until(
            Effect.sync(() => fs.existsSync(sign)),
            (exists) => exists,
          );
          yield* restoring.stop("SIGKILL");
          assert.isFalse(fs.existsSync(path.join(target.dataDir, "db")));
          identity = fs.readFileSync(mark, "utf8");
        }
        if (target.databaseUrl === undefined) {
          for (const command of [["account", "list"], ["doctor"]]) {
            const early = yield* run(target, ...command);
            assert.include(early.stdout + early.stderr, "is not complete; run it again");
          }
          assert.isFalse(fs.existsSync(path.join(target.dataDir, "db")));
        }
        yield* runSuccessfully(target, "restore", file);
        assert.deepStrictEqual(backupFiles(target), backupFiles(from.deployment));
        assert.deepStrictEqual(yield* dumpOf(target), yield* dumpOf(from.deployment));
        assert.isFalse(fs.existsSync(path.join(target.dataDir, ".restoring")));

        // Simulates a kill when everything is in place.
        const filesMark = path.join(target.dataDir, "files", ".restoring", "backup.json");
        const markAgain = Effect.sync(() => {
          for (const each of [mark, filesMark]) {
            fs.mkdirSync(path.dirname(each));
            fs.writeFileSync(each, identity);
          }
        });
        yield* markAgain;
        if (target.databaseUrl !== undefined) {
          const others = yield* run(target, "restore", file);
          assert.include(others.stderr, "The database is not empty");
          assert.isTrue(fs.existsSync(mark), "only its own mark is removed");
          const sign = Effect.flatMap(SqlClient.SqlClient, (sql) =>
            sql.unsafe(`COMMENT ON TABLE paraph_migrations IS '${identity}'`),
          );
          // Next to the mark nothing opens, not even this.
          const unmarkedDeployment = { ...target, dataDir: yield* emptyFolder };
          yield* Effect.provide(sign, databaseLayer(unmarkedDeployment));
        }
        yield* runSuccessfully(target, "restore", file);
        assert.isFalse(fs.existsSync(path.dirname(mark)));
        assert.deepStrictEqual(yield* dumpOf(target), yield* dumpOf(from.deployment));
        yield* target.databaseUrl === undefined ? Effect.void : markAgain;
        assert.include((yield* run(target, "restore", file)).stderr, "not empty");
      }).pipe(Effect.scoped),
    240_000,
  );
});
