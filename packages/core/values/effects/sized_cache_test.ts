import { assert, describe, it } from "@effect/vitest";
import { Effect } from "effect";

import { sizedCache } from "./sized_cache.ts";

describe("sizedCache()", () => {
  it.effect("looks up once, and evicts the least recently used values by size and number", () =>
    Effect.gen(function* () {
      const lookups: Array<string> = [];
      const get = yield* sizedCache({
        lookup: (key: string) => Effect.sync(() => (lookups.push(key), Number(key.slice(1)))),
        sizeOf: (size) => size,
        count: 3,
        bytes: 100,
      });
      yield* Effect.all([get("a40"), get("a40")], { concurrency: 2 });
      yield* get("b40");
      yield* get("a40");
      assert.deepStrictEqual(lookups, ["a40", "b40"]);
      // Exceeds the size: "b40" is evicted, because "a40" was used later.
      yield* get("c50");
      yield* get("a40");
      assert.deepStrictEqual(lookups, ["a40", "b40", "c50"]);
      yield* get("b40");
      assert.deepStrictEqual(lookups, ["a40", "b40", "c50", "b40"]);
      // A value above the size limit stays until the next one.
      yield* get("d500");
      yield* get("d500");
      assert.deepStrictEqual(lookups.slice(4), ["d500"]);
    }),
  );
});
