import { assert, describe, it } from "@effect/vitest";

import {
  visibleArea,
  fromVisibleMatrix,
  toVisibleMatrix,
  sizeOfVisibleArea,
} from "./visible_area.ts";

const BOXES = { mediaBox: [0, 0, 600, 800], cropBox: [50, 60, 550, 700], rotate: 0 };

describe("visibleArea()", () => {
  it("accepts corners in any order and any multiple of 90°", () => {
    const area = visibleArea({ ...BOXES, cropBox: [550, 700, 50, 60], rotate: -270 });
    assert.deepStrictEqual(area, visibleArea({ ...BOXES, rotate: 90 }));
  });

  it("clips the crop box to the media box", () => {
    const area = visibleArea({ ...BOXES, cropBox: [-100, 500, 300, 900] });
    assert.deepStrictEqual(sizeOfVisibleArea(area), { width: 300, height: 300 });
  });

  it.each([
    ["none", undefined],
    ["truncated", [0, 0, 100]],
    ["empty", [10, 10, 10, 90]],
    ["outside of it", [1000, 1000, 1100, 1100]],
    ["not a list of numbers", [0, 0, Number.NaN, 10]],
  ])("uses the media box for a crop box that is %s", (_, cropBox) => {
    const area = visibleArea({ ...BOXES, cropBox });
    assert.deepStrictEqual(sizeOfVisibleArea(area), { width: 600, height: 800 });
  });

  it("assumes US Letter for a page without boxes", () => {
    const area = visibleArea({ mediaBox: undefined, cropBox: undefined, rotate: undefined });
    assert.deepStrictEqual(sizeOfVisibleArea(area), { width: 612, height: 792 });
  });
});

describe("fromVisibleMatrix()", () => {
  it.each([0, 90, 180, 270])("is the inverse of toVisibleMatrix(), rotated by %i°", (rotate) => {
    const area = visibleArea({ ...BOXES, rotate });
    const { height } = sizeOfVisibleArea(area);
    const [a, b, c, d, e, f] = fromVisibleMatrix(area);
    const [p, q, r, s, t, u] = toVisibleMatrix(area);
    // A point of the visible area, from its lower left corner, and its page coordinates.
    const [x, y] = [30, 40];
    const [pageX, pageY] = [a * x + c * y + e, b * x + d * y + f];
    assert.deepStrictEqual([p * pageX + r * pageY + t, q * pageX + s * pageY + u], [x, height - y]);
  });
});
