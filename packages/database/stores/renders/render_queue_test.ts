import { assert, layer } from "@effect/vitest";
import {
  AssetStore,
  RenderQueue,
  Renders,
  RenderStore,
  type Submitted,
} from "@paraph/core/renders";
import { Publication, Templates } from "@paraph/core/templates";
import { PublicUrls, type RenderId, Slug, Transaction } from "@paraph/core/values";
import { DateTime, Effect, Fiber, Latch, Layer, Option, type Scope } from "effect";
import { SqlClient } from "effect/sql";

import {
  keptProject,
  keptVersion,
  migratedStores,
  newRender,
  noAssetReader,
} from "../../testing/mod.ts";
import { adjustToClockSetBack, releaseClaimedJobs, renderQueueSql } from "./render_queue.ts";

const SLUG = Slug.make("greeting");

const noAssets = Layer.succeed(AssetStore, {
  put: () => Effect.die("Nothing is rendered here"),
  open: () => Effect.succeedNone,
  remove: () => Effect.void,
  publish: () => Effect.succeedNone,
  unpublish: () => Effect.void,
  check: Effect.void,
});

const services = Renders.layer.pipe(
  Layer.provideMerge(Templates.layer),
  Layer.provide(Publication.layer),
  Layer.provide(noAssetReader),
  Layer.provide(noAssets),
  Layer.provide(
    Layer.succeed(PublicUrls, {
      base: "https://paraph.test",
      share: "https://paraph.test",
      embed: "https://paraph.test/embed",
    }),
  ),
  Layer.provideMerge(migratedStores),
);

const project = Effect.gen(function* () {
  const id = yield* keptProject;
  return { id, version: yield* keptVersion(id, SLUG) };
});

/** The ids of all jobs, one for each time a job was queued. */
const jobs = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  const rows = yield* sql<{ readonly id: string }>`SELECT id FROM effect_queue`;
  return rows.map(({ id }) => id);
});

const someId = Effect.map(
  Effect.flatMap(project, ({ id, version }) => newRender(id, version)),
  ({ id }) => id,
);

/** Takes jobs until a certain one comes; returns its number of earlier attempts. */
const takeUntil = (queue: RenderQueue["Service"], wanted: RenderId) =>
  Effect.gen(function* () {
    const tried = new Map<RenderId, number>();
    const take = queue.take((id, attempts) => Effect.sync(() => tried.set(id, attempts)));
    yield* Effect.repeat(take, { until: () => tried.has(wanted) });
    return tried.get(wanted);
  });

/** The queue of another worker on the same database. */
const another = (
  timing?: Parameters<typeof renderQueueSql>[0],
): Effect.Effect<RenderQueue["Service"], unknown, SqlClient.SqlClient | Scope.Scope> =>
  Effect.flatMap(Layer.build(Layer.fresh(renderQueueSql(timing))), (context) =>
    Effect.provideContext(RenderQueue, context),
  );

