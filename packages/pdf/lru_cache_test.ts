import { assert, describe, it } from "@effect/vitest";

import { LruCache } from "./lru_cache.ts";

describe("LruCache", () => {
  it("evicts the least recently used entry", () => {
    const cache = new LruCache<string>({ count: 2, bytes: 100 });
    cache.set("a", "A", 1);
    cache.set("b", "B", 1);
    assert.strictEqual(cache.get("a"), "A");
    cache.set("c", "C", 1);
    assert.deepStrictEqual(
      ["a", "b", "c"].map((id) => cache.get(id)),
      ["A", undefined, "C"],
    );
  });

  it("limits the bytes, but always keeps the last entry", () => {
    const cache = new LruCache<string>({ count: 10, bytes: 100 });
    cache.set("a", "A", 60);
    cache.set("b", "B", 60);
    assert.isUndefined(cache.get("a"));
    assert.strictEqual(cache.get("b"), "B");
    cache.set("large", "L", 500);
    assert.isUndefined(cache.get("b"));
    assert.strictEqual(cache.get("large"), "L");
    cache.set("a", "A", 60);
    assert.isUndefined(cache.get("large"));
    assert.strictEqual(cache.get("a"), "A");
  });

  it("counts a replaced entry once", () => {
    const cache = new LruCache<string>({ count: 10, bytes: 100 });
    cache.set("a", "A", 60);
    cache.set("a", "A2", 60);
    cache.set("b", "B", 40);
    assert.strictEqual(cache.get("a"), "A2");
    assert.strictEqual(cache.get("b"), "B");
  });
});
