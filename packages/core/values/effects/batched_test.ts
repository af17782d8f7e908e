import { assert, describe, it } from "@effect/vitest";
import { Cause, Context, Deferred, Effect, Exit, Fiber, Latch, Option, Scope } from "effect";

import { batched } from "./batched.ts";

/** A batched doubling of numbers that waits for `gate`; 13 fails, with its whole batch. */
const doubling = Effect.fnUntraced(function* (atMost: number, gate: Latch.Latch) {
  const batches: Array<ReadonlyArray<number>> = [];
  const double = yield* batched(
    Effect.fnUntraced(function* (numbers: ReadonlyArray<number>) {
      batches.push(numbers);
      yield* gate.await;
      return numbers.includes(13) ? yield* Effect.fail("unlucky") : numbers.map((n) => n * 2);
    }),
    { concurrency: 1, atMost },
  );
  return { batches, double };
});

const startAll = <A, E>(calls: ReadonlyArray<Effect.Effect<A, E>>) =>
  Effect.forEach(calls, (call) => Effect.forkChild(call, { startImmediately: true }));

class Doubler extends Context.Service<Doubler, (n: number) => number>()("@paraph/test/Doubler") {}

describe("batched()", () => {
  it.effect("runs batches without the services of the context in which it was built", () =>
    Effect.gen(function* () {
      const found = yield* batched(
        () => Effect.map(Effect.serviceOption(Doubler), (service) => [Option.isSome(service)]),
        { concurrency: 1, atMost: 1 },
      );
      assert.isFalse(yield* found(1));
    }).pipe(Effect.provideService(Doubler, (n) => n * 2)),
  );

  it.effect("runs a call at once, and those that arrive meanwhile together", () =>
    Effect.gen(function* () {
      const gate = Latch.makeUnsafe();
      const { batches, double } = yield* doubling(3, gate);
      const [first] = yield* startAll([double(1)]);
      yield* Effect.yieldNow;
      assert.deepStrictEqual(batches, [[1]]);
      const others = yield* startAll([2, 3, 4, 5].map(double));
      yield* gate.open;
      assert.deepStrictEqual(yield* Fiber.joinAll([first!, ...others]), [2, 4, 6, 8, 10]);
      assert.deepStrictEqual(batches, [[1], [2, 3, 4], [5]]);
    }),
  );

  it.effect("repeats the calls of a failed batch one by one", () =>
    Effect.gen(function* () {
      const gate = Latch.makeUnsafe(true);
      const { batches, double } = yield* doubling(10, gate);
      const exits = yield* Effect.forEach([1, 13, 2], (n) => Effect.exit(double(n)), {
        concurrency: "unbounded",
      });
      assert.deepStrictEqual(exits, [Exit.succeed(2), Exit.fail("unlucky"), Exit.succeed(4)]);
      assert.deepStrictEqual(batches, [[1, 13, 2], [1], [13], [2]]);
    }),
  );

  it.effect("completes a batch although a caller is interrupted", () =>
    Effect.gen(function* () {
      const gate = Latch.makeUnsafe();
      const { double } = yield* doubling(10, gate);
      const [one, two] = yield* startAll([1, 2].map(double));
      yield* Effect.yieldNow;
      yield* Fiber.interrupt(one!);
      yield* gate.open;
      assert.strictEqual(yield* Fiber.join(two!), 4);
    }),
  );

  it.effect("does not run a call that is interrupted before its batch", () =>
    Effect.gen(function* () {
      const gate = Latch.makeUnsafe();
      const { batches, double } = yield* doubling(10, gate);
      const [first] = yield* startAll([double(1)]);
      yield* Effect.yieldNow;
      const [second, third] = yield* startAll([2, 3].map(double));
      yield* Fiber.interrupt(second!);
      yield* gate.open;
      assert.deepStrictEqual(yield* Fiber.joinAll([first!, third!]), [2, 6]);
      assert.deepStrictEqual(batches, [[1], [3]]);
    }),
  );

  it.effect("ends all calls when its scope closes", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make();
      const started = yield* Deferred.make<void>();
      const wait = yield* batched(
        () => Effect.andThen(Deferred.succeed(started, undefined), Effect.never),
        { concurrency: 1, atMost: 1 },
      ).pipe(Scope.provide(scope));
      const calls = yield* startAll([wait(1), wait(2)]);
      yield* Deferred.await(started);
      yield* Scope.close(scope, Exit.void);
      for (const exit of yield* Fiber.awaitAll([...calls, yield* Effect.forkChild(wait(3))])) {
        assert.isTrue(Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause));
      }
    }),
  );
});
