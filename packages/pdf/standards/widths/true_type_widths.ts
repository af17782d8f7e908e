/** The widths of a TrueType font, in thousandths of the font size. */
export interface TrueTypeWidths {
  /** Undefined for a glyph without an outline: subsets lack what the document does not show. */
  readonly widthOf: (glyph: number) => number | undefined;
  /** The glyph of a code in a character map, by the ids of its platform and its encoding; 0 for none. */
  readonly glyphOf: (platform: number, encoding: number, code: number) => number;
}

/** Reads the widths of a font, undefined if it lacks a table; throws a `RangeError` for a damaged one. */
export function trueTypeWidths(file: Buffer): TrueTypeWidths | undefined {
  const tables = tablesOf(file);
  const [head, hhea, hmtx, loca] = ["head", "hhea", "hmtx", "loca"].map((tag) => tables.get(tag));
  if (head === undefined || hhea === undefined || hmtx === undefined || loca === undefined)
    return undefined;
  const unitsPerEm = head.readUInt16BE(18);
  const isLong = head.readInt16BE(50) === 1;
  const lastWidth = hhea.readUInt16BE(34) - 1;
  if (unitsPerEm === 0 || lastWidth < 0) return undefined;
  const offsetOf = (glyph: number) =>
    isLong ? loca.readUInt32BE(4 * glyph) : loca.readUInt16BE(2 * glyph);
  const count = Math.floor(loca.length / (isLong ? 4 : 2)) - 1;
  const maps = characterMaps(tables.get("cmap"));
  return {
    widthOf: (glyph) => {
      if (glyph >= count || offsetOf(glyph) === offsetOf(glyph + 1)) return undefined;
      const offset = 4 * Math.min(glyph, lastWidth);
      if (offset + 2 > hmtx.length) return undefined;
      return (hmtx.readUInt16BE(offset) * 1000) / unitsPerEm;
    },
    glyphOf: (platform, encoding, code) => {
      const map = maps.get(`${platform} ${encoding}`);
      return map === undefined ? 0 : glyphIn(map, code);
    },
  };
}

/** The tables of a TrueType or OpenType font. */
export function tablesOf(file: Buffer): ReadonlyMap<string, Buffer> {
  const tables = new Map<string, Buffer>();
  const count = file.readUInt16BE(4);
  for (let index = 0; index < count; index++) {
    const record = 12 + 16 * index;
    const start = file.readUInt32BE(record + 8);
    const tag = file.toString("latin1", record, record + 4);
    tables.set(tag, file.subarray(start, start + file.readUInt32BE(record + 12)));
  }
  return tables;
}

/** The character maps, by the ids of their platform and their encoding. */
function characterMaps(table: Buffer | undefined): ReadonlyMap<string, Buffer> {
  const maps = new Map<string, Buffer>();
  if (table === undefined) return maps;
  const count = table.readUInt16BE(2);
  for (let index = 0; index < count; index++) {
    const record = 4 + 8 * index;
    const key = `${table.readUInt16BE(record)} ${table.readUInt16BE(record + 2)}`;
    maps.set(key, table.subarray(table.readUInt32BE(record + 4)));
  }
  return maps;
}

/** The glyph of a code in a character map of the formats that fonts of PDFs have; 0 for none. */
function glyphIn(map: Buffer, code: number): number {
  switch (map.readUInt16BE(0)) {
    case 0:
      return code < 256 ? map.readUInt8(6 + code) : 0;
    case 4:
      return glyphInSegments(map, code);
    case 6: {
      const index = code - map.readUInt16BE(6);
      return index >= 0 && index < map.readUInt16BE(8) ? map.readUInt16BE(10 + 2 * index) : 0;
    }
    default:
      return 0;
  }
}

function glyphInSegments(map: Buffer, code: number): number {
  const size = map.readUInt16BE(6);
  for (let segment = 0; segment < size; segment += 2) {
    if (code > map.readUInt16BE(14 + segment)) continue;
    const first = map.readUInt16BE(16 + size + segment);
    if (code < first) return 0;
    const delta = map.readUInt16BE(16 + 2 * size + segment);
    const place = 16 + 3 * size + segment;
    const offset = map.readUInt16BE(place);
    if (offset === 0) return (code + delta) & 0xffff;
    const glyph = map.readUInt16BE(place + offset + 2 * (code - first));
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
}
