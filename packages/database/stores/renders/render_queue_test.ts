import { createHash } from "node:crypto";

import { assert, layer } from "@effect/vitest";
import {
  AssetStore,
  RenderQueue,
  Renders,
  RenderStore,
  type SubmittedRender,
} from "@paraph/core/renders";
import { Publication, Templates } from "@paraph/core/templates";
import { type ProjectId, PublicUrls, Slug, Transaction } from "@paraph/core/values";
import { Duration, Effect, Layer, Option, Schedule } from "effect";
import { SqlClient } from "effect/sql";

import {
  createProject,
  createVersion,
  migratedStores,
  newRender,
  noAssetReader,
} from "../../testing/mod.ts";
import { adjustToClockSetBack, releaseClaimedJobs } from "../queue/job_maintenance.ts";

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
  const id = yield* createProject;
  return { id, version: yield* createVersion(id, SLUG) };
});

/** The ids of all jobs. */
const jobs = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  const rows = yield* sql<{ readonly id: string }>`SELECT id FROM render_jobs`;
  return rows.map(({ id }) => id);
});

/** A render with a queued job. */
const offerRender = Effect.fnUntraced(function* (of?: Effect.Success<typeof project>) {
  const { id: projectId, version } = of ?? (yield* project);
  const render = yield* newRender(projectId, version);
  yield* (yield* RenderStore).add([render]);
  yield* (yield* RenderQueue).offer([render]);
  return render;
});

const LEASE = Duration.seconds(10);
const ALL = { atMost: 1000, share: 1000, inFlight: new Map<string, number>() };

/** Claims every due job of a project. Jobs of other tests stay with their projects. */
const claimOf = Effect.fnUntraced(function* (projectId: ProjectId, lease = LEASE) {
  const claims = yield* (yield* RenderQueue).claim(ALL, lease);
  return claims.filter((claim) => claim.projectId === projectId);
});

