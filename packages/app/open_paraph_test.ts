import { execFile } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { promisify } from "node:util";

import { assert, describe, it } from "@effect/vitest";
import { type ProjectId, Slug } from "@paraph/core/values";
import { putDatabase } from "@paraph/database/testing/database_folder";
import { freshDatabase, TEST_DATABASE_URL } from "@paraph/database/testing/fresh_database";
import { QUICK_TO_START } from "@paraph/testing/quick_to_start";
import { Effect, Logger } from "effect";
import { afterAll, beforeAll } from "vitest";

import { openParaph, type Paraph, type ParaphOptions } from "./mod.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-app-"));
const dataDir = path.join(folder, "data");
const QUIET: ParaphOptions = { workerConcurrency: 1, logLevel: "None" };

beforeAll(async () => {
  fs.mkdirSync(dataDir);
  await Effect.runPromise(putDatabase(dataDir));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const NAME = { key: "name", label: "Name", dataType: "text", required: true } as const;
const BADGE = { name: "Badge", manifest: { variables: [NAME], loops: [] } };

const publish = (paraph: Paraph, project: ProjectId) =>
  paraph.templates.publish(project, Slug.make("badge"), BADGE);

/** The error of a promise that must reject. */
async function failure(promise: Promise<unknown>): Promise<Error & { readonly _tag?: unknown }> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  return assert.fail("It did not fail");
}

/** Renders a badge and returns the bytes of its PDF. */
async function renderBadge(paraph: Paraph, project: ProjectId): Promise<Uint8Array> {
  const submission = { data: { name: "Ada" }, source: "api" } as const;
  const { render } = await paraph.renders.submit(project, "badge", submission);
  const { status } = await paraph.renders.wait(project, render.id, "1 minute");
  assert.strictEqual(status, "succeeded");
  const { bytes } = await paraph.renders.open(project, render.id);
  return new Response(bytes).bytes();
}

describe("openParaph()", () => {
  it("renders documents on an embedded database, which a second Paraph shares and both release", async () => {
    const first = await openParaph({ dataDir, ...QUIET });
    const { projectId, apiKey } = await first.project("acme");
    assert.match(apiKey ?? "", /^svc_test_/);
    await publish(first, projectId);
    const second = await openParaph({ dataDir, work: false, ...QUIET });
    const pdf = await renderBadge(second, projectId);
    assert.strictEqual(new TextDecoder().decode(pdf.subarray(0, 5)), "%PDF-");
    await second.close();
    assert.lengthOf(await first.templates.list(projectId), 1);
    await first.close();

    await using later = await openParaph({ dataDir, work: false, ...QUIET });
    assert.lengthOf(await later.templates.list(projectId), 1);
  });

  it("returns the same project for concurrent calls with one name", async () => {
    await using paraph = await openParaph({ dataDir, work: false, ...QUIET });
    const projects = await Promise.all(Array.from({ length: 8 }, () => paraph.project("at once")));
    assert.strictEqual(new Set(projects.map(({ projectId }) => projectId)).size, 1);
    assert.lengthOf(
      projects.filter(({ apiKey }) => apiKey !== null),
      1,
    );
    assert.deepInclude(await failure(paraph.project("")), { _tag: "invalid_request" });
  });

  it("rejects with core's errors, and with paraph_closed once it is closed", async () => {
    const paraph = await openParaph({ dataDir, work: false, ...QUIET });
    const { projectId } = await paraph.project("closing");
    const missing = await failure(
      paraph.renders.submit(projectId, "no", { data: {}, source: "api" }),
    );
    assert.deepInclude(missing, { _tag: "template_not_found" });
    await publish(paraph, projectId);
    const submission = { data: { name: "Ada" }, source: "api" } as const;
    const { render } = await paraph.renders.submit(projectId, "badge", submission);
    // There is no worker: this would wait for an hour.
    const waiting = failure(paraph.renders.wait(projectId, render.id, "1 hour"));
    await Promise.all([paraph.close(), paraph.close()]);
    await paraph.close();
    assert.deepInclude(await waiting, { _tag: "paraph_closed" });
    assert.deepInclude(await failure(paraph.project("closing")), { _tag: "paraph_closed" });
    assert.deepInclude(await failure(paraph.run(Effect.void)), { _tag: "paraph_closed" });
  });

  it("submits no render of a template that was deleted after it was loaded", async () => {
    await using paraph = await openParaph({ dataDir, work: false, ...QUIET });
    const { projectId } = await paraph.project("deleting");
    await publish(paraph, projectId);
    const template = await paraph.templates.find(projectId, "badge");
    await paraph.templates.remove(projectId, "badge");
    const submission = { data: { name: "Ada" }, source: "api" } as const;
    const submitting = (versionNumber?: number) =>
      failure(paraph.renders.submit(projectId, template, { ...submission, versionNumber }));
    assert.deepInclude(await submitting(), { _tag: "template_not_found" });
    assert.deepInclude(await submitting(1), { _tag: "template_not_found" });
    assert.deepInclude(await submitting(2), { _tag: "version_not_found" });
  });

  it("closes the scope of effects that it ran", async () => {
    const finalizers: Array<string> = [];
    const paraph = await openParaph({ dataDir, work: false, ...QUIET });
    await paraph.run(Effect.addFinalizer(() => Effect.sync(() => finalizers.push("finalizer"))));
    assert.deepEqual(finalizers, []);
    await paraph.close();
    assert.deepEqual(finalizers, ["finalizer"]);
  });

  it("lists all invalid options without their values", async () => {
    // A program without types may pass these.
    const options = { databaseUrl: "mysql://me:hunter2@db", workerConcurrency: 0, datadir: "x" };
    const error = await failure(openParaph(options));
    assert.deepInclude(error, { _tag: "wrong_options" });
    for (const name of ["databaseUrl: ", "workerConcurrency: ", "datadir: "]) {
      assert.include(error.message, name);
    }
    assert.notInclude(error.message, "hunter2");
    assert.include(
      error.message,
      "workerConcurrency: Is not valid; allowed: a whole number from 1 to 256",
    );
    const alone = await failure(openParaph({ signatureProvider: "documenso" }));
    assert.include(alone.message, "documensoUrl: ");
    assert.include(alone.message, "documensoApiKey: ");
    const bucket = await failure(openParaph({ storageUrl: "s3://documents?region=eu-1" }));
    assert.include(bucket.message, "awsAccessKeyId: Is missing; storageUrl s3://… needs it");
    assert.include(bucket.message, "awsSecretAccessKey: ");
    const urlError = await failure(openParaph({ storageUrl: "s3://hunter2:x@documents" }));
    assert.include(urlError.message, "storageUrl: Is not valid; allowed: ");
    assert.notInclude(urlError.message, "hunter2");
  });

  it("suggests the option for an unknown one", async () => {
    // Without a dataDir, the data would be in another folder than the program names.
    const options = { datadir: dataDir, colour: true, work: false };
    const { message } = await failure(openParaph(options));
    assert.include(message, 'datadir: Unknown option. Did you mean "dataDir"?');
    assert.include(message, "colour: Unknown option; allowed: those of ParaphOptions");
  });

  it("names the folder that it cannot write to", async () => {
    const file = path.join(folder, "file");
    fs.writeFileSync(file, "");
    const error = await failure(openParaph({ dataDir: path.join(file, "data"), ...QUIET }));
    assert.deepInclude(error, { _tag: "data_folder_refused" });
    assert.include(error.message, file);
  });

  it("logs to the configured logger, from the configured level", async () => {
    const lines: Array<unknown> = [];
    const logger = Logger.make<unknown, void>(({ message }) => void lines.push(message));
    await using paraph = await openParaph({ dataDir, work: false, logLevel: "Info", logger });
    await paraph.run(Effect.logInfo("told"));
    await paraph.run(Effect.logDebug("below the level"));
    assert.deepInclude(lines.flat(), "told");
    assert.notDeepInclude(lines.flat(), "below the level");
  });

  it("writes nothing to standard output and does not keep the process alive", async () => {
    const program = `
      import { openParaph } from "./mod.ts";
      const paraph = await openParaph({ dataDir: process.argv[1], workerConcurrency: 1 });
      await paraph.project("acme");
      await paraph.close();
    `;
    const args = [...QUICK_TO_START, "--input-type=module", "--eval", program, dataDir];
    const run = promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname });
    assert.deepEqual(await run, { stdout: "", stderr: "" });
  });
});

describe.skipIf(TEST_DATABASE_URL === undefined)("openParaph() on a server", () => {
  it.live("uses the database of a URL", () =>
    Effect.gen(function* () {
      const dataDir = path.join(folder, "server");
      const databaseUrl = yield* freshDatabase(TEST_DATABASE_URL ?? "");
      yield* Effect.promise(async () => {
        await using paraph = await openParaph({ dataDir, databaseUrl, ...QUIET });
        const { projectId } = await paraph.project(`app ${process.pid}`);
        await publish(paraph, projectId);
        assert.isAbove((await renderBadge(paraph, projectId)).length, 1000);
        assert.isFalse(fs.existsSync(path.join(dataDir, "db")));
      });
    }),
  );
});
