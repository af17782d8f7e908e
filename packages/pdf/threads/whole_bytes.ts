/**
 * Bytes that share their memory with nothing else: those can be handed over to another thread, and are
 * copied there without what lies around them.
 */
export function wholeBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes);
}
