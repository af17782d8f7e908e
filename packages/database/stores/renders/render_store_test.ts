import { assert, layer } from "@effect/vitest";
import {
  nextRenderStatus,
  queuedRender,
  type RenderTransition,
  RenderStatus,
  RenderStore,
} from "@paraph/core/renders";
import { pageOf, pageRequest, RenderId, Slug } from "@paraph/core/values";
import { Array, DateTime, Effect, Option } from "effect";
import { SqlClient } from "effect/sql";

import {
  successfulOutcome,
  createProject,
  createVersion,
  migratedStores,
  newRender,
} from "../../testing/mod.ts";

const SLUG = Slug.make("greeting");
const MOVES: ReadonlyArray<RenderTransition> = ["start", "requeue", "succeed", "fail"];

const project = Effect.gen(function* () {
  const id = yield* createProject;
  return { id, version: yield* createVersion(id, SLUG) };
});

const failure = Effect.map(
  DateTime.now,
  (now) => ({ move: "fail", at: now, errorCode: "render_failed", errorMessage: "No" }) as const,
);

/** Makes a transition with the call for it; returns whether it happened. */
const make = Effect.fnUntraced(function* (id: RenderId, move: RenderTransition) {
  const store = yield* RenderStore;
  if (move === "requeue") return yield* store.requeue(id);
  if (move === "start") return (yield* store.start([id], yield* DateTime.now)).length > 0;
  const outcome = yield* move === "succeed" ? successfulOutcome : failure;
  return (yield* store.settle([{ id, ...outcome }])).length > 0;
});

const PATHS: Record<RenderStatus, ReadonlyArray<RenderTransition>> = {
  queued: [],
  rendering: ["start"],
  succeeded: ["start", "succeed"],
  failed: ["fail"],
};

layer(migratedStores, { excludeTestServices: true })("renderStoreSql", (it) => {
  it.effect.each(
    RenderStatus.literals.flatMap((status) => MOVES.map((move) => [status, move] as const)),
  )("status changes only by the table: %s %s", ([status, move]) =>
    Effect.gen(function* () {
      const store = yield* RenderStore;
      const { id: projectId, version } = yield* project;
      const render = yield* newRender(projectId, version);
      yield* store.add([render]);
      yield* Effect.forEach(PATHS[status], (step) => make(render.id, step));
      const before = yield* store.find(projectId, render.id);
      assert.strictEqual(Option.getOrThrow(before).status, status);
      const next = nextRenderStatus(status, move);
      assert.strictEqual(yield* make(render.id, move), next !== undefined);
      const after = yield* store.find(projectId, render.id);
      assert.strictEqual(Option.getOrThrow(after).status, next ?? status);
      if (next === undefined) assert.deepStrictEqual(after, before);
    }),
  );

  it.effect("one of 20 concurrent settlements counts", () =>
    Effect.gen(function* () {
      const store = yield* RenderStore;
      const { id: projectId, version } = yield* project;
      const render = yield* newRender(projectId, version);
      yield* store.add([render]);
      yield* make(render.id, "start");
      const settlements = Array.makeBy(20, (index) =>
        make(render.id, index % 2 === 0 ? "succeed" : "fail"),
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
      assert.deepStrictEqual(storedRender, queuedRender(render, SLUG, version.versionNumber));
      assert.deepStrictEqual(
        yield* store.findByToken(render.downloadToken),
        Option.some(storedRender),
      );
      assert.isTrue(Option.isNone(yield* store.findByToken(`${render.downloadToken}x`)));
      const { templateVersionId, filename, downloadToken, createdAt } = render;
      const common = { templateVersionId, filename, downloadToken, createdAt };
      const task = { ...common, id: render.id, projectId, templateSlug: SLUG };
      assert.deepStrictEqual(yield* store.start([render.id], createdAt), [
        {
          ...task,
          data: { text: JSON.stringify(data), blob: null },
          traceParent: null,
          unfinishedStarts: 1,
        },
      ]);
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
      yield* make(two.id, "start");
      yield* make(three.id, "start");
      const page = pageRequest({});
      const idsOf = (filter: Parameters<typeof store.list>[1]) =>
        Effect.map(store.list(projectId, filter, page), (rows) => rows.map(({ id }) => id));
      assert.deepStrictEqual(yield* idsOf({ status: "queued" }), [one.id]);
      assert.sameMembers(yield* idsOf({ status: "rendering" }), [two.id, three.id]);
      assert.sameMembers(yield* idsOf({ template: SLUG }), [one.id, two.id]);
      assert.deepStrictEqual(yield* idsOf({ template: SLUG, status: "rendering" }), [two.id]);
    }),
  );
});
