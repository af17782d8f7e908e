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
});
