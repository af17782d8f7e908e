import { assert, describe, it } from "@effect/vitest";

import { type BlockRow, blockEnds } from "./row_blocks.ts";

const rowsOf = (count: number, cells: BlockRow["cells"], height = 1) =>
  Array.from({ length: count }, (_, index): BlockRow => ({
    height,
    before: 0,
    after: 0,
    cells: cells.filter(({ start, end }) => index >= start && index < end),
  }));

describe("rows that high cells join", () => {
  it("end where they no longer fit on a page", () => {
    const ends = blockEnds(rowsOf(10, [{ start: 0, end: 10, height: 2 }]), 4);
    assert.deepStrictEqual([...ends], [3, 7]);
  });

  it("need space for their cells on every page", () => {
    const cells = [
      { start: 0, end: 2, height: 3 },
      { start: 1, end: 4, height: 3 },
    ];
    assert.deepStrictEqual([...blockEnds(rowsOf(4, cells), 3)], [0, 1]);
    assert.deepStrictEqual([...blockEnds(rowsOf(4, cells), 6)], []);
  });

  it("are read a few times each, however many are on a page", () => {
    const readsOf = (count: number) => {
      let reads = 0;
      const cell = { start: 0, end: count, height: 2 };
      const row: BlockRow = {
        before: 0,
        after: 0,
        cells: [cell],
        get height() {
          reads += 1;
          return 0.01;
        },
      };
      assert.strictEqual(
        blockEnds(
          Array.from({ length: count }, () => row),
          1e6,
        ).size,
        0,
      );
      return reads;
    };
    assert.isAtMost(readsOf(100_000), 3 * 100_000);
  });
});
