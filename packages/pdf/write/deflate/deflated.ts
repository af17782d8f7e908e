import { constants, deflateSync } from "node:zlib";

/** Deflates bytes, into a buffer of their size: that of zlib is large for most streams of a document. */
export function deflated(bytes: Uint8Array): Uint8Array {
  const { length } = bytes;
  const chunkSize = Math.max(constants.Z_MIN_CHUNK, Math.min(constants.Z_DEFAULT_CHUNK, length));
  return deflateSync(bytes, { chunkSize });
}
