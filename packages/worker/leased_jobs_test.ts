import { assert, describe, it } from "@effect/vitest";
import { ProjectId } from "@paraph/core/values";
import { Deferred, Duration, Effect, Exit, Fiber, Latch, Scope } from "effect";

import { runLeasedJobs } from "./leased_jobs.ts";

describe("runLeasedJobs()", () => {
  it.live("ends its jobs when its scope closes, also those claimed meanwhile", () =>
    Effect.gen(function* () {
      const projectId = ProjectId.make("01960000-0000-7000-8000-000000000000");
      let startCount = 0;
      let endCount = 0;
      const firstEnd = yield* Deferred.make<void>();
      const scope = yield* Scope.make();
      yield* runLeasedJobs({
        claim: () => Effect.succeed([{ projectId }]),
        renew: () => Effect.void,
        awaitWake: Effect.yieldNow,
        run: () =>
          Effect.sync(() => startCount++).pipe(
            Effect.andThen(Effect.sleep("50 millis")),
            Effect.andThen(Effect.sync(() => endCount++)),
            Effect.andThen(Deferred.succeed(firstEnd, undefined)),
          ),
        lease: Duration.seconds(10),
        concurrency: 8,
        maxPerProject: 8,
      }).pipe(Scope.provide(scope));
      yield* Deferred.await(firstEnd);
      yield* Scope.close(scope, Exit.void);
      assert.strictEqual(endCount, startCount);
    }),
  );

  it.live("runs the jobs of a claim that the closing of its scope meets", () =>
    Effect.gen(function* () {
      const projectId = ProjectId.make("01960000-0000-7000-8000-000000000000");
      const [isClaimed, hasResponse] = yield* Effect.all([
        Deferred.make<void>(),
        Deferred.make<void>(),
      ]);
      let ranCount = 0;
      const scope = yield* Scope.make();
      yield* runLeasedJobs({
        // The database has committed the claim, and its response is on the way.
        claim: () =>
          Deferred.succeed(isClaimed, undefined).pipe(
            Effect.andThen(Deferred.await(hasResponse)),
            Effect.as([{ projectId }]),
          ),
        renew: () => Effect.void,
        awaitWake: Effect.never,
        run: () => Effect.sync(() => ranCount++),
        lease: Duration.seconds(10),
        concurrency: 8,
        maxPerProject: 8,
      }).pipe(Scope.provide(scope));
      yield* Deferred.await(isClaimed);
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void), {
        startImmediately: true,
      });
      yield* Deferred.succeed(hasResponse, undefined);
      yield* Fiber.join(closing);
      assert.strictEqual(ranCount, 1);
    }),
  );

  it.live("claims more when jobs end during a claim", () =>
    Effect.gen(function* () {
      const projectId = ProjectId.make("01960000-0000-7000-8000-000000000000");
      const wake = yield* Latch.make();
      const [isClaiming, endOfA, runsC] = yield* Effect.all([
        Deferred.make<void>(),
        Deferred.make<void>(),
        Deferred.make<void>(),
      ]);
      const waiting = ["A", "B", "C"];
      const jobs: Readonly<Record<string, Effect.Effect<void>>> = {
        A: Deferred.await(endOfA),
        B: Deferred.await(runsC),
        C: Effect.asVoid(Deferred.succeed(runsC, undefined)),
      };
      yield* runLeasedJobs<{ readonly projectId: ProjectId; readonly name: string }>({
        claim: Effect.fnUntraced(function* (_, running) {
          const name = waiting.shift();
          if (name === "B") {
            yield* Deferred.succeed(isClaiming, undefined);
            yield* Effect.repeat(Effect.yieldNow, { until: () => running.size === 0 });
          }
          return name === undefined ? [] : [{ projectId, name }];
        }),
        renew: () => Effect.void,
        awaitWake: Effect.andThen(wake.await, Effect.asVoid(wake.close)),
        run: ({ name }) => jobs[name] ?? Effect.void,
        lease: Duration.seconds(10),
        concurrency: 3,
        maxPerProject: 2,
      });
      yield* wake.open;
      yield* Deferred.await(isClaiming);
      // A ends while B is claimed; both slots of the project seem taken.
      yield* Deferred.succeed(endOfA, undefined);
      yield* Deferred.await(runsC).pipe(Effect.timeout("10 seconds"));
    }).pipe(Effect.scoped),
  );
});
