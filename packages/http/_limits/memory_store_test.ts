import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { assert, describe, it } from "@effect/vitest";
import { Duration, Effect, Layer } from "effect";
import { RateLimiter } from "effect/persistence";
import { TestClock } from "effect/testing";

import { rateLimiterMemory } from "./memory_store.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: unknown = runInNewContext("gc");

/** The size of the heap after garbage collection, in bytes. */
function heapBytes(): number {
  assert(typeof collectGarbage === "function");
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

const effects = RateLimiter.layer.pipe(Layer.provide(RateLimiter.layerStoreMemory));

const WINDOW = { window: "60 seconds", limit: 6 } as const;

/** The results for requests of two keys over time. */
const results = Effect.gen(function* () {
  const { consume } = yield* RateLimiter.RateLimiter;
  const outputs: Array<unknown> = [];
  for (const [index, pause] of [0, 0, 3, 9, 40, 0, 0, 0, 0, 59, 1, 61, 0].entries()) {
    yield* TestClock.adjust(Duration.seconds(pause));
    const key = index % 3 === 0 ? "one" : "other";
    outputs.push(JSON.stringify(yield* Effect.result(consume({ ...WINDOW, key }))));
  }
  return outputs;
});

describe("rateLimiterMemory", () => {
  it.effect("counts like Effect's store", () =>
    Effect.gen(function* () {
      const actual = yield* Effect.provide(results, rateLimiterMemory);
      assert.deepStrictEqual(actual, yield* Effect.provide(results, effects));
    }),
  );

  it.effect("removes counters after their window", () =>
    Effect.gen(function* () {
      const { consume } = yield* RateLimiter.RateLimiter;
      const consumeAll = Effect.fnUntraced(function* (round: number) {
        for (let index = 0; index < 20_000; index++) {
          yield* consume({ ...WINDOW, key: `${round}:${index}:${"x".repeat(200)}` });
        }
        yield* TestClock.adjust("61 seconds");
      });
      yield* consumeAll(0);
      const before = heapBytes();
      for (let round = 1; round < 20; round++) yield* consumeAll(round);
      // 380 000 keys of at least 200 characters would take over 80 MB.
      assert.isBelow(heapBytes() - before, 40_000_000);
    }).pipe(Effect.provide(rateLimiterMemory)),
  );
});
