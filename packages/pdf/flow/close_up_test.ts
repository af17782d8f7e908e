import { assert, describe, it } from "@effect/vitest";

import { closeUp } from "./close_up.ts";

const box = (top: number, height: number, isShown = true) => ({ top, height, isShown });

describe("closeUp()", () => {
  it("moves boxes up with their distance when a box above is not drawn", () => {
    assert.deepStrictEqual(
      closeUp([box(20, 10), box(35, 10, false), box(50, 10), box(65, 10)]),
      [20, 35, 35, 50],
    );
  });

  it("adds up the heights of boxes that are not drawn", () => {
    assert.deepStrictEqual(
      closeUp([box(0, 10, false), box(10, 10, false), box(20, 10)]),
      [0, 0, 0],
    );
  });

  it("does not move a box below a drawn one in the same row", () => {
    assert.deepStrictEqual(closeUp([box(20, 10, false), box(20, 10), box(35, 10)]).at(-1), 35);
  });

  it("closes a row without drawn boxes", () => {
    assert.deepStrictEqual(
      closeUp([box(20, 10, false), box(20, 6, false), box(35, 10)]).at(-1),
      20,
    );
  });
});
