import { assert, layer } from "@effect/vitest";
import { ProjectStore } from "@paraph/core/projects";
import {
  type RenderedPdf,
  MAX_CRASHES,
  type PdfRenderer,
  RenderJob,
  RendererUnavailable,
  RenderQueue,
  Renders,
  RenderStore,
} from "@paraph/core/renders";
import { Publication, Templates } from "@paraph/core/templates";
import {
  type AccountId,
  type ProjectId,
  PublicUrls,
  type RenderId,
  Slug,
} from "@paraph/core/values";
import { assetStoreS3 } from "@paraph/storage";
import { S3_KEY, S3_REGION, s3Server, type S3Server } from "@paraph/testing/s3_server";
import { Array, Context, DateTime, Duration, Effect, Exit, Layer, Option, Redacted } from "effect";
import { FetchHttpClient } from "effect/http";
import { SqlClient } from "effect/sql";

import {
  createProject,
  createVersion,
  migratedStores,
  newRender,
  noAssetReader,
  rendererOf,
} from "../../testing/mod.ts";

const PDF: RenderedPdf = {
  bytes: new TextEncoder().encode("%PDF-1.7"),
  sha256: "0".repeat(64),
  pageCount: 1,
  warnings: [],
};
const BASE = "https://paraph.test";
const COPIES = { bucket: "copies", url: "https://files.example.com" };

class Bucket extends Context.Service<Bucket, S3Server>()("Bucket") {}

const bucket = Layer.effect(Bucket, s3Server("documents", "copies"));

const assets = Layer.unwrap(
  Effect.map(Bucket, ({ endpoint }) =>
    assetStoreS3({
      bucket: "documents",
      prefix: "",
      region: S3_REGION,
      endpoint,
      publicCopies: COPIES,
      credentials: {
        accessKeyId: S3_KEY.accessKeyId,
        secretAccessKey: Redacted.make(S3_KEY.secretAccessKey),
        sessionToken: undefined,
      },
    }),
  ),
);

/** The current renderer. */
let renderPdf: PdfRenderer["Service"]["render"] = () => Effect.succeed(PDF);
const renderer = rendererOf((drawing) => renderPdf(drawing));

const services = Layer.mergeAll(RenderJob.layer, Renders.layer).pipe(
  Layer.provide(Templates.layer),
  Layer.provide(Publication.layer),
  Layer.provide(noAssetReader),
  Layer.provide(renderer),
  Layer.provideMerge(assets),
  Layer.provideMerge(bucket),
  Layer.provideMerge(
    Layer.succeed(PublicUrls, { base: BASE, share: BASE, embed: `${BASE}/embed` }),
  ),
  Layer.provideMerge(Layer.merge(migratedStores, FetchHttpClient.layer)),
);

/** A queued render, accepted this many hours ago. */
const acceptRender = Effect.fnUntraced(function* (hoursAgo = 0) {
  renderPdf = () => Effect.succeed(PDF);
  const project = yield* createProject;
  const version = yield* createVersion(project, Slug.make("greeting"));
  const createdAt = DateTime.subtract(yield* DateTime.now, { hours: hoursAgo });
  const render = yield* newRender(project, version, { createdAt });
  const store = yield* RenderStore;
  yield* store.add([render]);
  yield* (yield* RenderQueue).offer([render]);
  const now = Effect.map(store.find(project, render.id), Option.getOrThrow);
  return { project, id: render.id, downloadToken: render.downloadToken, now };
});

/** Claims the job of a render. A lease of zero is that of a worker which dies at once. */
const claim = Effect.fnUntraced(function* (id: RenderId, lease = Duration.minutes(1)) {
  const queue = yield* RenderQueue;
  const claims = yield* queue.claim({ atMost: 1000, share: 1000, inFlight: new Map() }, lease);
  return claims.find((job) => job.id === id)!;
});

/** Runs the job of a render as a worker does: the job returns to the queue if it fails. */
const run = Effect.fnUntraced(function* (id: RenderId) {
  const { complete, release } = yield* RenderQueue;
  const job = yield* claim(id);
  yield* (yield* RenderJob)
    .run(job)
    .pipe(Effect.onExit((exit) => (Exit.isSuccess(exit) ? complete(job) : release(job))));
});

/** How many workers have died with the job of a render. */
const deathsOf = Effect.fnUntraced(function* (id: RenderId) {
  const job = yield* claim(id);
  yield* (yield* RenderQueue).release(job);
  return job.abandonedClaims;
});

/** The types of the events of a render. */
const eventsOf = Effect.fnUntraced(function* (id: RenderId) {
  const sql = yield* SqlClient.SqlClient;
  const rows = yield* sql<{ readonly type: string }>`
    SELECT type
    FROM events
    WHERE body::json -> 'data' ->> 'id' = ${id}`;
  return rows.map(({ type }) => type);
});

