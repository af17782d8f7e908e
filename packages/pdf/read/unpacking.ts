import { constants, inflateSync } from "node:zlib";

/** The maximum unpacked size of a stream, in bytes. */
const MAX_STREAM_SIZE = 64 * 1024 * 1024;

/** The maximum unpacked size of all streams of a document, in bytes. */
const MAX_DOCUMENT_SIZE = 128 * 1024 * 1024;

/** The message for the sender of the document. */
export const UNPACK_LIMIT_MESSAGE = "The PDF unpacks to too much data";

/** A document exceeds the limits of unpacked data. */
export class UnpackLimitExceeded extends Error {}

/**
 * The unpacked bytes of the document that this thread is reading. A thread reads one document at a time.
 * `isOver` is stored because libraries swallow errors.
 */
const current = { unpacked: 0, isOver: false };

/** Resets the count for the next document. */
export function startUnpacking(): void {
  current.unpacked = 0;
  current.isOver = false;
}

/** Returns whether the document exceeded a limit. */
export function exceedsUnpackLimit(): boolean {
  return current.isOver;
}

/** Counts bytes of a stream before they are unpacked. Throws {@linkcode UnpackLimitExceeded} above a limit. */
export function countUnpacked(bytes: number, ofStream = bytes): void {
  current.unpacked += bytes;
  if (ofStream <= MAX_STREAM_SIZE && current.unpacked <= MAX_DOCUMENT_SIZE) return;
  current.isOver = true;
  throw new UnpackLimitExceeded(UNPACK_LIMIT_MESSAGE);
}

/** Unpacks a zlib stream up to its first damage. Throws {@linkcode UnpackLimitExceeded} above a limit. */
export function unpack(bytes: Uint8Array): Buffer {
  const most = Math.max(1, Math.min(MAX_STREAM_SIZE, MAX_DOCUMENT_SIZE - current.unpacked));
  try {
    const output = inflateSync(bytes, {
      maxOutputLength: most,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    countUnpacked(output.length);
    return output;
  } catch (error) {
    if (error instanceof RangeError) countUnpacked(MAX_DOCUMENT_SIZE);
    throw error;
  }
}
