import { assert, describe, it } from "@effect/vitest";

import { jsonOutline } from "./json_outline.ts";

const ALL = { depth: Infinity, values: Infinity };

describe("jsonOutline()", () => {
  it.each([
    ["1", 0, 1],
    ["[]", 1, 2],
    ['{"a":["[[",1]}', 2, 4],
    ['"\\"["', 0, 1],
    ['["\\\\",[]]', 2, 4],
    ['"never ends [', 0, 1],
  ])("%s nests %i deep and holds about %i values", (text, depth, values) => {
    assert.deepEqual(jsonOutline(text, ALL), { depth, values });
  });

  it("never misses a level or a value of what JSON.stringify writes", () => {
    const nested = { a: [{ 'quo"te\\': ["]", "\\"] }], b: {} };
    const { depth, values } = jsonOutline(JSON.stringify(nested), ALL);
    assert.strictEqual(depth, 4);
    assert.isAtLeast(values, 7);
  });

  it("takes a moment for what takes a parser seconds", () => {
    const before = performance.now();
    assert.strictEqual(jsonOutline("[".repeat(20_000_000), ALL).depth, 20_000_000);
    assert.isBelow(performance.now() - before, 2000);
  });

  it("looks no further than it takes to know that there is too much", () => {
    assert.strictEqual(jsonOutline("[".repeat(1000), { ...ALL, depth: 64 }).depth, 65);
    assert.strictEqual(jsonOutline(`[${"0,".repeat(1000)}`, { ...ALL, values: 100 }).values, 101);
  });
});
