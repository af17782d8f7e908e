import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import type { FlowBox } from "./flow_box.ts";
import { paginate } from "./paginate.ts";

const AREA = { top: 20, bottom: 120 };
const FREE = { breakBefore: false, keepWithNext: false, keepTogether: false };
const whole = (top: number, height: number): FlowBox => ({
  ...FREE,
  top,
  height,
  extent: { kind: "whole", height },
});
const rows = (top: number, height: number, units: ReadonlyArray<number>, head = 0): FlowBox => ({
  ...FREE,
  top,
  height,
  extent: { kind: "divisible", head, units },
});
const spots = (boxes: ReadonlyArray<FlowBox>) =>
  paginate(boxes, AREA)
    .toSorted((a, b) => a.box - b.box || a.page - b.page)
    .map(({ box, page, top }) => [box, page, Math.round(top * 10) / 10]);

describe("paginate()", () => {
  it("keeps the positions of boxes that nothing moves, even in the margin", () => {
    assert.deepStrictEqual(spots([whole(5, 10), whole(30, 10), whole(125, 10)]), [
      [0, 0, 5],
      [1, 0, 30],
      [2, 0, 125],
    ]);
  });

  it("pushes down boxes below one that grew, and pulls up boxes below one that shrank", () => {
    assert.deepStrictEqual(spots([rows(30, 10, [10, 10, 10]), whole(45, 5)]), [
      [0, 0, 30],
      [1, 0, 65],
    ]);
    assert.deepStrictEqual(spots([rows(30, 20, [5]), whole(55, 5)]), [
      [0, 0, 30],
      [1, 0, 40],
    ]);
  });

  it("does not move boxes in the same row", () => {
    assert.deepStrictEqual(spots([rows(30, 10, [40]), whole(32, 5)]), [
      [0, 0, 30],
      [1, 0, 32],
    ]);
  });

  it("divides rows between pages under a repeated head", () => {
    const placements = paginate([rows(30, 10, Array(20).fill(10), 5), whole(45, 5)], AREA);
    assert.deepStrictEqual(
      placements.map(({ box, page, from, to }) => [box, page, from, to]),
      [
        [0, 0, 0, 8],
        [0, 1, 8, 17],
        [0, 2, 17, 20],
        [1, 2, 0, 0],
      ],
    );
    assert.closeTo(placements[3]?.top ?? 0, 20 + 5 + 30 + 5, 0.1);
  });

  it("starts a table on the next page when only its head would fit", () => {
    assert.deepStrictEqual(spots([rows(30, 10, [75]), rows(45, 10, [10], 10)]), [
      [0, 0, 30],
      [1, 1, 20],
    ]);
  });

  it("starts boxes side by side on the same page", () => {
    const number = whole(95, 5);
    const clause = rows(95, 10, [10, 10, 10]);
    // Above them, a box grows so that the number fits on the page and the clause does not.
    assert.deepStrictEqual(spots([rows(30, 60, [80]), number, clause, whole(110, 5)]), [
      [0, 0, 30],
      [1, 1, 20],
      [2, 1, 20],
      [3, 1, 55],
    ]);
    // Where the beginning of both fits, the clause continues on the next page.
    assert.deepStrictEqual(spots([rows(30, 60, [65]), number, clause]), [
      [0, 0, 30],
      [1, 0, 100],
      [2, 0, 100],
      [2, 1, 20],
    ]);
  });

  it("divides a box that is kept together only if it is higher than a page", () => {
    const together = { ...rows(60, 10, Array(9).fill(10)), keepTogether: true };
    assert.deepStrictEqual(spots([together]), [[0, 1, 20]]);
    const tooHigh = { ...rows(60, 10, Array(11).fill(10)), keepTogether: true };
    assert.deepStrictEqual(spots([tooHigh]), [
      [0, 0, 60],
      [0, 1, 20],
    ]);
    // A heading moves with it.
    assert.deepStrictEqual(spots([whole(52, 6), together]), [
      [0, 1, 20],
      [1, 1, 28],
    ]);
  });

  it("keeps overlapping boxes together", () => {
    const positions = spots([rows(30, 10, [70]), whole(45, 20), whole(47, 5), whole(60, 4)]);
    assert.deepStrictEqual(positions.slice(1), [
      [1, 1, 20],
      [2, 1, 22],
      [3, 1, 35],
    ]);
  });

  it("moves a heading with its section", () => {
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

  it("moves the row of a forced page break to a new page, except at the start", () => {
    const begins = { breakBefore: true };
    assert.deepStrictEqual(
      spots([
        { ...whole(30, 5), ...begins },
        whole(50, 5),
        { ...rows(60, 5, [5]), ...begins },
        { ...whole(60, 5), ...begins },
        whole(70, 5),
        { ...whole(80, 5), ...begins },
      ]),
      [
        [0, 0, 30],
        [1, 0, 50],
        [2, 1, 20],
        [3, 1, 20],
        [4, 1, 30],
        [5, 2, 20],
      ],
    );
  });

  it("keeps a chain of boxes with `keepWithNext` together at any distance and height", () => {
    const keeps = { keepWithNext: true };
    const chain = [{ ...whole(42, 14), ...keeps }, { ...whole(62, 20), ...keeps }, whole(90, 20)];
    assert.deepStrictEqual(spots([rows(30, 10, [30]), ...chain]).slice(1), [
      [1, 1, 20],
      [2, 1, 40],
      [3, 1, 68],
    ]);
    // Its last row moves with the next box.
    const table = { ...rows(30, 10, [30, 30, 10]), ...keeps };
    const placements = paginate([table, whole(45, 20)], AREA);
    assert.deepStrictEqual(
      placements.map(({ box, page, from, to }) => [box, page, from, to]),
      [
        [0, 0, 0, 2],
        [0, 1, 2, 3],
        [1, 1, 0, 0],
      ],
    );
  });

  it("moves a heading at its designed position when its table cannot begin there", () => {
    assert.deepStrictEqual(spots([whole(100, 5), rows(106, 10, [10], 10)]), [
      [0, 1, 20],
      [1, 1, 26],
    ]);
  });

  const between = (minimum: number, maximum: number) =>
    Schema.Int.check(Schema.isBetween({ minimum, maximum }));
  // On a grid, so that boxes are either clearly separate or clearly overlap.
  const Box = Schema.Struct({
    row: between(2, 11),
    height: Schema.Literals([5, 10, 20, 30, 40]),
    units: Schema.Array(between(1, 90)).check(Schema.isMaxLength(12)),
    isWhole: Schema.Boolean,
    breakBefore: Schema.Boolean,
    keepWithNext: Schema.Boolean,
  });
  const Boxes = Schema.Array(Box).check(Schema.isMaxLength(14));
  const boxesOf = (samples: typeof Boxes.Type) =>
    samples.map(({ row, height, units, isWhole, ...flags }) => ({
      ...(isWhole ? whole(row * 10, height) : rows(row * 10, height, units, 3)),
      ...flags,
    }));

  it.prop("places every box and every row once, rows in order", [Boxes], ([samples]) => {
    const boxes = boxesOf(samples);
    const placements = paginate(boxes, AREA);
    return boxes.every(({ extent }, index) => {
      const own = placements.filter(({ box }) => box === index);
      if (extent.kind === "whole") return own.length === 1;
      const isInOrder = own.every(({ from, page }, part) => {
        const before = own[part - 1];
        return (
          from === (before?.to ?? 0) && page === (before === undefined ? page : before.page + 1)
        );
      });
      return isInOrder && own.at(-1)?.to === extent.units.length;
    });
  });

  it.prop("keeps boxes below each other without overlap", [Boxes], ([samples]) => {
    const boxes = boxesOf(samples);
    const placements = paginate(boxes, AREA);
    const ends = boxes.map((_, index) => placements.findLast(({ box }) => box === index));
    return boxes.every((box, position) => {
      const start = placements.find((placement) => placement.box === position);
      return boxes.every((other, index) => {
        const end = ends[index];
        if (other.top + other.height > box.top || start === undefined || end === undefined)
          return true;
        if (start.page !== end.page) return start.page > end.page;
        return end.top + end.height <= start.top + 0.1;
      });
    });
  });

  it.prop(
    "leaves no page empty, and exceeds the area only by design or with oversized boxes",
    [Boxes],
    ([samples]) => {
      const boxes = boxesOf(samples);
      const placements = paginate(boxes, AREA);
      const last = placements.reduce((page, placement) => Math.max(page, placement.page), -1);
      // Except the first page: its first box can be too high for its designed position.
      const pages = new Set(placements.map(({ page }) => page).filter((page) => page > 0));
      return (
        pages.size === Math.max(0, last) &&
        placements.every(({ box, page, top, height, from, to }) => {
          const isWhereDesigned = page === 0 && Math.abs(top - (boxes[box]?.top ?? 0)) < 0.1;
          const isAlone = to - from <= 1 && height > AREA.bottom - AREA.top - 40;
          return top + height <= AREA.bottom + 0.1 || isWhereDesigned || isAlone;
        })
      );
    },
  );

  it.prop("starts a page at each forced page break", [Boxes], ([samples]) => {
    const boxes = boxesOf(samples);
    const placements = paginate(boxes, AREA);
    const first = Math.min(...boxes.map(({ top }) => top));
    return boxes.every(({ breakBefore, top }, position) => {
      const own = placements.find(({ box }) => box === position);
      if (!breakBefore || own === undefined || top === first) return true;
      if (Math.abs(own.top - AREA.top) > 0.1) return false;
      return boxes.every((other, index) => {
        const end = placements.findLast(({ box }) => box === index);
        return other.top + other.height > top || end === undefined || end.page < own.page;
      });
    });
  });
});
