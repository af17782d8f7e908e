import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { type FlowBox, paginate } from "./paginate.ts";

const AREA = { top: 20, bottom: 120 };
const whole = (top: number, height: number): FlowBox => ({
  top,
  height,
  extent: { kind: "whole", height },
});
const rows = (top: number, height: number, units: ReadonlyArray<number>, head = 0): FlowBox => ({
  top,
  height,
  extent: { kind: "divisible", head, units },
});
const spots = (boxes: ReadonlyArray<FlowBox>) =>
  paginate(boxes, AREA)
    .toSorted((a, b) => a.box - b.box || a.page - b.page)
    .map(({ box, page, top }) => [box, page, Math.round(top * 10) / 10]);

describe("paginate()", () => {
  it("leaves alone what nothing moves, even in the margin", () => {
    assert.deepStrictEqual(spots([whole(5, 10), whole(30, 10), whole(125, 10)]), [
      [0, 0, 5],
      [1, 0, 30],
      [2, 0, 125],
    ]);
  });

  it("pushes down what stands below what grew, and lets follow what grew less", () => {
    assert.deepStrictEqual(spots([rows(30, 10, [10, 10, 10]), whole(45, 5)]), [
      [0, 0, 30],
      [1, 0, 65],
    ]);
    assert.deepStrictEqual(spots([rows(30, 20, [5]), whole(55, 5)]), [
      [0, 0, 30],
      [1, 0, 40],
    ]);
  });

  it("does not move what stands beside", () => {
    assert.deepStrictEqual(spots([rows(30, 10, [40]), whole(32, 5)]), [
      [0, 0, 30],
      [1, 0, 32],
    ]);
  });

  it("divides rows between pages under a repeated head", () => {
    const placed = paginate([rows(30, 10, Array(20).fill(10), 5), whole(45, 5)], AREA);
    assert.deepStrictEqual(
      placed.map(({ box, page, from, to }) => [box, page, from, to]),
      [
        [0, 0, 0, 8],
        [0, 1, 8, 17],
        [0, 2, 17, 20],
        [1, 2, 0, 0],
      ],
    );
    assert.closeTo(placed[3]?.top ?? 0, 20 + 5 + 30 + 5, 0.1);
  });

  it("begins rows on the next page rather than leave a head alone", () => {
    assert.deepStrictEqual(spots([rows(30, 10, [75]), rows(45, 10, [10], 10)]), [
      [0, 0, 30],
      [1, 1, 20],
    ]);
  });

  it("keeps together what lies over each other", () => {
    const pushed = spots([rows(30, 10, [70]), whole(45, 20), whole(47, 5), whole(60, 4)]);
    assert.deepStrictEqual(pushed.slice(1), [
      [1, 1, 20],
      [2, 1, 22],
      [3, 1, 35],
    ]);
  });

  it("takes a heading along with what it heads", () => {
    assert.deepStrictEqual(spots([rows(30, 10, [70]), whole(42, 5), whole(48, 20)]), [
      [0, 0, 30],
      [1, 1, 20],
      [2, 1, 26],
    ]);
  });

  it("places a row that is higher than a page, once", () => {
    assert.deepStrictEqual(spots([rows(30, 10, [10, 500, 10])]), [
      [0, 0, 30],
      [0, 1, 20],
      [0, 2, 20],
    ]);
  });

  const Box = Schema.Struct({
    top: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 110 })),
    height: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60 })),
    units: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 200 }))).check(
      Schema.isMaxLength(12),
    ),
    isWhole: Schema.Boolean,
  });
  it.prop(
    "places every box and every row exactly once",
    [Schema.Array(Box).check(Schema.isMaxLength(12))],
    ([given]) => {
      const boxes = given.map(({ top, height, units, isWhole }) =>
        isWhole ? whole(top, height) : rows(top, height, units, 3),
      );
      const placed = paginate(boxes, AREA);
      return boxes.every(({ extent }, at) => {
        const own = placed.filter(({ box }) => box === at);
        const count = own.reduce((sum, { from, to }) => sum + to - from, 0);
        return extent.kind === "whole" ? own.length === 1 : count === extent.units.length;
      });
    },
  );
});
