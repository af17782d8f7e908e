import { brotliDecompressSync, gunzipSync } from "node:zlib";

import { assert, describe, it } from "@effect/vitest";
import { Effect } from "effect";

import { acceptedCoding, compress } from "./compress.ts";

describe("compress()", () => {
  it.effect("compresses bytes that its decoder restores", () =>
    Effect.gen(function* () {
      const bytes = Buffer.from("paraph ".repeat(1000));
      assert.deepEqual(brotliDecompressSync(yield* compress(bytes, "br")), bytes);
      assert.deepEqual(gunzipSync(yield* compress(bytes, "gzip")), bytes);
    }),
  );
});

describe("acceptedCoding()", () => {
  it.each([
    ["gzip, deflate, br, zstd", "br"],
    ["br;q=0.5, gzip", "br"],
    ["GZIP ; q=0.8", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["br; q=0.000, gzip;q=0", undefined],
    ["identity", undefined],
    ["", undefined],
    [undefined, undefined],
  ] as const)("%s selects %s", (header, coding) => {
    assert.strictEqual(acceptedCoding(header), coding);
  });
});
