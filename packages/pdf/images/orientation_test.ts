import { assert, describe, it } from "@effect/vitest";

import { type Orientation, imageMatrix, readOrientation } from "./orientation.ts";

/** An Exif segment with only an orientation. */
const segment = (orientation: number, isLittle: boolean) => {
  const tiff = Buffer.alloc(26);
  tiff.write(isLittle ? "II" : "MM", "latin1");
  const [short, long] = isLittle
    ? ([tiff.writeUInt16LE.bind(tiff), tiff.writeUInt32LE.bind(tiff)] as const)
    : ([tiff.writeUInt16BE.bind(tiff), tiff.writeUInt32BE.bind(tiff)] as const);
  short(42, 2);
  long(8, 4);
  short(1, 8);
  short(0x0112, 10);
  short(3, 12);
  long(1, 14);
  short(orientation, 18);
  return Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
};

describe("readOrientation()", () => {
  it("reads it in either byte order", () => {
    assert.strictEqual(readOrientation(segment(6, true)), 6);
    assert.strictEqual(readOrientation(segment(8, false)), 8);
  });

  it("ignores invalid segments", () => {
    const exif = segment(6, true);
    for (const length of [0, 5, 13, 16, 20, 27])
      assert.strictEqual(readOrientation(exif.subarray(0, length)), 1);
    assert.strictEqual(readOrientation(segment(9, true)), 1);
    assert.strictEqual(readOrientation(Buffer.from("http://ns.adobe.com/xap/1.0/\0", "latin1")), 1);
  });
});

describe("imageMatrix()", () => {
  /** The positions of the upper left pixel and its right neighbour in an image of 4 × 2 pixels. */
  const pixelPositions = (orientation: Orientation) => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = imageMatrix(orientation, {
      x: 10,
      y: 20,
      width: 4,
      height: 2,
    });
    const point = (u: number, v: number) => [a * u + c * v + e, b * u + d * v + f];
    return [point(0, 1), point(1, 1)];
  };

  it.each([
    [1, [10, 22], [14, 22]],
    [2, [14, 22], [10, 22]],
    [3, [14, 20], [10, 20]],
    [4, [10, 20], [14, 20]],
    [5, [10, 22], [10, 20]],
    [6, [14, 22], [14, 20]],
    [7, [14, 20], [14, 22]],
    [8, [10, 20], [10, 22]],
  ] as const)("turns an image of orientation %i upright", (orientation, first, second) => {
    assert.deepStrictEqual(pixelPositions(orientation), [[...first], [...second]]);
  });
});
