import { assert, describe, it } from "@effect/vitest";

import { closeUp } from "./close_up.ts";

const box = (top: number, height: number, isShown = true) => ({ top, height, isShown });

describe("closeUp()", () => {
  it("moves up what stands below what is not drawn, with its distance", () => {
    assert.deepStrictEqual(
      closeUp([box(20, 10), box(35, 10, false), box(50, 10), box(65, 10)]),
      [20, 35, 35, 50],
    );
  });

  it("adds up what is not drawn", () => {
    assert.deepStrictEqual(
      closeUp([box(0, 10, false), box(10, 10, false), box(20, 10)]),
      [0, 0, 0],
    );
  });

  it("leaves alone what stands below something drawn beside", () => {
    assert.deepStrictEqual(closeUp([box(20, 10, false), box(20, 10), box(35, 10)]).at(-1), 35);
  });

  it("closes a row whose boxes are all gone", () => {
    assert.deepStrictEqual(
      closeUp([box(20, 10, false), box(20, 6, false), box(35, 10)]).at(-1),
      20,
    );
  });
});
