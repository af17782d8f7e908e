import { constants, inflateSync } from "node:zlib";

/** The maximum unpacked size of a stream, in bytes. */
const MOST_OF_STREAM = 64 * 1024 * 1024;

/** The maximum unpacked size of all streams of a document, in bytes. */
const MOST_OF_DOCUMENT = 128 * 1024 * 1024;

/** The message for the sender of the document. */
export const UNPACKS_TO_TOO_MUCH = "The PDF unpacks to too much data";

/** A document exceeds the limits of unpacked data. */
export class UnpacksToTooMuch extends Error {}

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
export function hasUnpackedTooMuch(): boolean {
  return current.isOver;
}

/** Counts bytes of a stream before they are unpacked. Throws {@linkcode UnpacksToTooMuch} above a limit. */
export function countUnpacked(bytes: number, ofStream = bytes): void {
  current.unpacked += bytes;
  if (ofStream <= MOST_OF_STREAM && current.unpacked <= MOST_OF_DOCUMENT) return;
  current.isOver = true;
  throw new UnpacksToTooMuch(UNPACKS_TO_TOO_MUCH);
}

/** Unpacks a zlib stream up to its first damage. Throws {@linkcode UnpacksToTooMuch} above a limit. */
export function unpack(bytes: Uint8Array): Buffer {
  const most = Math.max(1, Math.min(MOST_OF_STREAM, MOST_OF_DOCUMENT - current.unpacked));
  try {
    const unpacked = inflateSync(bytes, {
      maxOutputLength: most,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    countUnpacked(unpacked.length);
    return unpacked;
  } catch (error) {
    if (error instanceof RangeError) countUnpacked(MOST_OF_DOCUMENT);
    throw error;
  }
}
