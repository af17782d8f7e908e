import { assert, describe, it } from "@effect/vitest";

import { batchSize, LearnedCosts, estimateMicros, isHeavy } from "./cost_estimate.ts";

const MIB = 1024 * 1024;

describe("estimateMicros()", () => {
  it.each([
    ["an invoice", { rows: 12, characters: 2_000 }, 1_050],
    ["a statement of 50 pages", { rows: 1_500, characters: 120_000 }, 87_250],
    ["a photo on a page", { copiedBytes: 2 * MIB }, 21_222],
    ["a large image to be checked", { readBytes: 8 * MIB }, 419_680],
    ["an invoice like others", { rows: 12, characters: 2_000, knownMicros: 9_000 }, 1_050],
    [
      "an invoice with a slow drawing",
      { rows: 12, characters: 2_000, knownMicros: 9e6 },
      9_001_050,
    ],
    ["a small PDF to be checked", { readBytes: 20_000, isUntrusted: true }, 251_250],
  ])("estimates %s", (_, load, micros) => {
    assert.strictEqual(estimateMicros(load), micros);
  });
});

describe("isHeavy()", () => {
  it("is an unpredictable file", () => {
    assert.isTrue(isHeavy(estimateMicros({ readBytes: 1, isUntrusted: true })));
  });

  it("is a document of thousands of rows, not a statement", () => {
    assert.isFalse(isHeavy(estimateMicros({ rows: 1_500, characters: 120_000 })));
    assert.isTrue(isHeavy(estimateMicros({ rows: 4_000 })));
  });
});

describe("batchSize()", () => {
  it.each([
    ["shares small jobs between threads", [1_000, 1_000, 1_000, 1_000], 2, 2],
    ["gives a thread about twenty milliseconds of work", Array(16).fill(4_000), 16, 5],
    ["gives a thread at most sixteen jobs", Array(40).fill(1), 40, 16],
    ["never gives less than one", [90_000, 10], 2, 1],
    ["leaves a long job for another thread", [1_000, 90_000], 2, 1],
  ])("%s", (_, waiting: ReadonlyArray<number>, share, size) => {
    assert.strictEqual(batchSize(waiting, share), size);
  });
});

describe("LearnedCosts", () => {
  it("counts what happened twice, and a large excess at once", () => {
    const costs = new LearnedCosts();
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
