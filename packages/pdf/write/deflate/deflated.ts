import { constants, deflateSync } from "node:zlib";

/** The buffer for texts: a new one for each page would wait for the collector. */
let textBuffer = Buffer.alloc(0);

/** A longer text has a buffer of its own. */
const MAX_TEXT_BUFFER = 1024 * 1024;

/**
 * Deflates bytes, or a text in Latin-1, into a buffer of their size: that of zlib is large for most streams of a
 * document.
 */
export function deflated(content: Uint8Array | string): Uint8Array {
  const bytes = typeof content === "string" ? latin1(content) : content;
  const { length } = bytes;
  const chunkSize = Math.max(constants.Z_MIN_CHUNK, Math.min(constants.Z_DEFAULT_CHUNK, length));
  // Long pages with tags repeat much: a larger hash table finds it faster.
  const memLevel =
    length < constants.Z_DEFAULT_CHUNK ? constants.Z_DEFAULT_MEMLEVEL : constants.Z_MAX_MEMLEVEL;
  return deflateSync(bytes, { chunkSize, memLevel, level: levelOf(content) });
}

/** The content of pages takes much of a document's time: a shorter search costs 3 % of size and saves a third. */
function levelOf(content: Uint8Array | string): number {
  return typeof content === "string" ? 4 : constants.Z_DEFAULT_COMPRESSION;
}

function latin1(text: string): Uint8Array {
  const { length } = text;
  if (length > MAX_TEXT_BUFFER) return Buffer.from(text, "latin1");
  if (textBuffer.length < length) textBuffer = Buffer.allocUnsafeSlow(2 * length);
  return textBuffer.subarray(0, textBuffer.write(text, "latin1"));
}