layer(services, { excludeTestServices: true })("renderQueueSql", (it) => {
  it.effect("claims an offered job once, however often it is offered", () =>
    Effect.gen(function* () {
      const queue = yield* RenderQueue;
      const { id, projectId } = yield* offerRender();
      yield* Effect.all(
        Array.from({ length: 20 }, () => queue.offer([{ id, projectId }])),
        { concurrency: "unbounded" },
      );
      const claims = yield* Effect.all(
        Array.from({ length: 5 }, () => claimOf(projectId)),
        { concurrency: "unbounded" },
      );
      const [claim, ...others] = claims.flat();
      assert.deepInclude(claim, { id, projectId, attempts: 1 });
      assert.isEmpty(others);
      yield* queue.complete(claim!);
      assert.notInclude(yield* jobs, id);
    }),
  );

  it.effect("a rollback undoes the offer too", () =>
    Effect.gen(function* () {
      const queue = yield* RenderQueue;
      const store = yield* RenderStore;
      const transaction = yield* Transaction;
      const { id: projectId, version } = yield* project;
      const render = yield* newRender(projectId, version);
      const accept = Effect.andThen(store.add([render]), queue.offer([render]));
      const error = yield* Effect.flip(
        transaction.run(Effect.andThen(accept, Effect.fail("changed my mind" as const))),
      );
      assert.strictEqual(error, "changed my mind");
      assert.isTrue(Option.isNone(yield* store.find(projectId, render.id)));
      assert.notInclude(yield* jobs, render.id);
      yield* transaction.run(accept);
      assert.include(yield* jobs, render.id);
      yield* queue.awaitWake;
    }),
  );

  it.effect("a failed job returns after its delay with one more attempt", () =>
    Effect.gen(function* () {
      const queue = yield* RenderQueue;
      const { id, projectId } = yield* offerRender();
      const [first] = yield* claimOf(projectId);
      yield* queue.retry(first!, Duration.minutes(1));
      assert.isEmpty(yield* claimOf(projectId));
      const sql = yield* SqlClient.SqlClient;
      yield* sql`UPDATE render_jobs SET due_at = due_at - interval '1 minute' WHERE id = ${id}`;
      const [second] = yield* claimOf(projectId);
      assert.deepInclude(second, { id, attempts: 2 });
    }),
  );

  it.effect("a released job returns at once without another attempt", () =>
    Effect.gen(function* () {
      const queue = yield* RenderQueue;
      const { id, projectId } = yield* offerRender();
      const [first] = yield* claimOf(projectId);
      yield* queue.release(first!);
      const [second] = yield* claimOf(projectId);
      assert.deepInclude(second, { id, attempts: 1 });
    }),
  );

  it.effect("a node that stops renewing loses its job to another", () =>
    Effect.gen(function* () {
      const queue = yield* RenderQueue;
      const lease = Duration.millis(300);
      const { projectId } = yield* offerRender();
      const [lostClaim] = yield* claimOf(projectId, lease);
      const [claim] = yield* Effect.repeat(claimOf(projectId), {
        until: (claims) => claims.length > 0,
        schedule: Schedule.spaced("20 millis"),
      });
      assert.deepInclude(claim, { id: lostClaim!.id, attempts: 2 });
      // The earlier claim changes nothing any more.
      yield* queue.complete(lostClaim!);
      yield* queue.retry(lostClaim!, Duration.zero);
      yield* queue.release(lostClaim!);
      yield* queue.renew([lostClaim!], Duration.zero);
      assert.isEmpty(yield* claimOf(projectId));
      yield* queue.renew([claim!], Duration.zero);
      assert.strictEqual((yield* claimOf(projectId)).length, 1);
    }),
  );

  it.effect("a project with a thousand jobs does not delay another project", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const queue = yield* RenderQueue;
      const [busy, quiet] = [yield* project, yield* project];
      yield* sql`
        INSERT INTO render_jobs (id, project_id, due_at)
        SELECT gen_random_uuid(), ${busy.id}, now() - interval '1 hour'
        FROM generate_series(1, 1000)`;
      const first = yield* queue.claim({ ...ALL, atMost: 8, share: 6 }, LEASE);
      const ofBusy = first.filter(({ projectId }) => projectId === busy.id);
      assert.strictEqual(ofBusy.length, 6);
      const { id } = yield* offerRender(quiet);
      const inFlight = new Map([[busy.id, 6]]);
      const next = yield* queue.claim({ atMost: 2, share: 6, inFlight }, LEASE);
      assert.deepStrictEqual(
        next.map((claim) => claim.id),
        [id],
      );
      yield* sql`DELETE FROM render_jobs WHERE project_id = ${busy.id}`;
    }),
  );

  it.effect("releaseClaimedJobs frees the jobs of dead workers at once", () =>
    Effect.gen(function* () {
      const { id, projectId } = yield* offerRender();
      yield* claimOf(projectId);
      yield* releaseClaimedJobs;
      const [claim] = yield* claimOf(projectId);
      assert.deepInclude(claim, { id, attempts: 2, abandonedClaims: 1 });
    }),
  );

  it.effect("jobs wait no longer than planned after the clock was set back an hour", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const { id: projectId } = yield* project;
      const row = (name: string, offset: string, delay: string, lease: string | null) => sql`
        INSERT INTO render_jobs (
          id, project_id, due_at, claim, claimed_at, claimed_until, updated_at
        )
        VALUES (
          md5(${name})::uuid, ${projectId}, now() + ${offset}::interval + ${delay}::interval,
          CASE WHEN ${lease}::text IS NOT NULL THEN gen_random_uuid() END,
          CASE WHEN ${lease}::text IS NOT NULL THEN now() END,
          now() + ${offset}::interval + ${lease}::interval, now() + ${offset}::interval
        )`;
      yield* row("due", "1 hour", "0", null);
      yield* row("claimed", "1 hour", "0", "1 minute");
      yield* row("later", "1 hour", "10 minutes", null);
      yield* row("unaffected", "0", "10 minutes", null);
      yield* adjustToClockSetBack;
      const waits = yield* sql<{ id: string; wait: number; lease: number | null }>`
        SELECT
          id,
          (extract(epoch FROM due_at - now()) / 60)::int AS wait,
          (extract(epoch FROM claimed_until - now()) / 60)::int AS lease
        FROM render_jobs
        WHERE project_id = ${projectId}`;
      const idOf = (name: string) =>
        createHash("md5")
          .update(name)
          .digest("hex")
          .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
      assert.sameDeepMembers(
        [...waits],
        [
          { id: idOf("due"), wait: 0, lease: null },
          { id: idOf("claimed"), wait: 0, lease: 1 },
          { id: idOf("later"), wait: 10, lease: null },
          { id: idOf("unaffected"), wait: 10, lease: null },
        ],
      );
      yield* sql`DELETE FROM render_jobs WHERE project_id = ${projectId}`;
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
      const submissions: ReadonlyArray<SubmittedRender> = yield* Effect.all(
        Array.from({ length: 50 }, () => renders.submit(projectId, SLUG, submission)),
        { concurrency: "unbounded" },
      );
      assert.strictEqual(new Set(submissions.map(({ render }) => render.id)).size, 1);
      assert.strictEqual(submissions.filter(({ replayed }) => replayed).length, 49);
      const newJobs = (yield* jobs).filter((job) => !before.includes(job));
      assert.deepStrictEqual(newJobs, [submissions[0]!.render.id]);
      const page = yield* renders.list(projectId, {});
      assert.strictEqual(page.renders.length, 1);
      yield* claimOf(projectId);
      const replay = yield* renders.submit(projectId, SLUG, {
        ...submission,
        data: { name: "Bob" },
      });
      assert.isTrue(replay.replayed);
      assert.strictEqual(replay.render.status, "rendering");
    }),
  );
});