layer(services, { excludeTestServices: true })("renderQueueSql()", (it) => {
  it.effect("delivers an offered job once, however often it is offered", () =>
    Effect.gen(function* () {
      const queue = yield* RenderQueue;
      const id = yield* someId;
      yield* Effect.all(
        Array.from({ length: 20 }, () => queue.offer(id)),
        { concurrency: "unbounded" },
      );
      assert.strictEqual((yield* jobs).filter((job) => job === id).length, 1);
      assert.strictEqual(yield* takeUntil(queue, id), 1);
      yield* queue.offer(id);
      const sql = yield* SqlClient.SqlClient;
      const rows = yield* sql`SELECT state FROM effect_queue WHERE id = ${id}`;
      assert.deepStrictEqual(rows, [{ state: "completed" }]);
    }),
  );

  it.effect("a rollback undoes the offer too", () =>
    Effect.gen(function* () {
      const queue = yield* RenderQueue;
      const store = yield* RenderStore;
      const transaction = yield* Transaction;
      const { id: projectId, version } = yield* project;
      const render = yield* newRender(projectId, version);
      const accept = Effect.andThen(store.add(render), queue.offer(render.id));
      const refused = yield* Effect.flip(
        transaction.run(Effect.andThen(accept, Effect.fail("changed my mind" as const))),
      );
      assert.strictEqual(refused, "changed my mind");
      assert.isTrue(Option.isNone(yield* store.find(projectId, render.id)));
      assert.notInclude(yield* jobs, render.id);
      yield* transaction.run(accept);
      assert.include(yield* jobs, render.id);
      assert.strictEqual(yield* takeUntil(queue, render.id), 1);
    }),
  );

  it.effect("a failed job returns with one more attempt", () =>
    Effect.gen(function* () {
      const queue = yield* RenderQueue;
      const id = yield* someId;
      yield* queue.offer(id);
      const failure = yield* Effect.flip(queue.take(() => Effect.fail("down" as const)));
      assert.strictEqual(failure, "down");
      assert.strictEqual(yield* takeUntil(queue, id), 2);
    }),
  );

  it.effect("a silent worker loses its job to another, a live one does not", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const timing = { lockExpiration: "2 seconds", lockRefreshInterval: "200 millis" } as const;
      const holder = yield* another({ ...timing, pollInterval: "50 millis" });
      const [first, second] = [yield* someId, yield* someId];
      yield* holder.offer(first);
      const held = yield* Latch.make();
      const job = yield* Effect.forkChild(
        holder.take(() => Effect.andThen(held.open, Effect.never)),
      );
      yield* held.await;
      // A dead process leaves a lock that is not renewed.
      yield* sql`
        INSERT INTO effect_queue
          (id, queue_name, element, state, attempts, visible_at, created_at, updated_at, acquired_at, acquired_by)
        SELECT
          ${second}, queue_name, ${JSON.stringify(second)}, state, attempts, visible_at, created_at, updated_at,
          now(), gen_random_uuid()
        FROM effect_queue
        WHERE id = ${first}`;
      const successor = yield* another({ ...timing, pollInterval: "50 millis" });
      const taken: Array<string> = [];
      const take = successor.take((id, attempts) =>
        Effect.sync(() => taken.push(`${id} ${attempts}`)),
      );
      yield* take;
      assert.deepStrictEqual(taken, [`${second} 2`]);
      const [row] = yield* sql<{ readonly fresh: boolean }>`
        SELECT acquired_at > now() - interval '2 seconds' AS fresh FROM effect_queue WHERE id = ${first}`;
      assert.isTrue(row?.fresh);
      yield* Fiber.interrupt(job);
      yield* take;
      assert.deepStrictEqual(taken, [`${second} 2`, `${first} 1`]);
    }),
  );

  it.effect("a project with a thousand jobs does not delay another project", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const store = yield* RenderStore;
      const queue = yield* another();
      const [busy, quiet] = [yield* project, yield* project];
      const submit = Effect.fnUntraced(function* (of: typeof busy) {
        const render = yield* newRender(of.id, of.version);
        yield* store.add(render);
        yield* queue.offer(render.id);
        return render.id;
      });
      const first = yield* submit(busy);
      yield* sql`
        INSERT INTO renders
          (id, project_id, template_id, template_version_id, status, source, download_token, data, created_at)
        SELECT
          gen_random_uuid(), project_id, template_id, template_version_id, status, source,
          'token-' || at, data, created_at
        FROM renders, generate_series(1, 1000) AS at
        WHERE id = ${first}`;
      yield* sql`
        INSERT INTO effect_queue
          (id, queue_name, element, state, attempts, visible_at, created_at, updated_at)
        SELECT id::text, 'renders', to_json(id)::text, 'pending', 0, now(), now(), now()
        FROM renders
        WHERE project_id = ${busy.id}
          AND id <> ${first}`;
      // Eight workers hold their jobs; two slots stay free for others.
      const taken: Array<string> = [];
      const hold = queue.take((id) =>
        Effect.andThen(
          Effect.sync(() => taken.push(id)),
          Effect.never,
        ),
      );
      const workers = yield* Effect.forEach(Array.from({ length: 8 }), () =>
        Effect.forkChild(hold, { startImmediately: true }),
      );
      yield* Effect.repeat(Effect.sleep("20 millis"), { until: () => taken.length >= 6 });
      const last = yield* submit(quiet);
      yield* Effect.repeat(Effect.sleep("20 millis"), { until: () => taken.length >= 7 });
      assert.strictEqual(taken.indexOf(last), 6);
      const held = yield* sql`
        SELECT 1 FROM effect_queue WHERE state = 'pending' AND acquired_at IS NOT NULL`;
      assert.strictEqual(held.length, 7);
      yield* Effect.forEach(workers, Fiber.interrupt, { concurrency: "unbounded" });
      yield* sql`DELETE FROM effect_queue WHERE state = 'pending'`;
      yield* sql`DELETE FROM renders WHERE project_id = ${busy.id}`;
    }),
  );

  it.effect("a job without its render is settled", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const queue = yield* RenderQueue;
      const id = yield* someId;
      yield* queue.offer(id);
      assert.strictEqual(yield* takeUntil(queue, id), 1);
      const rows = yield* sql`SELECT state FROM effect_queue WHERE id = ${id}`;
      assert.deepStrictEqual(rows, [{ state: "completed" }]);
    }),
  );

  it.effect("releaseClaimedJobs frees the jobs of dead workers at once", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const queue = yield* RenderQueue;
      const id = yield* someId;
      yield* sql`
        INSERT INTO effect_queue
          (id, queue_name, element, state, attempts, visible_at, created_at, updated_at, acquired_at, acquired_by)
        VALUES (
          ${id}, 'renders', ${JSON.stringify(id)}, 'pending', 1, now(), now(), now(), now(), gen_random_uuid()
        )`;
      yield* releaseClaimedJobs;
      assert.strictEqual(yield* takeUntil(queue, id), 2);
    }),
  );

  it.effect("jobs wait no longer than planned after the clock was set back an hour", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const queue = yield* RenderQueue;
      const [due, held, later, right] = [
        yield* someId,
        yield* someId,
        yield* someId,
        yield* someId,
      ];
      const row = (id: RenderId, written: string, delay: string, acquired: string | null) => sql`
        INSERT INTO effect_queue
          (id, queue_name, element, state, attempts, visible_at, created_at, updated_at, acquired_at, acquired_by)
        VALUES (
          ${id}, 'renders', ${JSON.stringify(id)}, 'pending', 0, now() + ${written}::interval + ${delay}::interval,
          now(), now() + ${written}::interval, now() + ${acquired}::interval, gen_random_uuid()
        )`;
      yield* row(due, "1 hour", "0", null);
      yield* row(held, "1 hour", "0", "1 hour");
      yield* row(later, "1 hour", "10 minutes", null);
      yield* row(right, "0", "10 minutes", null);
      yield* adjustToClockSetBack;
      const waits = yield* sql<{ id: string; wait: number; held: number | null }>`
        SELECT
          id,
          (extract(epoch FROM visible_at - now()::timestamp) / 60)::int AS wait,
          (extract(epoch FROM acquired_at - now()::timestamp) / 60)::int AS held
        FROM effect_queue
        WHERE id = ANY(${[due, held, later, right]}::text[])
        ORDER BY sequence`;
      assert.deepStrictEqual(waits, [
        { id: due, wait: 0, held: null },
        { id: held, wait: 0, held: 0 },
        { id: later, wait: 10, held: null },
        { id: right, wait: 10, held: null },
      ]);
      assert.strictEqual(yield* takeUntil(queue, due), 1);
      yield* sql`DELETE FROM effect_queue WHERE id = ANY(${[held, later, right]}::text[])`;
    }),
  );

  it.effect("50 submissions under one idempotency key create one render and one job", () =>
    Effect.gen(function* () {
      const renders = yield* Renders;
      const { id: projectId } = yield* project;
      const before = yield* jobs;
      const submission = {
        data: { name: "Ada" },
        source: "api",
        idempotencyKey: "order-1",
      } as const;
      const submitted: ReadonlyArray<Submitted> = yield* Effect.all(
        Array.from({ length: 50 }, () => renders.submit(projectId, SLUG, submission)),
        { concurrency: "unbounded" },
      );
      assert.strictEqual(new Set(submitted.map(({ render }) => render.id)).size, 1);
      assert.strictEqual(submitted.filter(({ replayed }) => replayed).length, 49);
      const added = (yield* jobs).filter((job) => !before.includes(job));
      assert.deepStrictEqual(added, [submitted[0]!.render.id]);
      const page = yield* renders.list(projectId, {});
      assert.strictEqual(page.renders.length, 1);
      const store = yield* RenderStore;
      yield* store.move(submitted[0]!.render.id, "start", yield* DateTime.now);
      const replay = yield* renders.submit(projectId, SLUG, {
        ...submission,
        data: { name: "Bob" },
      });
      assert.isTrue(replay.replayed);
      assert.strictEqual(replay.render.status, "rendering");
    }),
  );
});
