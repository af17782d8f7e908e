import { assert, describe, it } from "@effect/vitest";
import { CurrentTenant } from "@paraph/core/values";
import { Deferred, Effect, Fiber } from "effect";
import { TestClock } from "effect/testing";

import { FairSlots } from "./fair_slots.ts";

/** Runs jobs that end on request, and records which have begun. */
const slotHarness = (limits: ConstructorParameters<typeof FairSlots>[0]) => {
  const slots = new FairSlots(limits);
  const startedJobs: Array<string> = [];
  const start = Effect.fnUntraced(function* (tenant: string, name: string) {
    const end = yield* Deferred.make<void>();
    const job = Effect.andThen(
      Effect.sync(() => void startedJobs.push(name)),
      Deferred.await(end),
    );
    const fiber = yield* Effect.forkChild(
      Effect.provideService(slots.run(job), CurrentTenant, tenant),
      { startImmediately: true },
    );
    const finish = Effect.andThen(Deferred.succeed(end, undefined), Fiber.join(fiber));
    return { fiber, finish };
  });
  return { startedJobs, start };
};

describe("FairSlots", () => {
  it.effect("leaves a slot to others when one tenant has its share", () =>
    Effect.gen(function* () {
      const { startedJobs, start } = slotHarness({ slots: 3, share: 2 });
      for (let index = 0; index < 12; index++) yield* start("attacker", `attack ${index}`);
      assert.deepStrictEqual(startedJobs, ["attack 0", "attack 1"]);
      yield* start("victim", "victim");
      assert.deepStrictEqual(startedJobs, ["attack 0", "attack 1", "victim"]);
    }),
  );

  it.effect("serves the waiting tenant with the least use first", () =>
    Effect.gen(function* () {
      const { startedJobs, start } = slotHarness({ slots: 1, share: 1 });
      const first = yield* start("a", "a1");
      const second = yield* start("a", "a2");
      const third = yield* start("b", "b1");
      yield* TestClock.adjust("1 second");
      yield* first.finish;
      assert.deepStrictEqual(startedJobs, ["a1", "b1"]);
      yield* third.finish;
      assert.deepStrictEqual(startedJobs, ["a1", "b1", "a2"]);
      yield* second.finish;
    }),
  );

  it.effect("frees the slot of a job that is interrupted while it waits or runs", () =>
    Effect.gen(function* () {
      const { startedJobs, start } = slotHarness({ slots: 1, share: 1 });
      const running = yield* start("a", "running");
      const waiting = yield* start("a", "waiting");
      const last = yield* start("b", "last");
      yield* Fiber.interrupt(waiting.fiber);
      yield* Fiber.interrupt(running.fiber);
      assert.deepStrictEqual(startedJobs, ["running", "last"]);
      yield* last.finish;
      const again = yield* start("a", "again");
      assert.deepStrictEqual(startedJobs, ["running", "last", "again"]);
      yield* again.finish;
    }),
  );
});
