import { crc32, deflateSync, inflateSync } from "node:zlib";

import type { Raster } from "./raster.ts";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Writes a picture as PNG in 16 shades of grey, which is enough for comparison and review. */
export function toPng({ width, height, grey }: Raster): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([4, 0, 0, 0, 0], 8);
  const stride = 1 + Math.ceil(width / 2);
  const raw = Buffer.alloc(height * stride);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const shade = Math.round((grey[y * width + x] ?? 0) / 17);
      const index = y * stride + 1 + (x >> 1);
      raw[index] = (raw[index] ?? 0) | (x % 2 === 0 ? shade << 4 : shade);
    }
  }
  const pixels = deflateSync(raw, { level: 9 });
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", head),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Reads the output of `toPng`. */
export function fromPng(png: Buffer): Raster {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const raw = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
  const stride = 1 + Math.ceil(width / 2);
  const grey = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pair = raw[y * stride + 1 + (x >> 1)] ?? 0;
      grey[y * width + x] = (x % 2 === 0 ? pair >> 4 : pair & 15) * 17;
    }
  }
  return { width, height, grey };
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const buffer = Buffer.alloc(body.length + 8);
  buffer.writeUInt32BE(content.length, 0);
  buffer.set(body, 4);
  buffer.writeUInt32BE(crc32(body), body.length + 4);
  return buffer;
}
