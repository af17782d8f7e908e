import { crc32, deflateSync } from "node:zlib";

import type { Pixels } from "./png_pixels.ts";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Returns pixels as a PNG file without metadata: with their opacity, or opaque. */
export function writePng(
  { colours, alpha }: Pick<Pixels, "colours"> & Partial<Pick<Pixels, "alpha">>,
  { width, height }: { readonly width: number; readonly height: number },
): Buffer {
  const depth = alpha === undefined ? 3 : 4;
  const rows = Buffer.alloc(height * (1 + depth * width));
  for (let pixel = 0, offset = 0; pixel < width * height; pixel++) {
    // Each row starts with its filter: none.
    if (pixel % width === 0) offset += 1;
    rows.set(colours.subarray(3 * pixel, 3 * pixel + 3), offset);
    if (alpha !== undefined) rows[offset + 3] = alpha[pixel] ?? 0;
    offset += depth;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits for each colour, deflated, with row filters and not interlaced.
  header.set([8, alpha === undefined ? 2 : 6, 0, 0, 0], 8);
  const data = chunk("IDAT", deflateSync(rows));
  return Buffer.concat([SIGNATURE, chunk("IHDR", header), data, chunk("IEND", Buffer.alloc(0))]);
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const frame = Buffer.alloc(12 + content.length);
  frame.writeUInt32BE(content.length, 0);
  frame.set(body, 4);
  frame.writeUInt32BE(crc32(body), 8 + content.length);
  return frame;
}
