import { assert, describe, it } from "@effect/vitest";

import { DrawingCosts } from "./drawing_costs.ts";

describe("DrawingCosts", () => {
  it("believes what happened twice, and what is beyond doubt at once", () => {
    const costs = new DrawingCosts();
    assert.strictEqual(costs.extraOf("a"), 0);
    costs.learn("a", 300_000);
    assert.strictEqual(costs.extraOf("a"), 0);
    costs.learn("a", 200_000);
    assert.strictEqual(costs.extraOf("a"), 200_000);
    costs.learn("a", -5);
    assert.strictEqual(costs.extraOf("a"), 0);
    costs.learn("b", 10_000_000);
    assert.strictEqual(costs.extraOf("b"), 10_000_000);
  });
});
