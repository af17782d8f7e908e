import { Result } from "effect";

/** The maximum number of segments before the size of a JPEG; cameras write fewer. */
const MAX_SEGMENTS = 1_000;

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const IHDR = [0x49, 0x48, 0x44, 0x52];

const NOT_AN_IMAGE = "Expected a PNG or JPEG: the bytes are neither";

/** The format of an image and its size in pixels. */
export interface ImageHead {
  readonly type: "image/png" | "image/jpeg";
  readonly width: number;
  readonly height: number;
}

/**
 * The reason why base64 bytes cannot be a PNG or a JPEG; `undefined` if they begin like one. Only the
 * head is decoded, up to the size in pixels.
 *
 * @example Text is not an image
 * ```ts
 * import { imageBytesProblem } from "@paraph/core/values";
 * import assert from "node:assert/strict";
 *
 * assert.equal(imageBytesProblem(btoa("hello")), "Expected a PNG or JPEG: the bytes are neither");
 * ```
 */
export function imageBytesProblem(base64: string): string | undefined {
  const head = imageHead(base64);
  return Result.isFailure(head) ? head.failure : undefined;
}

/** The format and the size of a PNG or JPEG in base64, from its head; otherwise its problem. */
export function imageHead(base64: string): Result.Result<ImageHead, string> {
  const read = reader(base64);
  if (startsWith(read(0, 8), PNG_SIGNATURE)) return pngHead(read);
  return startsWith(read(0, 3), [0xff, 0xd8, 0xff]) ? jpegHead(read) : Result.fail(NOT_AN_IMAGE);
}

/** The bytes at an offset; `undefined` beyond the end. */
type ByteReader = (offset: number, length: number) => DataView | undefined;

function reader(base64: string): ByteReader {
  const text = /\s/.test(base64) ? base64.replaceAll(/\s+/g, "") : base64;
  return (offset, length) => {
    // Four characters are three bytes.
    const first = Math.floor(offset / 3);
    const last = Math.ceil((offset + length) / 3);
    const bytes = decode(text.slice(first * 4, last * 4));
    const from = offset - first * 3;
    return bytes !== undefined && bytes.length >= from + length
      ? new DataView(bytes.buffer, from, length)
      : undefined;
  };
}

function decode(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function startsWith(view: DataView | undefined, bytes: ReadonlyArray<number>): boolean {
  return view !== undefined && bytes.every((byte, position) => view.getUint8(position) === byte);
}

function pngHead(read: ByteReader): Result.Result<ImageHead, string> {
  const header = read(12, 12);
  if (header === undefined || !startsWith(header, IHDR)) return Result.fail("The PNG is damaged");
  return sized({ type: "image/png", width: header.getUint32(4), height: header.getUint32(8) });
}

function jpegHead(read: ByteReader): Result.Result<ImageHead, string> {
  let position = 2;
  for (let segment = 0; segment < MAX_SEGMENTS; segment++) {
    const head = read(position, 4);
    if (head === undefined) return CUT_SHORT;
    const [start, marker, length] = [head.getUint8(0), head.getUint8(1), head.getUint16(2)];
    if (start !== 0xff) return DAMAGED;
    if (marker === 0xff) {
      position += 1; // Fill bytes may precede a marker.
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xc2) {
      const frame = read(position + 5, 4);
      if (frame === undefined) return CUT_SHORT;
      return sized({ type: "image/jpeg", width: frame.getUint16(2), height: frame.getUint16(0) });
    }
    // The pixels come after the size.
    if (length < 2 || marker === 0xda || marker === 0xd9) return DAMAGED;
    position += 2 + length;
  }
  return DAMAGED;
}

const CUT_SHORT = Result.fail("The JPEG is cut short");
const DAMAGED = Result.fail("The JPEG is damaged");

function sized(head: ImageHead): Result.Result<ImageHead, string> {
  return head.width === 0 || head.height === 0
    ? Result.fail("The image has no pixels")
    : Result.succeed(head);
}
