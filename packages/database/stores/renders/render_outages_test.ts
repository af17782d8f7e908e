import { assert, layer } from "@effect/vitest";
import {
  type RenderedPdf,
  MAX_CRASHES,
  PdfRenderer,
  RenderJob,
  RendererUnavailable,
  Renders,
  RenderStore,
} from "@paraph/core/renders";
import { Publication, Templates } from "@paraph/core/templates";
import { PublicUrls, type RenderId, Slug } from "@paraph/core/values";
import { assetStoreS3 } from "@paraph/storage";
import { S3_KEY, S3_REGION, s3Server, type S3Server } from "@paraph/testing/s3_server";
import { Context, DateTime, Effect, Exit, Layer, Option, Redacted } from "effect";
import { FetchHttpClient } from "effect/http";
import { SqlClient } from "effect/sql";

import {
  createProject,
  createVersion,
  migratedStores,
  newRender,
  noAssetReader,
} from "../../testing/mod.ts";

const PDF: RenderedPdf = {
  bytes: new TextEncoder().encode("%PDF-1.7"),
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
const renderer = Layer.succeed(PdfRenderer, { render: (drawing) => renderPdf(drawing) });

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
  const now = Effect.map(store.find(project, render.id), Option.getOrThrow);
  const sql = yield* SqlClient.SqlClient;
  const unfinishedStarts = sql<{ unfinishedStarts: number }>`
    SELECT unfinished_starts
    FROM renders
    WHERE id = ${render.id}
  `.pipe(Effect.map(([row]) => row?.unfinishedStarts));
  return { project, id: render.id, downloadToken: render.downloadToken, now, unfinishedStarts };
});

const run = (id: RenderId) => RenderJob.use((job) => job.run(id, 1));

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
      const { project, id, downloadToken, now, unfinishedStarts } = yield* acceptRender();
      yield* server.stop;
      for (let times = 0; times < 2; times += 1) {
        assert.strictEqual((yield* Effect.flip(run(id)))._tag, "not_ready");
        assert.strictEqual((yield* now).status, "queued");
        assert.strictEqual(yield* unfinishedStarts, 0);
      }
      yield* server.start;
      // Only the public copy cannot be written.
      server.missingPermissions.add("s3:PutObject copies");
      for (let times = 0; times <= MAX_CRASHES; times += 1) {
        assert.strictEqual((yield* Effect.flip(run(id)))._tag, "not_ready");
      }
      server.missingPermissions.clear();
      assert.deepEqual(yield* eventsOf(id), []);
      yield* Effect.all([run(id), run(id)], { concurrency: 2 });
      yield* run(id);
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

  it.effect("is retried when its worker was stopped, which does not count as a crash", () =>
    Effect.gen(function* () {
      const { id, now, unfinishedStarts } = yield* acceptRender();
      renderPdf = () => Effect.interrupt;
      for (let times = 0; times <= MAX_CRASHES; times += 1) {
        assert.isTrue(Exit.isFailure(yield* Effect.exit(run(id))));
      }
      assert.strictEqual(yield* unfinishedStarts, 0);
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
      const store = yield* RenderStore;
      const { id, now } = yield* acceptRender();
      for (let times = 0; times < deaths; times += 1) {
        yield* store.start([id], yield* DateTime.now);
      }
      yield* run(id);
      const { status: finalStatus, errorMessage } = yield* now;
      assert.deepEqual([finalStatus, errorMessage], [status, message]);
    }),
  );

  it.effect("counts a crash once when two workers requeue it", () =>
    Effect.gen(function* () {
      const store = yield* RenderStore;
      const { id, unfinishedStarts } = yield* acceptRender();
      const startedAt = yield* DateTime.now;
      for (let starts = 0; starts < 3; starts += 1) {
        assert.isTrue((yield* store.start([id], startedAt)).length > 0);
      }
      for (let requeues = 0; requeues < 2; requeues += 1) {
        assert.isTrue(yield* store.requeue(id));
      }
      assert.strictEqual(yield* unfinishedStarts, 1);
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
