import { assert, describe, it } from "@effect/vitest";
import { Deferred, Duration, Effect } from "effect";

import {
  beginRequest,
  remainingOf,
  LongestRequest,
  whileReceiving,
  withDeadline,
} from "./request_time.ts";

const LATE = Effect.succeed("late");

const within = <A, E, R>(handler: Effect.Effect<A, E, R>) =>
  Effect.flatMap(beginRequest, (time) => withDeadline<A | string, E, R>(time, handler, LATE)).pipe(
    Effect.provideService(LongestRequest, Duration.millis(100)),
  );

const millisOf = (left: Duration.Duration | string) =>
  Duration.isDuration(left) ? Duration.toMillis(left) : Number.NaN;

describe("withDeadline()", () => {
  it.live("gives back what a handler says in time, its failures too", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* within(Effect.succeed("at once")), "at once");
      assert.strictEqual(yield* within(Effect.as(Effect.sleep(10), "later")), "later");
      assert.strictEqual(yield* Effect.flip(within(Effect.fail("no"))), "no");
    }),
  );

  it.live("interrupts a handler that takes too long", () =>
    Effect.gen(function* () {
      const interrupted = yield* Deferred.make<void>();
      const handler = Effect.onInterrupt(Effect.never, () =>
        Deferred.succeed(interrupted, undefined),
      );
      assert.strictEqual(yield* within(handler), "late");
      yield* Deferred.await(interrupted);
    }),
  );

  it.live("does not wait for a handler that takes long to be interrupted", () =>
    Effect.gen(function* () {
      const ended = yield* Deferred.make<void>();
      const stuck = Effect.uninterruptible(Deferred.await(ended));
      assert.strictEqual(yield* within(stuck), "late");
      yield* Deferred.succeed(ended, undefined);
    }),
  );

  it.live("counts from when the body has arrived", () =>
    Effect.gen(function* () {
      const receive = whileReceiving(Effect.sleep(150));
      assert.strictEqual(yield* within(Effect.as(receive, "received")), "received");
      assert.strictEqual(yield* within(Effect.andThen(receive, Effect.never)), "late");
      const left = yield* within(Effect.andThen(receive, remainingOf("1 second")));
      assert.isAbove(millisOf(left), 900);
      const later = Effect.andThen(Effect.sleep(50), remainingOf("1 second"));
      assert.isBelow(millisOf(yield* within(later)), 960);
    }),
  );

  it.live("interrupts the handler when the client goes, and waits for that", () =>
    Effect.gen(function* () {
      let isUndone = false;
      const handler = Effect.onInterrupt(Effect.never, () =>
        Effect.andThen(
          Effect.sleep(20),
          Effect.sync(() => (isUndone = true)),
        ),
      );
      yield* Effect.timeoutOption(within(handler), 30);
      assert.isTrue(isUndone);
    }),
  );
});
