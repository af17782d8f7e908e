import { NodeServices } from "@effect/platform-node";
import { assert, layer } from "@effect/vitest";
import { ErasureStore } from "@paraph/core/erasure";
import {
  type RenderedPdf,
  PdfRenderer,
  RenderError,
  RenderJob,
  RenderStore,
} from "@paraph/core/renders";
import { PublicUrls, type RenderId, Slug, Transaction } from "@paraph/core/values";
import { assetStoreFiles } from "@paraph/storage";
import { Effect, FileSystem, Layer, Option } from "effect";
import { SqlClient } from "effect/sql";

import { createProject, createVersion, migratedStores, newRender } from "../../testing/mod.ts";

const assets = Layer.unwrap(
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem;
    return assetStoreFiles(yield* fs.makeTempDirectoryScoped());
  }),
);
const stores = Layer.provideMerge(
  assets,
  Layer.provideMerge(migratedStores, NodeServices.layer),
).pipe(
  Layer.provideMerge(
    Layer.succeed(PublicUrls, {
      base: "https://paraph.test",
      share: "https://paraph.test",
      embed: "https://paraph.test/embed",
    }),
  ),
  Layer.orDie,
);

const PDF: RenderedPdf = {
  bytes: new TextEncoder().encode("%PDF-1.7"),
  pageCount: 1,
  warnings: [],
};

/** Runs a job that renders until another worker has requeued the render. */
const runDuringRequeue = Effect.fnUntraced(function* (
  id: RenderId,
  outcome: Effect.Effect<RenderedPdf, RenderError>,
) {
  const store = yield* RenderStore;
  const requeue = store.requeue(id);
  const renderer = Layer.succeed(PdfRenderer, { render: () => Effect.andThen(requeue, outcome) });
  const job = RenderJob.layer.pipe(Layer.provide(renderer));
  yield* Effect.provide(
    RenderJob.use(({ run }) => run(id, 1)),
    job,
  );
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

layer(stores)("RenderJob", (it) => {
  it.effect("settles a render that another worker requeued meanwhile", () =>
    Effect.gen(function* () {
      const project = yield* createProject;
      const store = yield* RenderStore;
      const version = yield* createVersion(project, Slug.make("greeting"));
      const failure = new RenderError({ code: "render_failed", message: "No" });
      for (const [status, outcome] of [
        ["succeeded", Effect.succeed(PDF)],
        ["failed", Effect.fail(failure)],
      ] as const) {
        const render = yield* newRender(project, version);
        yield* store.add([render]);
        yield* runDuringRequeue(render.id, outcome);
        const result = Option.getOrThrow(yield* store.find(project, render.id));
        assert.strictEqual(result.status, status);
        assert.deepEqual(yield* eventsOf(render.id), [`render.${status}`]);
      }
    }),
  );

  it.effect("does not render a request that is erased meanwhile", () =>
    Effect.gen(function* () {
      const project = yield* createProject;
      const store = yield* RenderStore;
      const { lock, eraseRenders } = yield* ErasureStore;
      const transaction = yield* Transaction;
      const version = yield* createVersion(project, Slug.make("greeting"));
      const renderer = Layer.succeed(PdfRenderer, { render: () => Effect.succeed(PDF) });
      const job = RenderJob.layer.pipe(Layer.provide(renderer));
      for (let round = 0; round < 6; round += 1) {
        const { id, ...render } = yield* newRender(project, version);
        yield* store.add([{ id, ...render }]);
        const erasure = Effect.andThen(lock([id]), eraseRenders([id]));
        const reads = Array.from({ length: round }, () => store.find(project, id));
        const running = Effect.provide(
          RenderJob.use(({ run }) => run(id, 1)),
          job,
        );
        yield* Effect.all([running, ...reads, transaction.run(erasure)], {
          concurrency: "unbounded",
        });
        assert.isTrue(Option.isNone(yield* store.find(project, id)));
      }
    }),
  );
});
