import { assert, describe, it } from "@effect/vitest";

import { RecentlyUsed } from "./recently_used.ts";

describe("RecentlyUsed", () => {
  it("lets go of what was not used for longest", () => {
    const kept = new RecentlyUsed<string>({ count: 2, bytes: 100 });
    kept.keep("a", "A", 1);
    kept.keep("b", "B", 1);
    assert.strictEqual(kept.find("a"), "A");
    kept.keep("c", "C", 1);
    assert.deepStrictEqual(
      ["a", "b", "c"].map((id) => kept.find(id)),
      ["A", undefined, "C"],
    );
  });

  it("keeps no more bytes than it may, but always the last", () => {
    const kept = new RecentlyUsed<string>({ count: 10, bytes: 100 });
    kept.keep("a", "A", 60);
    kept.keep("b", "B", 60);
    assert.isUndefined(kept.find("a"));
    assert.strictEqual(kept.find("b"), "B");
    kept.keep("large", "L", 500);
    assert.isUndefined(kept.find("b"));
    assert.strictEqual(kept.find("large"), "L");
    kept.keep("a", "A", 60);
    assert.isUndefined(kept.find("large"));
    assert.strictEqual(kept.find("a"), "A");
  });

  it("counts what comes again once", () => {
    const kept = new RecentlyUsed<string>({ count: 10, bytes: 100 });
    kept.keep("a", "A", 60);
    kept.keep("a", "A2", 60);
    kept.keep("b", "B", 40);
    assert.strictEqual(kept.find("a"), "A2");
    assert.strictEqual(kept.find("b"), "B");
  });
});
