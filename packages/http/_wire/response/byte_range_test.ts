import { assert, describe, it } from "@effect/vitest";

import { byteRange } from "./byte_range.ts";

describe("byteRange()", () => {
  it.each([
    ["bytes=0-99", { offset: 0, length: 100 }],
    ["bytes=900-", { offset: 900, length: 100 }],
    ["bytes=-100", { offset: 900, length: 100 }],
    ["bytes=-5000", { offset: 0, length: 1000 }],
    ["bytes=999-5000", { offset: 999, length: 1 }],
    ["Bytes= 0-0 ", { offset: 0, length: 1 }],
  ])("%s is a range", (header, part) => {
    assert.deepEqual(byteRange(header, 1000), part);
  });

  it.each(["bytes=1000-", "bytes=5000-6000", "bytes=-0"])("%s is unsatisfiable", (header) => {
    assert.strictEqual(byteRange(header, 1000), "unsatisfiable");
  });

  it.each([undefined, "", "bytes", "bytes=", "bytes=-", "bytes=5-2", "bytes=0-1,3-4", "lines=1-2"])(
    "%s means the whole document",
    (header) => {
      assert.isUndefined(byteRange(header, 1000));
    },
  );

  it("all ranges of an empty document are unsatisfiable", () => {
    assert.strictEqual(byteRange("bytes=0-", 0), "unsatisfiable");
    assert.strictEqual(byteRange("bytes=-1", 0), "unsatisfiable");
  });
});
