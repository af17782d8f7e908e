import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { imageBytesProblem } from "./image_bytes.ts";

const problem = (bytes: ReadonlyArray<number>) =>
  imageBytesProblem(Buffer.from(bytes).toString("base64"));

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const ihdr = (width: number, height: number) => [
  0,
  0,
  0,
  13,
  73,
  72,
  68,
  82,
  0,
  0,
  0,
  width,
  0,
  0,
  0,
  height,
];
const segment = (marker: number, ...content: ReadonlyArray<number>) => {
  const length = content.length + 2;
  return [0xff, marker, Math.floor(length / 256), length % 256, ...content];
};
const EXIF = segment(0xe1, ...Array.from({ length: 60_000 }, () => 7));
const frame = (width: number, height: number) => segment(0xc0, 8, 0, height, 0, width, 3);

describe("imageBytesProblem()", () => {
  it("accepts the head of a PNG or a JPEG with a size", () => {
    assert.isUndefined(problem([...PNG, ...ihdr(3, 2)]));
    assert.isUndefined(problem([0xff, 0xd8, ...EXIF, ...EXIF, 0xff, ...frame(3, 2)]));
    assert.isUndefined(problem([0xff, 0xd8, ...segment(0xe0, 1, 2), ...frame(3, 2)]));
  });

  it("accepts base64 with line breaks", () => {
    const base64 = Buffer.from([...PNG, ...ihdr(3, 2)]).toString("base64");
    assert.isUndefined(imageBytesProblem(`${base64.slice(0, 5)}\r\n${base64.slice(5)}\n`));
  });

  it.each([
    ["text", [...Buffer.from("hello, world")], /neither/],
    ["GIF", [...Buffer.from("GIF89a")], /neither/],
    ["nothing", [], /neither/],
    ["a signature alone", PNG, /PNG is damaged/],
    ["a PNG without pixels", [...PNG, ...ihdr(0, 2)], /no pixels/],
    ["a JPEG without a frame", [0xff, 0xd8, ...EXIF], /cut short/],
    ["a JPEG without pixels", [0xff, 0xd8, ...frame(3, 0)], /no pixels/],
    ["a JPEG whose pixels come first", [0xff, 0xd8, ...segment(0xda, 1)], /damaged/],
    ["something that begins as a JPEG", [0xff, 0xd8, 0xff, 0xe0, 0, 0, 1], /damaged/],
  ])("rejects %s", (_, bytes, message) => assert.match(problem(bytes) ?? "", message));

  it.prop("never throws", [Schema.String], ([text]) => {
    imageBytesProblem(text);
    imageBytesProblem(Buffer.from([0xff, 0xd8, 0xff]).toString("base64") + text);
  });
});
