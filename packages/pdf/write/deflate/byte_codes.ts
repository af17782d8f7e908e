/**
 * A deflate block (RFC 1951) whose codes fill whole bytes: a character, the length of a copy and its distance are
 * one byte each. Repeated copies become repeated bytes, which a second deflate compresses again.
 */

/** The highest character with a code. */
const LAST_CHARACTER = 126;
const END_OF_BLOCK = 256;
/** The symbols of lengths begin behind the end of the block, with that of three bytes. */
const FIRST_LENGTH = 257;
const LENGTH_SYMBOLS = 24;
const DISTANCE_SYMBOLS = 16;

/** The shortest and the longest copy, and the greatest distance, in bytes. */
export const [MIN_COPY, MAX_COPY, MAX_DISTANCE] = [3, 130, 256];

/** The number of bits behind a symbol's code. Its code has the rest of a byte. */
const extraOfLength = (index: number) => (index < 8 ? 0 : (index - 4) >> 2);
const extraOfDistance = (symbol: number) => (symbol < 4 ? 0 : (symbol - 2) >> 1);

/** One symbol of lengths more than needed, so that the data begins at a byte, and not within one. */
const symbolBits = Array.from({ length: FIRST_LENGTH + LENGTH_SYMBOLS + 4 }, (_, symbol) => {
  const index = symbol - FIRST_LENGTH;
  if (symbol <= LAST_CHARACTER || symbol === END_OF_BLOCK) return 8;
  return index >= 0 && index < LENGTH_SYMBOLS ? 8 - extraOfLength(index) : 0;
});
const distanceBits = Array.from(
  { length: DISTANCE_SYMBOLS },
  (_, symbol) => 8 - extraOfDistance(symbol),
);
const symbolCodes = codesOf(symbolBits);

/** The byte that ends the block. */
export const END = symbolCodes[END_OF_BLOCK] ?? 0;

/** The byte of each character. */
export const CHARACTERS = Uint8Array.from(symbolCodes.slice(0, LAST_CHARACTER + 1));

/** The byte of each length of a copy. */
export const LENGTHS = withExtraBits(
  MIN_COPY,
  symbolBits.slice(FIRST_LENGTH, FIRST_LENGTH + LENGTH_SYMBOLS),
  symbolCodes.slice(FIRST_LENGTH),
);

/** The byte of each distance of a copy. */
export const DISTANCES = withExtraBits(1, distanceBits, codesOf(distanceBits));

/** The order in which a block lists the lengths of the codes of code lengths. */
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2];

/** What precedes the data: the header of zlib, and that of the block with the lengths of all codes. */
export const HEADER = Uint8Array.of(0x78, 0x01, ...blockHeader());

/** The canonical codes of symbols, whose first bit is the lowest. */
function codesOf(bits: ReadonlyArray<number>): ReadonlyArray<number> {
  const codes: Array<number> = bits.map(() => 0);
  let code = 0;
  for (let length = 1; length <= 8; length++) {
    code <<= 1;
    for (let symbol = 0; symbol < bits.length; symbol++)
      if (bits[symbol] === length) codes[symbol] = reversed(code++, length);
  }
  return codes;
}

function reversed(code: number, length: number): number {
  let bits = 0;
  for (let index = 0; index < length; index++)
    bits |= ((code >> index) & 1) << (length - 1 - index);
  return bits;
}

/** The bytes of consecutive values, each a code and the extra bits of its symbol. */
function withExtraBits(
  first: number,
  bits: ReadonlyArray<number>,
  codes: ReadonlyArray<number>,
): Uint8Array {
  const values = bits.flatMap((length, symbol) =>
    Array.from(
      { length: 1 << (8 - length) },
      (_, extra) => (codes[symbol] ?? 0) | (extra << length),
    ),
  );
  return Uint8Array.of(...Array.from({ length: first }, () => 0), ...values);
}

function blockHeader(): Uint8Array {
  const header: Array<number> = [];
  const put = (value: number, count: number) => {
    for (let bit = 0; bit < count; bit++) header.push((value >> bit) & 1);
  };
  // The last block, with own codes.
  put(1, 1);
  put(2, 2);
  put(symbolBits.length - FIRST_LENGTH, 5);
  put(distanceBits.length - 1, 5);
  put(LENGTH_ORDER.length - 4, 4);
  // The lengths that occur are 0 and 2 to 8: eight codes of three bits.
  const usesLength = (length: number) => length === 0 || (length >= 2 && length <= 8);
  for (const length of LENGTH_ORDER) put(usesLength(length) ? 3 : 0, 3);
  for (const length of [...symbolBits, ...distanceBits])
    put(reversed(Math.max(0, length - 1), 3), 3);
  const bytes = new Uint8Array(header.length / 8);
  header.forEach(
    (bit, index) => (bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (bit << (index & 7))),
  );
  return bytes;
}
