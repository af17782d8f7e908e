/** Fonts with one glyph, the letter a without an outline, in formats that Paraph reads but does not write. */

/** The operators of charstrings. */
const [SIDE_BEARING_AND_WIDTH, END_CHAR] = [13, 14];

/** An integer of a charstring, from 108 to 1131. */
const integer = (value: number) => [247 + ((value - 108) >> 8), (value - 108) & 0xff];

/** A font in Type 1 format. */
export function type1Font(width: number): Buffer {
  const charstring = encrypted(
    Buffer.from([0, 0, 0, 0, 139, ...integer(width), SIDE_BEARING_AND_WIDTH, END_CHAR]),
    4_330,
  );
  const clear =
    "%!PS-AdobeFont-1.0: Own\n/FontMatrix [0.001 0 0 0.001 0 0] readonly def\n" +
    "/Encoding StandardEncoding def\ncurrentfile eexec\n";
  const secret = Buffer.concat([
    Buffer.from(`0000dup /Private 2 dict dup begin\n/CharStrings 1 dict dup begin\n/a `),
    Buffer.from(`${charstring.length} RD `),
    charstring,
    Buffer.from(" ND\nend\n"),
  ]);
  return Buffer.concat([Buffer.from(clear), encrypted(secret, 55_665)]);
}

function encrypted(bytes: Buffer, key: number): Buffer {
  let state = key;
  const ciphers = Array.from(bytes, (byte) => {
    const cipher = byte ^ (state >> 8);
    state = ((cipher + state) * 52_845 + 22_719) & 0xffff;
    return cipher;
  });
  return Buffer.from(ciphers);
}

/** A font in CFF format whose glyphs have names. */
export function compactFont(width: number): Buffer {
  const number = (value: number) => [28, value >> 8, value & 0xff];
  const index = (items: ReadonlyArray<ReadonlyArray<number>>) => {
    let end = 1;
    const offsets = items.map(({ length }) => (end += length));
    return items.length === 0 ? [0, 0] : [0, items.length, 1, 1, ...offsets, ...items.flat()];
  };
  const head = [1, 0, 4, 1, ...index([[0x4f]])];
  const rest = [...index([]), ...index([])];
  const [charset, glyphs] = [[0, 0, 66], index([[END_CHAR], [...integer(width), END_CHAR]])];
  const topDict = (start: number) =>
    index([
      [...number(start), 15, ...number(start + charset.length), 17, ...number(0), ...number(0), 18],
    ]);
  const start = head.length + topDict(0).length + rest.length;
  return Buffer.from([...head, ...topDict(start), ...rest, ...charset, ...glyphs]);
}
