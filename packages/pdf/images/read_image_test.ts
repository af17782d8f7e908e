import { inflateSync } from "node:zlib";

import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { PICTURE, pngOf } from "../testing/fixtures.ts";
import { UnreadableImage } from "./prepared_image.ts";
import { readImage } from "./read_image.ts";

const unpack = (bytes: Uint8Array) => {
  const { samples, alpha } = readImage(bytes);
  return { colours: [...inflateSync(samples.bytes)], alpha: alpha && [...inflateSync(alpha)] };
};

const JPEG = new Uint8Array([
  0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 2, 0, 3, 1, 1, 0x11, 0, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f,
  0, 1, 2, 0xff, 0xd9,
]);

describe("readImage()", () => {
  it("separates colours from opacity", () => {
    assert.deepStrictEqual(unpack(PICTURE), {
      colours: [255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9],
      alpha: [255, 128, 255, 0],
    });
  });

  it("keeps PNGs unchanged if PDF supports their format", () => {
    const rgb = pngOf({ width: 1, height: 1, colourType: 2, raw: new Uint8Array([0, 1, 2, 3]) });
    const grey16 = pngOf({
      width: 1,
      height: 1,
      depth: 16,
      colourType: 0,
      raw: new Uint8Array([0, 1, 2]),
    });
    const palette = pngOf({
      width: 2,
      height: 1,
      depth: 1,
      colourType: 3,
      raw: new Uint8Array([0, 0b01000000]),
      palette: new Uint8Array([1, 2, 3, 4, 5, 6]),
    });
    assert.deepInclude(readImage(rgb).samples, {
      colours: "DeviceRGB",
      bits: 8,
      hasRowFilters: true,
    });
    assert.deepInclude(readImage(grey16).samples, { colours: "DeviceGray", bits: 16 });
    assert.deepInclude(readImage(palette).samples, { colours: "Indexed", bits: 1 });
  });

  it("reads transparent colours of grey, RGB and palette images", () => {
    const grey = pngOf({
      width: 2,
      height: 1,
      depth: 4,
      colourType: 0,
      raw: new Uint8Array([0, 0x1f]),
      transparency: new Uint8Array([0, 1]),
    });
    assert.deepStrictEqual(unpack(grey), { colours: [17, 17, 17, 255, 255, 255], alpha: [0, 255] });
    const rgb = pngOf({
      width: 2,
      height: 1,
      colourType: 2,
      raw: new Uint8Array([0, 1, 2, 3, 4, 5, 6]),
      transparency: new Uint8Array([0, 1, 0, 2, 0, 3]),
    });
    assert.deepStrictEqual(unpack(rgb), { colours: [1, 2, 3, 4, 5, 6], alpha: [0, 255] });
    const palette = pngOf({
      width: 2,
      height: 1,
      depth: 2,
      colourType: 3,
      raw: new Uint8Array([0, 0b00010000]),
      palette: new Uint8Array([1, 2, 3, 4, 5, 6]),
      transparency: new Uint8Array([7]),
    });
    assert.deepStrictEqual(unpack(palette), { colours: [1, 2, 3, 4, 5, 6], alpha: [7, 255] });
  });

  it("undoes every row filter", () => {
    const rows = [0, 10, 20, 1, 5, 5, 2, 1, 1, 3, 2, 2, 4, 3, 3].flatMap((byte, index) =>
      index % 3 === 0 ? [byte] : [byte, 255],
    );
    const image = pngOf({ width: 2, height: 5, colourType: 4, raw: new Uint8Array(rows) });
    assert.lengthOf(unpack(image).colours, 30);
    assert.deepStrictEqual(
      unpack(image).colours.filter((_, index) => index % 3 === 0),
      [10, 20, 5, 10, 6, 11, 5, 10, 8, 13],
    );
  });

  it("resolves interlacing", () => {
    // Five by five pixels, pass by pass; the value of each pixel is its position.
    const order = [
      [[0, 0]],
      [[4, 0]],
      [
        [0, 4],
        [4, 4],
      ],
      [
        [2, 0],
        [2, 4],
      ],
      [
        [0, 2],
        [2, 2],
        [4, 2],
      ],
      [
        [1, 0],
        [3, 0],
        [1, 2],
        [3, 2],
        [1, 4],
        [3, 4],
      ],
      [
        [0, 1],
        [1, 1],
        [2, 1],
        [3, 1],
        [4, 1],
        [0, 3],
        [1, 3],
        [2, 3],
        [3, 3],
        [4, 3],
      ],
    ] as const;
    const raw = order.flatMap((pixels) =>
      [...new Set(pixels.map(([, y]) => y))].flatMap((row) => [
        0,
        ...pixels.filter(([, y]) => y === row).map(([x, y]) => y * 5 + x),
      ]),
    );
    const image = pngOf({
      width: 5,
      height: 5,
      colourType: 0,
      interlace: 1,
      raw: new Uint8Array(raw),
    });
    const { colours } = unpack(image);
    assert.deepStrictEqual(
      colours.filter((_, index) => index % 3 === 0),
      Array.from({ length: 25 }, (_, index) => index),
    );
  });

  it("reads the size of a JPEG and keeps the rest unchanged", () => {
    const image = readImage(JPEG);
    assert.deepInclude(image, { format: "jpeg", width: 3, height: 2 });
    assert.strictEqual(image.samples.bytes, JPEG);
  });

  it.each([
    ["nothing", new Uint8Array()],
    ["text", Buffer.from("hello")],
    ["a GIF", Buffer.from("GIF89a")],
    ["a truncated PNG", PICTURE.subarray(0, PICTURE.length - 20)],
    ["only the header of a PNG", PICTURE.subarray(0, 33)],
    ["a PNG with a flipped byte", PICTURE.map((byte, index) => (index === 45 ? byte ^ 1 : byte))],
    [
      "an interlaced PNG without pixels",
      pngOf({ width: 9, height: 9, colourType: 6, interlace: 1, raw: new Uint8Array() }),
    ],
    [
      "a PNG with a huge size",
      pngOf({ width: 60_000, height: 60_000, colourType: 6, raw: new Uint8Array(4) }),
    ],
    [
      "a PNG with too few pixels",
      pngOf({ width: 100, height: 100, colourType: 2, raw: new Uint8Array(50) }),
    ],
    [
      "a PNG with too many pixels",
      pngOf({ width: 1, height: 1, colourType: 2, raw: new Uint8Array(10_000_000) }),
    ],
    [
      "a PNG with an invalid depth",
      pngOf({ width: 1, height: 1, depth: 3, colourType: 2, raw: new Uint8Array(4) }),
    ],
    [
      "a PNG without its palette",
      pngOf({ width: 1, height: 1, colourType: 3, raw: new Uint8Array(2) }),
    ],
    [
      "a PNG with an unknown row filter",
      pngOf({ width: 1, height: 1, colourType: 0, raw: new Uint8Array([9, 0]) }),
    ],
    ["a truncated JPEG", JPEG.subarray(0, JPEG.length - 2)],
    ["a JPEG with an empty segment", new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0])],
    ["a JPEG without pixels", JPEG.map((byte, index) => (index === 10 ? 0 : byte))],
  ])("refuses %s", (_, bytes) =>
    assert.throws(() => readImage(new Uint8Array(bytes)), UnreadableImage),
  );

  it.prop("reads or refuses any bytes, without other errors", [Schema.Uint8Array], ([noise]) => {
    for (const start of [PICTURE.subarray(0, 20), JPEG.subarray(0, 6), new Uint8Array()]) {
      try {
        readImage(new Uint8Array([...start, ...noise]));
      } catch (error) {
        if (!(error instanceof UnreadableImage)) return false;
      }
    }
    return true;
  });
});
