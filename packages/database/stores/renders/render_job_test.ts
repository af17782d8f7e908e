import { NodeServices } from "@effect/platform-node";
import { assert, layer } from "@effect/vitest";
import { ErasureStore } from "@paraph/core/erasure";
import {
  type NewRender,
  type RenderedPdf,
  RenderError,
  type RenderInput,
  RenderJob,
  RenderQueue,
  RenderStore,
} from "@paraph/core/renders";
import { PublicUrls, type RenderId, Slug, Transaction } from "@paraph/core/values";
import { assetStoreFiles } from "@paraph/storage";
import { Duration, Effect, FileSystem, Layer, Option } from "effect";
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
  sha256: "0".repeat(64),
  pageCount: 1,
  warnings: [],
};

/** Runs the job of a render whose claim another worker takes over meanwhile. */
const runAfterLease = Effect.fnUntraced(function* (
  render: NewRender,
  outcome: Effect.Effect<RenderedPdf, RenderError>,
) {
  const { offer, claim } = yield* RenderQueue;
  yield* offer([render]);
  const claimAll = claim({ atMost: 1000, share: 1000, inFlight: new Map() }, Duration.zero);
  const jobs = yield* claimAll;
  const renderer = rendererOf(() => Effect.andThen(claimAll, outcome));
  yield* Effect.provide(
    RenderJob.use(({ run }) => run(jobs.find(({ id }) => id === render.id)!)),
    Layer.provide(RenderJob.layer, renderer),
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
  it.effect("settles a render whose job another worker has claimed meanwhile", () =>
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
        yield* runAfterLease(render, outcome);
        const result = Option.getOrThrow(yield* store.find(project, render.id));
        assert.strictEqual(result.status, status);
        assert.deepEqual(yield* eventsOf(render.id), [`render.${status}`]);
      }
    }),
  );

  it.effect("keeps the keys of an encrypted document until its render has ended", () =>
    Effect.gen(function* () {
      const project = yield* createProject;
      const store = yield* RenderStore;
      const sql = yield* SqlClient.SqlClient;
      const version = yield* createVersion(project, Slug.make("greeting"));
      const encryptionKeys = {
        fileKey: "the file key",
        user: "user",
        userKey: "user key",
        owner: "owner",
        ownerKey: "owner key",
        permissions: "permissions",
        flags: -4,
      };
      const storedKeys = Effect.map(
        sql<{ readonly row: string }>`SELECT renders::text AS row FROM renders`,
        (rows) => rows.filter(({ row }) => row.includes("the file key")).length,
      );
      const failure = new RenderError({ code: "render_failed", message: "No" });
      for (const outcome of [Effect.succeed(PDF), Effect.fail(failure)]) {
        const render = yield* newRender(project, version, {
          encryption: "password",
          encryptionKeys,
        });
        yield* store.add([render]);
        const seen: Array<unknown> = [];
        const attempt = (drawn: Effect.Effect<RenderedPdf, RenderError>) => {
          const draw = ({ encryption }: RenderInput) =>
            Effect.andThen(
              Effect.sync(() => seen.push(encryption)),
              drawn,
            );
          return Effect.provide(
            RenderJob.use(({ run }) =>
              run({ id: render.id, claimedAt: render.createdAt, attempts: 1, abandonedClaims: 0 }),
            ),
            Layer.provide(RenderJob.layer, rendererOf(draw)),
          );
        };
        // The first worker stops before it settles the render.
        yield* Effect.exit(attempt(Effect.interrupt));
        assert.strictEqual(yield* storedKeys, 1);
        yield* attempt(outcome);
        assert.deepEqual(seen, [encryptionKeys, encryptionKeys]);
        assert.strictEqual(yield* storedKeys, 0);
        const ended = Option.getOrThrow(yield* store.find(project, render.id));
        assert.strictEqual(ended.encryption, "password");
      }
      const { lock, eraseRenders } = yield* ErasureStore;
      const { run } = yield* Transaction;
      const waiting = yield* newRender(project, version, {
        encryption: "password",
        encryptionKeys,
      });
      yield* store.add([waiting]);
      assert.strictEqual(yield* storedKeys, 1);
      yield* run(Effect.andThen(lock([waiting.id]), eraseRenders([waiting.id])));
      assert.strictEqual(yield* storedKeys, 0);
    }),
  );

  it.effect("renders with the standard of the request, also after a worker has stopped", () =>
    Effect.gen(function* () {
      const project = yield* createProject;
      const store = yield* RenderStore;
      const version = yield* createVersion(project, Slug.make("archive"));
      for (const standard of ["pdf/a-2b", ["pdf/a-3u", "pdf/ua-1"], null] as const) {
        const render = yield* newRender(project, version, { standard });
        yield* store.add([render]);
        const seen: Array<unknown> = [];
        for (const outcome of [Effect.interrupt, Effect.succeed(PDF)]) {
          const draw = (input: RenderInput) =>
            Effect.andThen(
              Effect.sync(() => seen.push(input.standard)),
              outcome,
            );
          const job = {
            id: render.id,
            claimedAt: render.createdAt,
            attempts: 1,
            abandonedClaims: 0,
          };
          yield* RenderJob.use(({ run }) => run(job)).pipe(
            Effect.provide(Layer.provide(RenderJob.layer, rendererOf(draw))),
            Effect.exit,
          );
        }
        assert.deepStrictEqual(seen, [standard, standard]);
        const ended = Option.getOrThrow(yield* store.find(project, render.id));
        assert.deepStrictEqual([ended.status, ended.standard], ["succeeded", standard]);
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
      const renderer = rendererOf(() => Effect.succeed(PDF));
      const job = RenderJob.layer.pipe(Layer.provide(renderer));
      for (let round = 0; round < 6; round += 1) {
        const { id, ...render } = yield* newRender(project, version);
        yield* store.add([{ id, ...render }]);
        const erasure = Effect.andThen(lock([id]), eraseRenders([id]));
        const reads = Array.from({ length: round }, () => store.find(project, id));
        const claimed = { id, claimedAt: render.createdAt, attempts: 1, abandonedClaims: 0 };
        const running = Effect.provide(
          RenderJob.use(({ run }) => run(claimed)),
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
