import { assert, layer } from "@effect/vitest";
import {
  jsonBytes,
  type NewRender,
  queuedRender,
  RenderQueue,
  RenderStore,
} from "@paraph/core/renders";
import { pageOf, pageRequest, RenderId, Slug, Transaction } from "@paraph/core/values";
import { Array, DateTime, Duration, Effect, Option } from "effect";
import { SqlClient } from "effect/sql";

import {
  successfulOutcome,
  createProject,
  createVersion,
  migratedStores,
  newRender,
} from "../../testing/mod.ts";

const SLUG = Slug.make("greeting");

const project = Effect.gen(function* () {
  const id = yield* createProject;
  return { id, version: yield* createVersion(id, SLUG) };
});

const failure = Effect.map(
  DateTime.now,
  (now) => ({ move: "fail", at: now, errorCode: "render_failed", errorMessage: "No" }) as const,
);

/** Ends a render; returns whether it had not ended before. */
const end = Effect.fnUntraced(function* (id: RenderId, outcome: "succeed" | "fail") {
  const store = yield* RenderStore;
  const startedAt = yield* DateTime.now;
  const result = yield* outcome === "succeed" ? successfulOutcome : failure;
  return (yield* store.settle([{ id, startedAt, ...result }])).length > 0;
});

/** Claims the queued jobs of these renders. */
const claim = Effect.fnUntraced(function* (...renders: ReadonlyArray<NewRender>) {
  const queue = yield* RenderQueue;
  yield* queue.offer(renders);
  const claims = yield* queue.claim(
    { atMost: 1000, share: 1000, inFlight: new Map() },
    Duration.minutes(1),
  );
  return claims.filter(({ id }) => renders.some((render) => render.id === id));
});

