import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { balancedHeight, columnEnds, columnsHeight } from "./columns.ts";

const Lengths = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9 })));
const Count = Schema.Int.check(Schema.isBetween({ minimum: 2, maximum: 6 }));

describe("columnEnds()", () => {
  it.each([
    [10, [3, 5]],
    [7, [2, 4]],
    [3, []],
  ])("fills columns of %i mm one after the other", (height, ends) => {
    const all = { from: 0, to: 5 };
    assert.deepStrictEqual(columnEnds([4, 3, 3, 4, 4], all, height, 2), ends);
  });
});

describe("balancedHeight()", () => {
  it.prop("is the smallest height that holds all units", [Lengths, Count], ([units, count]) => {
    const all = { from: 0, to: units.length };
    const height = balancedHeight(units, all, count);
    if (units.length === 0) return height === 0;
    const ends = columnEnds(units, all, height, count);
    const isFilled = ends.at(-1) === units.length && columnsHeight(units, 0, ends) <= height + 0.1;
    return isFilled && columnEnds(units, all, height - 0.2, count).at(-1) !== units.length;
  });
});
