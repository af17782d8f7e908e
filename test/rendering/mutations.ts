import { crc32 } from "node:zlib";

import { randomNumbers } from "@paraph/testing/random_numbers";

/** Values that are known to break parsers. */
const EDGES = [0x00, 0x01, 0x7f, 0x80, 0xfe, 0xff];

/** A damaged file; equal seeds damage equal files alike. */
export function mutate(file: Uint8Array, seed: number): Uint8Array {
  const random = randomNumbers(seed * 7919 + 17);
  const upTo = (limit: number) => Math.floor(random() * limit);
  const bytes = Uint8Array.from(file);
  switch (seed % 5) {
    case 0: {
      // Some bytes.
      for (let times = 1 + upTo(12); times > 0; times--) bytes[upTo(bytes.length)] = upTo(256);
      return bytes;
    }
    case 1: {
      // Probably a length or an offset, in the first part.
      const offset = upTo(Math.min(bytes.length, 200));
      for (let index = 0; index < 4; index++)
        bytes[offset + index] = EDGES[upTo(EDGES.length)] ?? 0;
      return bytes;
    }
    case 2:
      return bytes.subarray(0, upTo(bytes.length));
    case 3: {
      const [from, count] = [upTo(bytes.length), 1 + upTo(64)];
      return Uint8Array.from([...bytes.subarray(0, from), ...bytes.subarray(from + count)]);
    }
    default: {
      // A copy of a part at another position.
      const [from, count, to] = [upTo(bytes.length), 1 + upTo(256), upTo(bytes.length)];
      const stretch = bytes.slice(from, from + count);
      return Uint8Array.from([...bytes.subarray(0, to), ...stretch, ...bytes.subarray(to)]);
    }
  }
}

/** A damaged PNG with valid chunk checksums, so that readers continue. */
export function repairChecksums(png: Uint8Array): Uint8Array {
  const bytes = Buffer.from(png);
  for (let offset = 8; offset + 12 <= bytes.length;) {
    const end = offset + 8 + bytes.readUInt32BE(offset);
    if (end + 4 > bytes.length) break;
    bytes.writeUInt32BE(crc32(bytes.subarray(offset + 4, end)), end);
    offset = end + 4;
  }
  return new Uint8Array(bytes);
}
