import { NodeServices } from "@effect/platform-node";
import { assert, layer } from "@effect/vitest";
import { type RenderedPdf, RenderBatchStore, RenderJob, RenderStore } from "@paraph/core/renders";
import { newRow, PublicUrls, RenderBatchId, Slug } from "@paraph/core/values";
import { assetStoreFiles } from "@paraph/storage";
import { Effect, Exit, FileSystem, Layer, Option } from "effect";
import { SqlClient } from "effect/sql";

import {
  createProject,
  createVersion,
  migratedStores,
  newRender,
  rendererOf,
} from "../../testing/mod.ts";

const assets = Layer.unwrap(
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem;
    return assetStoreFiles(yield* fs.makeTempDirectoryScoped());
  }),
);
const BASE = "https://paraph.test";
const stores = Layer.provideMerge(
  assets,
  Layer.provideMerge(migratedStores, NodeServices.layer),
).pipe(
  Layer.provideMerge(Layer.succeed(PublicUrls, { base: BASE, share: BASE, embed: BASE })),
  Layer.orDie,
);

const PDF: RenderedPdf = {
  bytes: new TextEncoder().encode("%PDF-1.7"),
  sha256: "0".repeat(64),
  pageCount: 1,
  warnings: [],
};

/** Runs a job as another process does, with services of its own. */
const job = Layer.fresh(RenderJob.layer).pipe(Layer.provide(rendererOf(() => Effect.succeed(PDF))));

/** A batch of queued renders. */
const addBatch = Effect.fnUntraced(function* (total: number) {
  const project = yield* createProject;
  const version = yield* createVersion(project, Slug.make("greeting"));
  const { id: newId, createdAt } = yield* newRow;
  const id = RenderBatchId.make(newId);
  yield* (yield* RenderBatchStore).add({ id, projectId: project, ...version, total, createdAt });
  const renders = yield* Effect.forEach(Array.from({ length: total }), (_, position) =>
    newRender(project, version, { batch: { id, position } }),
  );
  yield* (yield* RenderStore).add(renders);
  return { project, id, renders };
});

const countCompletions = Effect.fnUntraced(function* (id: RenderBatchId) {
  const sql = yield* SqlClient.SqlClient;
  const rows = yield* sql`
    SELECT 1
    FROM events
    WHERE type = 'render_batch.completed'
      AND body::json -> 'data' ->> 'id' = ${id}`;
  return rows.length;
});

layer(stores)("RenderBatchStore", (it) => {
  it.effect("completes a batch once, whichever worker ends its last render", () =>
    Effect.gen(function* () {
      const store = yield* RenderBatchStore;
      for (let round = 0; round < 5; round += 1) {
        const { project, id, renders } = yield* addBatch(8);
        const run = (render: (typeof renders)[number]) =>
          Effect.provide(
            RenderJob.use(({ run }) =>
              run({ id: render.id, claimedAt: render.createdAt, attempts: 1, abandonedClaims: 0 }),
            ),
            job,
          );
        // Some twice, as after the end of a lease.
        yield* Effect.all([...renders, ...renders.slice(4)].map(run), { concurrency: "unbounded" });
        const batch = Option.getOrThrow(yield* store.find(project, id));
        assert.deepInclude(batch, { succeeded: 8, failed: 0 });
        assert.isNotNull(batch.completedAt);
        assert.strictEqual(yield* countCompletions(id), 1);
      }
    }),
  );

  it.effect("completes a batch with the last render, or neither", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const store = yield* RenderBatchStore;
      const { project, id, renders } = yield* addBatch(1);
      const [render] = renders;
      const claimed = {
        id: render!.id,
        claimedAt: render!.createdAt,
        attempts: 1,
        abandonedClaims: 0,
      };
      const run = Effect.provide(
        RenderJob.use(({ run }) => run(claimed)),
        job,
      );
      // Like a kill before the commit.
      yield* sql`
        ALTER TABLE events
        ADD CONSTRAINT killed CHECK (type <> 'render_batch.completed') NOT VALID`;
      assert.isTrue(Exit.isFailure(yield* Effect.exit(run)));
      yield* sql`ALTER TABLE events DROP CONSTRAINT killed`;
      const found = yield* (yield* RenderStore).find(project, render!.id);
      assert.strictEqual(Option.getOrThrow(found).status, "queued");
      assert.isNull(Option.getOrThrow(yield* store.find(project, id)).completedAt);
      yield* run;
      assert.strictEqual(yield* countCompletions(id), 1);
      assert.deepEqual(yield* store.overdue(10), []);
    }),
  );
});
