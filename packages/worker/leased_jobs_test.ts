import { assert, describe, it } from "@effect/vitest";
import { ProjectId } from "@paraph/core/values";
import { Deferred, Duration, Effect, Exit, Scope } from "effect";

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

  it.live("claims more when jobs end during a claim", () =>
    Effect.gen(function* () {
      const projectId = ProjectId.make("01960000-0000-7000-8000-000000000000");
      let waitingCount = 12;
      const lastEnd = yield* Deferred.make<void>();
      let endCount = 0;
      yield* runLeasedJobs({
        claim: Effect.fnUntraced(function* ({ atMost }) {
          // Jobs of the claim before end meanwhile.
          yield* Effect.sleep("20 millis");
          const count = Math.min(atMost, waitingCount);
          waitingCount -= count;
          return Array.from({ length: count }, () => ({ projectId }));
        }),
        renew: () => Effect.void,
        awaitWake: Effect.never,
        run: () =>
          Effect.gen(function* () {
            yield* Effect.sleep(endCount % 2 === 0 ? "1 millis" : "10 millis");
            endCount += 1;
            if (endCount === 12) yield* Deferred.succeed(lastEnd, undefined);
          }),
        lease: Duration.seconds(10),
        concurrency: 3,
        maxPerProject: 2,
      });
      yield* Deferred.await(lastEnd);
    }).pipe(Effect.scoped),
  );
});
