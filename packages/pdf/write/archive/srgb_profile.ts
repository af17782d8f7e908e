/**
 * The colour space sRGB (IEC 61966-2-1) as an ICC profile of version 2.1, written from its published numbers:
 * the primaries adapted to the illuminant D50, and the transfer curve.
 */
export function srgbProfile(): Uint8Array {
  const tags: ReadonlyArray<readonly [string, Buffer]> = [
    ["desc", description("sRGB")],
    ["cprt", Buffer.from("text\0\0\0\0No copyright\0", "latin1")],
    ["wtpt", xyz(...D50)],
    ["rXYZ", xyz(0.43607, 0.22249, 0.01392)],
    ["gXYZ", xyz(0.38515, 0.71687, 0.09708)],
    ["bXYZ", xyz(0.14307, 0.06061, 0.7141)],
  ];
  const curve = transferCurve();
  const table = Buffer.alloc(4 + 12 * (tags.length + CURVES.length));
  table.writeUInt32BE(tags.length + CURVES.length);
  const parts: Array<Buffer> = [];
  let offset = HEADER_SIZE + table.length;
  let row = 4;
  const addRow = (name: string, length: number) => {
    table.write(name, row, "latin1");
    table.writeUInt32BE(offset, row + 4);
    table.writeUInt32BE(length, row + 8);
    row += 12;
  };
  for (const [name, data] of tags) {
    addRow(name, data.length);
    // Every tag starts at a multiple of four bytes.
    const part = Buffer.concat([data, Buffer.alloc(-data.length & 3)]);
    parts.push(part);
    offset += part.length;
  }
  for (const name of CURVES) addRow(name, curve.length);
  const body = Buffer.concat([table, ...parts, curve]);
  return Buffer.concat([header(HEADER_SIZE + body.length), body]);
}

const HEADER_SIZE = 128;
/** The three channels share one curve. */
const CURVES = ["rTRC", "gTRC", "bTRC"];
const D50 = [0.9642, 1, 0.8249] as const;

function header(size: number): Buffer {
  const bytes = Buffer.alloc(HEADER_SIZE);
  bytes.writeUInt32BE(size, 0);
  bytes.writeUInt32BE(0x02100000, 8);
  bytes.write("mntrRGB XYZ ", 12, "latin1");
  // A date of creation is required: 2026-01-01.
  [2026, 1, 1].forEach((value, index) => bytes.writeUInt16BE(value, 24 + 2 * index));
  bytes.write("acsp", 36, "latin1");
  D50.forEach((value, index) => bytes.writeInt32BE(fixed(value), 68 + 4 * index));
  return bytes;
}

/** A number with 16 bits after the point. */
function fixed(value: number): number {
  return Math.round(value * 0x10000);
}

function xyz(...values: readonly [number, number, number]): Buffer {
  const bytes = Buffer.alloc(20);
  bytes.write("XYZ ", "latin1");
  values.forEach((value, index) => bytes.writeInt32BE(fixed(value), 8 + 4 * index));
  return bytes;
}

/** A text in ASCII, without its optional forms in Unicode and for Macintosh. */
function description(text: string): Buffer {
  const bytes = Buffer.alloc(12 + text.length + 1 + 8 + 3 + 67);
  bytes.write("desc", "latin1");
  bytes.writeUInt32BE(text.length + 1, 8);
  bytes.write(text, 12, "latin1");
  return bytes;
}

const CURVE_POINTS = 1024;

function transferCurve(): Buffer {
  const bytes = Buffer.alloc(12 + 2 * CURVE_POINTS);
  bytes.write("curv", "latin1");
  bytes.writeUInt32BE(CURVE_POINTS, 8);
  for (let index = 0; index < CURVE_POINTS; index++) {
    const value = index / (CURVE_POINTS - 1);
    const linear = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    bytes.writeUInt16BE(Math.round(linear * 0xffff), 12 + 2 * index);
  }
  return bytes;
}
