import { assert, layer } from "@effect/vitest";
import { RenderQueue, RenderStore } from "@paraph/core/renders";
import { Slug } from "@paraph/core/values";
import { createProject, createVersion, migratedStores, newRender } from "@paraph/database/testing";
import { Duration, Effect, Schedule } from "effect";
import { SqlClient } from "effect/sql";

import { runQueuedJobs } from "./queued_jobs.ts";

layer(migratedStores, { excludeTestServices: true })("runQueuedJobs()", (it) => {
  it.effect(
    "counts failed attempts but not interrupted ones, and removes jobs that have ended",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient;
        const queue = yield* RenderQueue;
        const projectId = yield* createProject;
        const render = yield* newRender(projectId, yield* createVersion(projectId, Slug.make("a")));
        yield* (yield* RenderStore).add([render]);
        const outcomes = [Effect.interrupt, Effect.fail("down"), Effect.die("broken"), Effect.void];
        const attempts: Array<number> = [];
        yield* runQueuedJobs(queue, {
          run: (job) => {
            assert.strictEqual(job.id, render.id);
            assert.strictEqual(job.abandonedClaims, 0);
            attempts.push(job.attempts);
            return outcomes[attempts.length - 1] ?? Effect.die("It has ended");
          },
          idName: "renderId",
          retryDelay: () => Duration.millis(10),
          concurrency: 4,
          failureMessage: "It will be retried",
        });
        yield* queue.offer([render]);
        yield* sql`SELECT 1 FROM render_jobs WHERE id = ${render.id}`.pipe(
          Effect.repeat({
            until: (rows) => rows.length === 0,
            schedule: Schedule.spaced("10 millis"),
          }),
          Effect.timeout("20 seconds"),
        );
        assert.deepStrictEqual(attempts, [1, 1, 2, 3]);
      }).pipe(Effect.scoped),
  );
});
