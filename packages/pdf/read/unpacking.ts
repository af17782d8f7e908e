import { constants, inflateSync } from "node:zlib";

/** No stream of an honest document unpacks to more. */
const MOST_OF_STREAM = 64 * 1024 * 1024;

/** Nor do all streams that are read of one document. */
const MOST_OF_DOCUMENT = 128 * 1024 * 1024;

/** Why a document was refused, for its sender. */
export const UNPACKS_TO_TOO_MUCH = "The PDF unpacks to too much data";

/** A document unpacks to more than is read of any. */
export class UnpacksToTooMuch extends Error {}

/**
 * What the document that this thread reads has unpacked to so far, in bytes. Libraries swallow errors, so
 * that it is remembered whether a limit was met. A thread reads one document after the other.
 */
const current = { unpacked: 0, isOver: false };

/** Begins with another document. */
export function startUnpacking(): void {
  current.unpacked = 0;
  current.isOver = false;
}

/** Whether the document has met a limit. */
export function hasUnpackedTooMuch(): boolean {
  return current.isOver;
}

/** Counts bytes that a stream is about to unpack to; fails when they are too many. */
export function countUnpacked(bytes: number, ofStream = bytes): void {
  current.unpacked += bytes;
  if (ofStream <= MOST_OF_STREAM && current.unpacked <= MOST_OF_DOCUMENT) return;
  current.isOver = true;
  throw new UnpacksToTooMuch(UNPACKS_TO_TOO_MUCH);
}

/** Unpacks a zlib stream, as far as it is whole; fails when it unpacks to too much. */
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
