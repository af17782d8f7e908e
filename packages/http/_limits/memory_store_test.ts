import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { assert, describe, it } from "@effect/vitest";
import { Duration, Effect, Layer } from "effect";
import { RateLimiter } from "effect/persistence";
import { TestClock } from "effect/testing";

import { rateLimiterMemory } from "./memory_store.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: unknown = runInNewContext("gc");

/** What the heap holds once everything that nobody needs is gone. */
function heldBytes(): number {
  assert(typeof collectGarbage === "function");
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

const effects = RateLimiter.layer.pipe(Layer.provide(RateLimiter.layerStoreMemory));

const WINDOW = { window: "60 seconds", limit: 6 } as const;

/** What a limiter says to requests of two keys that come at these moments. */
const answers = Effect.gen(function* () {
  const { consume } = yield* RateLimiter.RateLimiter;
  const said: Array<unknown> = [];
  for (const [at, pause] of [0, 0, 3, 9, 40, 0, 0, 0, 0, 59, 1, 61, 0].entries()) {
    yield* TestClock.adjust(Duration.seconds(pause));
    const key = at % 3 === 0 ? "one" : "other";
    said.push(JSON.stringify(yield* Effect.result(consume({ ...WINDOW, key }))));
  }
  return said;
});

describe("rateLimiterMemory", () => {
  it.effect("counts as Effect's own does", () =>
    Effect.gen(function* () {
      const ours = yield* Effect.provide(answers, rateLimiterMemory);
      assert.deepStrictEqual(ours, yield* Effect.provide(answers, effects));
    }),
  );

  it.effect("forgets whom it counted when their window is over", () =>
    Effect.gen(function* () {
      const { consume } = yield* RateLimiter.RateLimiter;
      const crowd = Effect.fnUntraced(function* (round: number) {
        for (let at = 0; at < 20_000; at++) {
          yield* consume({ ...WINDOW, key: `${round}:${at}:${"x".repeat(200)}` });
        }
        yield* TestClock.adjust("61 seconds");
      });
      yield* crowd(0);
      const before = heldBytes();
      for (let round = 1; round < 20; round++) yield* crowd(round);
      // 380 000 keys of 200 characters and more would take 80 MB and more.
      assert.isBelow(heldBytes() - before, 40_000_000);
    }).pipe(Effect.provide(rateLimiterMemory)),
  );
});
