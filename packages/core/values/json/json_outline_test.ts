import { assert, describe, it } from "@effect/vitest";

import { jsonOutline } from "./json_outline.ts";

const ALL = { depth: Infinity, values: Infinity };

function measure(...[text, limits]: Parameters<typeof jsonOutline>) {
  const steps = jsonOutline(text, limits);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

describe("jsonOutline()", () => {
  it.each([
    ["1", 0, 1],
    ["[]", 1, 2],
    ['{"a":["[[",1]}', 2, 4],
    ['"\\"["', 0, 1],
    ['["\\\\",[]]', 2, 4],
    ['"never ends [', 0, 1],
  ])("%s nests %i deep and holds about %i values", (text, depth, values) => {
    assert.deepEqual(measure(text, ALL), { depth, values });
  });

  it("never misses a level or a value of what JSON.stringify writes", () => {
    const value = { a: [{ 'quo"te\\': ["]", "\\"] }], b: {} };
    const { depth, values } = measure(JSON.stringify(value), ALL);
    assert.strictEqual(depth, 4);
    assert.isAtLeast(values, 7);
  });

  it("takes at most two seconds for 20 million nested arrays", () => {
    const before = process.threadCpuUsage();
    assert.strictEqual(measure("[".repeat(20_000_000), ALL).depth, 20_000_000);
    const { user, system } = process.threadCpuUsage(before);
    assert.isBelow((user + system) / 1000, 2000);
  });

  it("stops soon after a limit is exceeded", () => {
    const deep = measure("[".repeat(5_000_000), { ...ALL, depth: 64 });
    assert.isTrue(deep.depth > 64 && deep.depth < 2_000_000, `${deep.depth}`);
    const many = measure(`[${"0,".repeat(5_000_000)}`, { ...ALL, values: 100 });
    assert.isTrue(many.values > 100 && many.values < 2_000_000, `${many.values}`);
  });

  it("yields regularly", () => {
    const steps = jsonOutline(`[${"0,".repeat(2_000_000)}0]`, ALL);
    for (let turns = 0; turns < 3; turns++) assert.isFalse(steps.next().done);
  });
});
