import { assert, describe, it, layer } from "@effect/vitest";
import { RenderQueue, RenderStore } from "@paraph/core/renders";
import { Slug } from "@paraph/core/values";
import type { JobQueue } from "@paraph/core/values";
import { ProjectId } from "@paraph/core/values";
import { createProject, createVersion, migratedStores, newRender } from "@paraph/database/testing";
import { DateTime, Deferred, Duration, Effect, Exit, Fiber, Schedule, Scope } from "effect";
import { SqlClient } from "effect/sql";
import { TestClock } from "effect/testing";

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

describe("runQueuedJobs() on a queue that fails", () => {
  it.effect("stops within 30 seconds while a job cannot be settled", () =>
    Effect.gen(function* () {
      const isSettling = yield* Deferred.make<void>();
      const fail = Effect.andThen(Deferred.succeed(isSettling, undefined), Effect.die("down"));
      const waiting = [
        {
          id: "job",
          claim: "claim",
          projectId: ProjectId.make("01960000-0000-7000-8000-000000000000"),
          claimedAt: DateTime.makeUnsafe(0),
          attempts: 1,
          abandonedClaims: 0,
        },
      ];
      const queue: JobQueue<string> = {
        offer: () => Effect.void,
        claim: () => Effect.sync(() => waiting.splice(0)),
        renew: () => Effect.void,
        awaitWake: Effect.never,
        complete: () => fail,
        retry: () => fail,
        release: () => fail,
      };
      const scope = yield* Scope.make();
      yield* runQueuedJobs(queue, {
        run: () => Effect.void,
        idName: "id",
        retryDelay: () => Duration.seconds(1),
        concurrency: 4,
        failureMessage: "It will be retried",
      }).pipe(Scope.provide(scope));
      yield* Deferred.await(isSettling);
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void), {
        startImmediately: true,
      });
      yield* TestClock.adjust("31 seconds");
      yield* Fiber.join(closing);
    }),
  );
});
