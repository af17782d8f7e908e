import { assert, describe, it } from "@effect/vitest";

import { dataUri, PICTURE, pngOf } from "../testing/fixtures.ts";
import { UnreadableImage } from "./prepared_image.ts";
import { DocumentImages } from "./read_image.ts";

const grey = (level: number) =>
  pngOf({ width: 1, height: 1, colourType: 0, raw: new Uint8Array([0, level]) });

describe("DocumentImages", () => {
  it("reads the same image once, regardless of its source", () => {
    const images = new DocumentImages(new Map([["https://example.com/logo.png", PICTURE]]));
    const image = images.read(dataUri(PICTURE));
    assert.strictEqual(images.read("https://example.com/logo.png"), image);
    assert.notStrictEqual(images.read(dataUri(grey(1))), image);
  });

  it("reuses images of earlier documents", () => {
    const image = new DocumentImages(new Map()).read(dataUri(PICTURE));
    assert.strictEqual(new DocumentImages(new Map()).read(dataUri(PICTURE)), image);
  });

  it("reads an image once in a document with more images than the cache holds", () => {
    const images = new DocumentImages(new Map());
    const first = images.read(dataUri(grey(0)));
    for (let level = 1; level < 200; level++) images.read(dataUri(grey(level)));
    assert.strictEqual(images.read(dataUri(grey(0))), first);
    assert.notStrictEqual(
      new DocumentImages(new Map()).read(dataUri(grey(1))),
      images.read(dataUri(grey(1))),
    );
  });

  it("refuses an unreadable image each time", () => {
    const images = new DocumentImages(new Map());
    for (const source of ["", "no address", dataUri(PICTURE.subarray(0, 50))]) {
      assert.throws(() => images.read(source), UnreadableImage);
      assert.throws(() => images.read(source), UnreadableImage);
    }
  });
});
