import { assert, describe, it } from "@effect/vitest";

import { LruCache } from "./lru_cache.ts";

describe("LruCache", () => {
  it("lets go of what was not used for longest", () => {
    const kept = new LruCache<string>({ count: 2, bytes: 100 });
    kept.set("a", "A", 1);
    kept.set("b", "B", 1);
    assert.strictEqual(kept.get("a"), "A");
    kept.set("c", "C", 1);
    assert.deepStrictEqual(
      ["a", "b", "c"].map((id) => kept.get(id)),
      ["A", undefined, "C"],
    );
  });

  it("keeps no more bytes than it may, but always the last", () => {
    const kept = new LruCache<string>({ count: 10, bytes: 100 });
    kept.set("a", "A", 60);
    kept.set("b", "B", 60);
    assert.isUndefined(kept.get("a"));
    assert.strictEqual(kept.get("b"), "B");
    kept.set("large", "L", 500);
    assert.isUndefined(kept.get("b"));
    assert.strictEqual(kept.get("large"), "L");
    kept.set("a", "A", 60);
    assert.isUndefined(kept.get("large"));
    assert.strictEqual(kept.get("a"), "A");
  });

  it("counts what comes again once", () => {
    const kept = new LruCache<string>({ count: 10, bytes: 100 });
    kept.set("a", "A", 60);
    kept.set("a", "A2", 60);
    kept.set("b", "B", 40);
    assert.strictEqual(kept.get("a"), "A2");
    assert.strictEqual(kept.get("b"), "B");
  });
});