layer(migratedStores, { excludeTestServices: true })("renderStoreSql", (it) => {
  it.effect("is rendering while a worker claims its job", () =>
    Effect.gen(function* () {
      const store = yield* RenderStore;
      const queue = yield* RenderQueue;
      const { id: projectId, version } = yield* project;
      const render = yield* newRender(projectId, version);
      yield* store.add([render]);
      const current = Effect.map(store.find(projectId, render.id), (found) => {
        const { status, startedAt } = Option.getOrThrow(found);
        return { status, startedAt };
      });
      assert.deepEqual(yield* current, { status: "queued", startedAt: null });
      const [first] = yield* claim(render);
      assert.deepEqual(yield* current, { status: "rendering", startedAt: first!.claimedAt });
      yield* queue.release(first!);
      assert.deepEqual(yield* current, { status: "queued", startedAt: null });
      const [second] = yield* claim(render);
      const { claimedAt: startedAt } = second!;
      yield* store.settle([{ id: render.id, startedAt, ...(yield* successfulOutcome) }]);
      assert.deepEqual(yield* current, { status: "succeeded", startedAt });
      yield* queue.complete(second!);
      assert.deepEqual(yield* current, { status: "succeeded", startedAt });
    }),
  );

  it.effect("stores the warnings of those that have any", () =>
    Effect.gen(function* () {
      const store = yield* RenderStore;
      const { id: projectId, version } = yield* project;
      const renders = [
        yield* newRender(projectId, version),
        yield* newRender(projectId, version),
        yield* newRender(projectId, version),
      ];
      yield* store.add(renders);
      const outcome = yield* successfulOutcome;
      const warnings = [{ path: "layout.schemas.0.0", message: "No font has \u{10400}, \ud800" }];
      const startedAt = yield* DateTime.now;
      const [plain, warned, failed] = renders.map(({ id }) => ({ id, startedAt }));
      const settledRenders = yield* store.settle([
        { ...plain!, ...outcome },
        { ...warned!, ...outcome, warnings },
        { ...failed!, ...(yield* failure) },
      ]);
      const stored = [{ ...warnings[0]!, message: warnings[0]!.message.toWellFormed() }];
      for (const [index, expected] of [null, stored, null].entries()) {
        const { id } = renders[index]!;
        const found = Option.getOrThrow(yield* store.find(projectId, id));
        assert.deepStrictEqual(found.warnings, expected);
        assert.deepStrictEqual(
          settledRenders.find((render) => render.id === id),
          found,
        );
      }
    }),
  );

  it.effect("a render that has ended does not change", () =>
    Effect.gen(function* () {
      const store = yield* RenderStore;
      const { id: projectId, version } = yield* project;
      for (const outcome of ["succeed", "fail"] as const) {
        const render = yield* newRender(projectId, version);
        yield* store.add([render]);
        assert.isTrue(yield* end(render.id, outcome));
        const before = yield* store.find(projectId, render.id);
        assert.isFalse(yield* end(render.id, "succeed"));
        assert.isFalse(yield* end(render.id, "fail"));
        assert.isTrue(Option.isNone(yield* store.findTask(render.id)));
        assert.deepStrictEqual(yield* store.find(projectId, render.id), before);
      }
    }),
  );

  it.effect("settles by an index although the table is small, with the plan that is kept", () =>
    Effect.gen(function* () {
      const { id: projectId, version } = yield* project;
      const render = yield* newRender(projectId, version);
      yield* (yield* RenderStore).add([render]);
      const sql = yield* SqlClient.SqlClient;
      const scans = sql<{ readonly whole: number; readonly byIndex: number }>`
        SELECT seq_scan::int AS whole, idx_scan::int AS by_index
        FROM pg_stat_xact_user_tables
        WHERE relname = 'renders'`;
      const settle = Effect.gen(function* () {
        yield* sql`SET LOCAL plan_cache_mode = force_generic_plan`;
        const [before] = yield* scans;
        yield* end(render.id, "succeed");
        const [after] = yield* scans;
        assert.strictEqual(after!.whole, before!.whole);
        assert.strictEqual(after!.byIndex, before!.byIndex + 1);
      });
      yield* (yield* Transaction).run(settle);
    }),
  );

  it.effect("one of 20 concurrent settlements counts", () =>
    Effect.gen(function* () {
      const store = yield* RenderStore;
      const { id: projectId, version } = yield* project;
      const render = yield* newRender(projectId, version);
      yield* store.add([render]);
      const settlements = Array.makeBy(20, (index) =>
        end(render.id, index % 2 === 0 ? "succeed" : "fail"),
      );
      const results = yield* Effect.all(settlements, { concurrency: "unbounded" });
      assert.strictEqual(results.filter(Boolean).length, 1);
    }),
  );

  it.effect("returns a render with its template, by id and by download token", () =>
    Effect.gen(function* () {
      const store = yield* RenderStore;
      const { id: projectId, version } = yield* project;
      const data = { values: { name: "Ada \\ “\u{1F58B}”" }, loops: {} };
      const render = yield* newRender(projectId, version, { data, filename: "Größe/1" });
      yield* store.add([render]);
      const storedRender = Option.getOrThrow(yield* store.find(projectId, render.id));
      assert.deepStrictEqual(storedRender, {
        ...queuedRender(render, SLUG, version.versionNumber),
        publicDownloads: true,
      });
      assert.deepStrictEqual(
        yield* store.findByToken(render.downloadToken),
        Option.some(storedRender),
      );
      assert.isTrue(Option.isNone(yield* store.findByToken(`${render.downloadToken}x`)));
      const { templateVersionId, filename, downloadToken, createdAt } = render;
      const common = { templateVersionId, filename, downloadToken, createdAt };
      const ids = { id: render.id, projectId, templateSlug: SLUG };
      const task = { ...common, ...ids, publicDownloads: true };
      assert.deepStrictEqual(
        yield* store.findTask(render.id),
        Option.some({
          ...task,
          data: { json: jsonBytes(data), blob: null },
          encryptionKeys: null,
          standard: null,
          traceParent: null,
        }),
      );
    }),
  );

  it.effect("a render is found and listed only in its own project", () =>
    Effect.gen(function* () {
      const store = yield* RenderStore;
      const { id: projectId, version } = yield* project;
      const otherProject = yield* createProject;
      const render = yield* newRender(projectId, version);
      yield* store.add([render]);
      assert.isTrue(Option.isNone(yield* store.find(otherProject, render.id)));
      assert.deepStrictEqual(yield* store.list(otherProject, {}, pageRequest({})), []);
    }),
  );

  it.effect("pages neither lose nor repeat a row, equal timestamps and newcomers included", () =>
    Effect.gen(function* () {
      const store = yield* RenderStore;
      const sql = yield* SqlClient.SqlClient;
      const { id: projectId, version } = yield* project;
      const renders = yield* Effect.all(Array.makeBy(47, () => newRender(projectId, version)));
      // Ids of the same millisecond, which differ only in their random bits.
      const millisecond = renders[0].id.slice(0, 13);
      const ids = renders.map(({ id }) => RenderId.make(millisecond + id.slice(13)));
      yield* Effect.forEach(renders, (render, index) =>
        store.add([{ ...render, id: ids[index]!, createdAt: renders[0].createdAt }]),
      );
      const times = yield* sql<{ readonly n: number }>`
        SELECT count(DISTINCT created_at)::int AS n FROM renders WHERE project_id = ${projectId}`;
      assert.strictEqual(times[0]?.n, 1);
      const pageIds: Array<string> = [];
      let cursor: string | undefined;
      do {
        const request = pageRequest({ limit: 10, ...(cursor === undefined ? {} : { cursor }) });
        const { rows, nextCursor } = pageOf(yield* store.list(projectId, {}, request), 10);
        pageIds.push(...rows.map(({ id }) => id));
        cursor = nextCursor ?? undefined;
        yield* store.add([yield* newRender(projectId, version)]);
      } while (cursor !== undefined);
      assert.deepStrictEqual(pageIds, ids.toSorted().toReversed());
    }),
  );

  it.effect("lists by status and template", () =>
    Effect.gen(function* () {
      const store = yield* RenderStore;
      const { id: projectId, version } = yield* project;
      const other = yield* createVersion(projectId, Slug.make("other"));
      const [one, two, three] = [
        yield* newRender(projectId, version),
        yield* newRender(projectId, version),
        yield* newRender(projectId, other),
      ];
      yield* store.add([one, two, three]);
      yield* claim(two, three);
      const page = pageRequest({});
      const idsOf = (filter: Parameters<typeof store.list>[1]) =>
        Effect.map(store.list(projectId, filter, page), (rows) => rows.map(({ id }) => id));
      assert.deepStrictEqual(yield* idsOf({ status: "queued" }), [one.id]);
      assert.sameMembers(yield* idsOf({ status: "rendering" }), [two.id, three.id]);
      assert.sameMembers(yield* idsOf({ template: SLUG }), [one.id, two.id]);
      assert.deepStrictEqual(yield* idsOf({ template: SLUG, status: "queued" }), [one.id]);
      assert.deepStrictEqual(yield* idsOf({ template: SLUG, status: "rendering" }), [two.id]);
      yield* end(three.id, "fail");
      assert.deepStrictEqual(yield* idsOf({ status: "rendering" }), [two.id]);
      assert.deepStrictEqual(yield* idsOf({ status: "failed" }), [three.id]);
    }),
  );
});