layer(services, { excludeTestServices: true })("a render during outages", (it) => {
  it.effect("waits for a bucket that is down, however often, and is stored once", () =>
    Effect.gen(function* () {
      const server = yield* Bucket;
      const { project, id, downloadToken, now } = yield* acceptRender();
      yield* server.stop;
      for (let times = 0; times < 2; times += 1) {
        assert.strictEqual((yield* Effect.flip(run(id)))._tag, "not_ready");
        assert.strictEqual((yield* now).status, "queued");
        assert.strictEqual(yield* deathsOf(id), 0);
      }
      yield* server.start;
      // Only the public copy cannot be written.
      server.missingPermissions.add("s3:PutObject copies");
      for (let times = 0; times <= MAX_CRASHES; times += 1) {
        assert.strictEqual((yield* Effect.flip(run(id)))._tag, "not_ready");
      }
      server.missingPermissions.clear();
      assert.deepEqual(yield* eventsOf(id), []);
      const job = yield* claim(id);
      const runAgain = RenderJob.use((jobs) => jobs.run(job));
      yield* Effect.all([runAgain, runAgain], { concurrency: 2 });
      yield* runAgain;
      assert.strictEqual((yield* now).status, "succeeded");
      assert.deepEqual(yield* eventsOf(id), ["render.succeeded"]);
      assert.sameMembers(
        [...server.objects.keys()],
        [`documents/renders/${id}.pdf`, `copies/${downloadToken}.pdf`],
      );
      const render = yield* Renders.use((renders) => renders.get(project, id));
      assert.strictEqual(render.downloadUrl, `${COPIES.url}/${downloadToken}.pdf`);
    }),
  );

  it.effect("has no public copy in a project without public downloads", () =>
    Effect.gen(function* () {
      const server = yield* Bucket;
      const sql = yield* SqlClient.SqlClient;
      const projects = yield* ProjectStore;
      const turnOff = Effect.fnUntraced(function* (project: ProjectId) {
        const [row] = yield* sql<{ accountId: AccountId }>`
          SELECT account_id FROM projects WHERE id = ${project}`;
        const at = yield* DateTime.now;
        yield* projects.update(row!.accountId, project, { publicDownloads: false, at });
      });
      const { project, id, downloadToken } = yield* acceptRender();
      yield* turnOff(project);
      yield* run(id);
      assert.isTrue(server.objects.has(`documents/renders/${id}.pdf`));
      assert.isFalse(server.objects.has(`copies/${downloadToken}.pdf`));
      const renders = yield* Renders;
      assert.isNull((yield* renders.get(project, id)).downloadUrl);
      const download = yield* Effect.flip(renders.openPublic(downloadToken));
      assert.strictEqual(download._tag, "not_found");

      // The setting changes after the copy was made, and before the render is settled.
      const late = yield* acceptRender();
      yield* turnOff(late.project);
      const at = yield* DateTime.now;
      const document = { pageCount: 1, byteSize: 8, sha256: "0".repeat(64) };
      const publicUrl = `${COPIES.url}/${late.downloadToken}.pdf`;
      const settlement = { id: late.id, move: "succeed", startedAt: at, at, publicUrl } as const;
      const store = yield* RenderStore;
      yield* store.settle([{ ...settlement, ...document }]);
      assert.isNull((yield* late.now).publicUrl);
      const removed = yield* sql`
        SELECT 1 FROM removed_files WHERE name = ${`public/${late.downloadToken}`}`;
      assert.lengthOf(removed, 1);
    }),
  );

  it.effect("is retried when its worker was stopped, which does not count as a crash", () =>
    Effect.gen(function* () {
      const { id, now } = yield* acceptRender();
      renderPdf = () => Effect.interrupt;
      for (let times = 0; times <= MAX_CRASHES; times += 1) {
        assert.isTrue(Exit.isFailure(yield* Effect.exit(run(id))));
      }
      assert.strictEqual(yield* deathsOf(id), 0);
      renderPdf = () => Effect.succeed(PDF);
      yield* run(id);
      assert.strictEqual((yield* now).status, "succeeded");
    }),
  );

  it.effect.each([
    [MAX_CRASHES - 1, "succeeded", null],
    [MAX_CRASHES, "failed", `Gave up: ${MAX_CRASHES} workers died while rendering this document`],
  ] as const)("has after %s crashed workers the status %s", ([deaths, status, message]) =>
    Effect.gen(function* () {
      const { id, now } = yield* acceptRender();
      for (let times = 0; times < deaths; times += 1) yield* claim(id, Duration.zero);
      yield* run(id);
      const { status: finalStatus, errorMessage } = yield* now;
      assert.deepEqual([finalStatus, errorMessage], [status, message]);
    }),
  );

  it.effect("does not count a worker that returns a job after its lease", () =>
    Effect.gen(function* () {
      const { release, retry } = yield* RenderQueue;
      const { id } = yield* acceptRender();
      const jobs = yield* Effect.forEach(Array.range(1, 4), () => claim(id, Duration.zero));
      assert.deepEqual(
        jobs.map((job) => job.abandonedClaims),
        [0, 1, 2, 3],
      );
      yield* release(jobs[0]);
      yield* retry(jobs[1]!, Duration.zero);
      // The third worker has died, the fourth returns its job in time.
      yield* release(jobs[3]!);
      assert.strictEqual(yield* deathsOf(id), 1);
    }),
  );

  it.effect.each([
    [23, "queued", null],
    [24, "failed", "Gave up after a day of retries: No thread"],
  ] as const)("has %s hours after acceptance the status %s", ([hours, status, message]) =>
    Effect.gen(function* () {
      const { id, now } = yield* acceptRender(hours);
      renderPdf = () => Effect.fail(new RendererUnavailable({ message: "No thread" }));
      yield* Effect.exit(run(id));
      const { status: finalStatus, errorMessage } = yield* now;
      assert.deepEqual([finalStatus, errorMessage], [status, message]);
      assert.deepEqual(yield* eventsOf(id), status === "failed" ? ["render.failed"] : []);
    }),
  );
});
