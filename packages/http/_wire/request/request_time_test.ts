import { assert, describe, it } from "@effect/vitest";
import { Deferred, Duration, Effect } from "effect";

import {
  beginRequest,
  remainingOf,
  RequestTimeout,
  whileReceiving,
  withDeadline,
} from "./request_time.ts";

const LATE = Effect.succeed("late");

const runWithDeadline = <A, E, R>(handler: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => withDeadline<A | string, E, R>(beginRequest(), handler, LATE)).pipe(
    Effect.provideService(RequestTimeout, Duration.millis(100)),
  );

const millisOf = (left: Duration.Duration | string) =>
  Duration.isDuration(left) ? Duration.toMillis(left) : Number.NaN;

describe("withDeadline()", () => {
  it.live("returns the result of a handler in time, also failures", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* runWithDeadline(Effect.succeed("at once")), "at once");
      assert.strictEqual(yield* runWithDeadline(Effect.as(Effect.sleep(10), "later")), "later");
      assert.strictEqual(yield* Effect.flip(runWithDeadline(Effect.fail("no"))), "no");
    }),
  );

  it.live("interrupts a slow handler", () =>
    Effect.gen(function* () {
      const interruption = yield* Deferred.make<void>();
      const handler = Effect.onInterrupt(Effect.never, () =>
        Deferred.succeed(interruption, undefined),
      );
      assert.strictEqual(yield* runWithDeadline(handler), "late");
      yield* Deferred.await(interruption);
    }),
  );

  it.live("does not wait for the interruption of a slow handler", () =>
    Effect.gen(function* () {
      const release = yield* Deferred.make<void>();
      const stuck = Effect.uninterruptible(Deferred.await(release));
      assert.strictEqual(yield* runWithDeadline(stuck), "late");
      yield* Deferred.succeed(release, undefined);
    }),
  );

  it.live("starts the time when the body has arrived", () =>
    Effect.gen(function* () {
      const receive = whileReceiving(Effect.sleep(150));
      assert.strictEqual(yield* runWithDeadline(Effect.as(receive, "received")), "received");
      assert.strictEqual(yield* runWithDeadline(Effect.andThen(receive, Effect.never)), "late");
      const left = yield* runWithDeadline(Effect.andThen(receive, remainingOf("1 second")));
      assert.isAbove(millisOf(left), 900);
      const later = Effect.andThen(Effect.sleep(50), remainingOf("1 second"));
      assert.isBelow(millisOf(yield* runWithDeadline(later)), 960);
    }),
  );

  it.live("interrupts the handler if the client disconnects, and waits for that", () =>
    Effect.gen(function* () {
      let isInterrupted = false;
      const handler = Effect.onInterrupt(Effect.never, () =>
        Effect.andThen(
          Effect.sleep(20),
          Effect.sync(() => (isInterrupted = true)),
        ),
      );
      yield* Effect.timeoutOption(runWithDeadline(handler), 30);
      assert.isTrue(isInterrupted);
    }),
  );
});
