import { crc32, deflateSync } from "node:zlib";

import { assert, describe, it } from "@effect/vitest";
import { SignatureImages } from "@paraph/core/builtin_provider";
import { Effect, Option } from "effect";

import { readPngPixels } from "../images/png.ts";
import { writePng } from "../images/write_png.ts";
import { signatureImages } from "./signature_images.ts";

const LIMIT = { width: 1000, height: 500 };

/** A picture with a black line on a transparent page. */
function picture(width: number, height: number, isBlank = false): Buffer {
  const colours = new Uint8Array(width * height * 3);
  const alpha = new Uint8Array(width * height);
  if (!isBlank) alpha.fill(255, 0, Math.min(200, alpha.length));
  return writePng({ colours, alpha }, { width, height });
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** A PNG whose header has another size. */
function withSize(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const pixels = chunk("IDAT", deflateSync(Buffer.alloc(50_000_000)));
  return Buffer.concat([
    picture(1, 1).subarray(0, 8),
    chunk("IHDR", header),
    pixels,
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const clean = (bytes: Buffer) =>
  Effect.flatMap(SignatureImages, (images) => images.clean(bytes.toString("base64"))).pipe(
    Effect.provide(signatureImages),
    Effect.map(Option.map((data) => Buffer.from(data, "base64"))),
  );

describe("Uploaded pictures of signatures", () => {
  it.effect("become new files with the same pixels, without anything else", () =>
    Effect.gen(function* () {
      const original = picture(40, 20);
      const script = chunk("tEXt", Buffer.from("Comment\0<script>alert(1)</script>"));
      const end = original.length - 12;
      const tail = Buffer.from("%PDF-1.7 hidden");
      const hostile = Buffer.concat([
        original.subarray(0, end),
        script,
        original.subarray(end),
        tail,
      ]);
      const result = Option.getOrThrow(yield* clean(hostile));
      assert.deepEqual(result, original);
      assert.deepEqual(readPngPixels(result, LIMIT), readPngPixels(original, LIMIT));
    }),
  );

  it.effect.each([
    ["text", Buffer.from("not an image")],
    ["a script in a picture of vectors", Buffer.from("<svg xmlns='x'><script/></svg>")],
    ["a JPEG", Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ["a file that is cut short", picture(40, 20).subarray(0, 60)],
    ["a damaged file", Buffer.from(picture(40, 20).map((byte, index) => byte ^ +(index === 50)))],
    ["no visible pixels", picture(40, 20, true)],
    ["too many pixels", picture(1001, 2)],
    ["a size that its pixels do not have", withSize(1000, 500).subarray(0, 180_000)],
    ["a small file with huge pixels", withSize(20_000, 2000)],
    ["no size", withSize(0, 10)],
    ["too many bytes", Buffer.concat([picture(40, 20), Buffer.alloc(200 * 1024)])],
  ] as const)("are refused: %s", ([, bytes]) =>
    Effect.gen(function* () {
      assert.isTrue(Option.isNone(yield* clean(Buffer.from(bytes))));
    }),
  );
});
