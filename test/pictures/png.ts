import { crc32, deflateSync, inflateSync } from "node:zlib";

import type { IndexedPicture } from "./palette.ts";
import type { Pixels } from "./pixels.ts";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A picture of at most 256 colours as a PNG. */
export function pngOf({ width, height, palette, dots }: IndexedPicture): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits per pixel, which index the palette.
  header.set([8, 3], 8);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    rows.set(dots.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette)),
    chunk("IDAT", deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const buffer = Buffer.alloc(body.length + 8);
  buffer.writeUInt32BE(data.length, 0);
  body.copy(buffer, 4);
  buffer.writeUInt32BE(crc32(body), body.length + 4);
  return buffer;
}

/** The pixels of a picture of few colours. */
export function pixelsOf({ width, height, palette, dots }: IndexedPicture): Pixels {
  const rgb = new Uint8Array(dots.length * 3);
  dots.forEach((colour, dot) => rgb.set(palette.subarray(colour * 3, colour * 3 + 3), dot * 3));
  return { width, height, rgb };
}

/** The pixels of a PNG that `pngOf` has written; undefined for others. */
export function readIndexedPng(png: Uint8Array): Pixels | undefined {
  const file = Buffer.from(png);
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const chunks = chunksOf(file);
  const palette = chunks.get("PLTE");
  const data = chunks.get("IDAT");
  if (palette === undefined || data === undefined || file[24] !== 8 || file[25] !== 3)
    return undefined;
  const dots = unfilter(inflateSync(data), width, height, 1);
  return pixelsOf({ width, height, palette, dots });
}

/** The data of the chunks of a PNG by their types; that of several chunks is joined. */
function chunksOf(file: Buffer): ReadonlyMap<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let offset = 8; offset < file.length; offset += file.readUInt32BE(offset) + 12) {
    const type = file.toString("latin1", offset + 4, offset + 8);
    const data = file.subarray(offset + 8, offset + 8 + file.readUInt32BE(offset));
    chunks.set(type, Buffer.concat([chunks.get(type) ?? Buffer.alloc(0), data]));
  }
  return chunks;
}

/** The pixels of a PNG from a browser: eight bits, no interlacing, with or without transparency. */
export function readPng(png: Uint8Array): Pixels {
  const file = Buffer.from(png);
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const channels = file[25] === 6 ? 4 : 3;
  if (file[24] !== 8 || (channels === 3 && file[25] !== 2) || file[28] !== 0)
    throw new Error("Expected a plain picture in colours");
  const data = chunksOf(file).get("IDAT") ?? Buffer.alloc(0);
  const rows = unfilter(inflateSync(data), width * channels, height, channels);
  const rgb = new Uint8Array(width * height * 3);
  for (let dot = 0; dot < width * height; dot++)
    rgb.set(rows.subarray(dot * channels, dot * channels + 3), dot * 3);
  return { width, height, rgb };
}

/** Each row is stored as differences from its neighbours, in one of five ways. */
function unfilter(data: Uint8Array, length: number, height: number, step: number): Uint8Array {
  const rows = new Uint8Array(length * height);
  for (let y = 0; y < height; y++) {
    const filter = data[y * (length + 1)];
    for (let x = 0; x < length; x++) {
      const index = y * length + x;
      const left = x >= step ? (rows[index - step] ?? 0) : 0;
      const above = y > 0 ? (rows[index - length] ?? 0) : 0;
      const corner = x >= step && y > 0 ? (rows[index - length - step] ?? 0) : 0;
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter ?? 0];
      rows[index] = (data[y * (length + 1) + 1 + x] ?? 0) + (guess ?? 0);
    }
  }
  return rows;
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [a, b, c] = [left, above, corner].map((value) => Math.abs(guess - value));
  if (a === undefined || b === undefined || c === undefined) return 0;
  return a <= b && a <= c ? left : b <= c ? above : corner;
}
