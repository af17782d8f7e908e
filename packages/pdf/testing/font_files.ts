import { readFileSync } from "node:fs";

import { fontPath } from "../fonts/bundled/font_files.ts";
import { cffFont } from "../fonts/opentype/cff_font.ts";
import { readFont } from "../fonts/opentype/font_file.ts";
import { fontFile, type NamedTable } from "../fonts/subset_font.ts";

/** A TrueType font: Caveat, a handwriting with Latin and Cyrillic letters. */
export const trueTypeFont = (): Buffer => readFileSync(fontPath("Handwriting"));

/** Another TrueType font, in a bold italic style. */
export const boldItalicFont = (): Buffer => readFileSync(fontPath("Roboto-BoldItalic"));

/** The tables of a font that describe its text, in both formats. */
const COMMON_TABLES = ["OS/2", "cmap", "head", "hhea", "hmtx", "name", "post"];

/** An OpenType font with CFF outlines: those of {@linkcode trueTypeFont}. */
export function openTypeFont(): Buffer {
  const font = readFont(trueTypeFont());
  const outlines = cffFont(
    "Caveat",
    font,
    Array.from({ length: font.glyphCount }, (_, glyph) => glyph),
  );
  const limits = Buffer.alloc(6);
  limits.writeUInt32BE(0x00005000, 0);
  limits.writeUInt16BE(font.glyphCount, 4);
  const file = assemble([
    ["CFF ", outlines],
    ["maxp", limits],
    ...COMMON_TABLES.map((name): NamedTable => [name, font.tables.get(name) ?? Buffer.alloc(0)]),
  ]);
  file.write("OTTO", 0, "latin1");
  return file;
}

/** Replaces bytes of a table of a font. */
export function withTable(font: Buffer, name: string, edit: (table: Buffer) => Buffer): Buffer {
  const version = font.toString("latin1", 0, 4);
  const tables = [...readFont(font).tables].map(([tag, table]): NamedTable => [
    tag,
    tag === name ? edit(Buffer.from(table)) : table,
  ]);
  const file = assemble(tables);
  file.write(version, 0, "latin1");
  return file;
}

/** Sets `OS/2.fsType`, the permissions of the licence. */
export function withLicence(font: Buffer, bits: number): Buffer {
  return withTable(font, "OS/2", (table) => {
    table.writeUInt16BE(bits, 8);
    return table;
  });
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The width and the height of the letters of a variable font, in units; their bold adds to the width. */
export const BOX = { width: 400, height: 700, gap: 100, bold: 300 } as const;

/**
 * A variable font with the axis `wght` from 400 to 900 and the named instances "Regular" (400) and "Black"
 * (900). Its letters A to Z are boxes, which are wider in bold.
 */
export function variableFont(): Buffer {
  const glyphCount = LETTERS.length + 1;
  const box = boxOutline();
  const loca = Buffer.alloc(4 * (glyphCount + 1));
  for (let glyph = 1; glyph <= LETTERS.length; glyph++)
    loca.writeUInt32BE(box.length * glyph, 4 * (glyph + 1));
  const glyf = Buffer.concat(Array.from(LETTERS, () => box));
  return assemble([
    ["OS/2", os2()],
    ["cmap", characterMap()],
    ["fvar", variationAxes()],
    ["glyf", glyf],
    ["gvar", variations(glyphCount)],
    ["head", head()],
    ["hhea", words(1, 0, 800, -200, 0, 500, 0, 0, 500, 1, 0, 0, 0, 0, 0, 0, 0, 1)],
    ["hmtx", Buffer.concat([words(BOX.width + BOX.gap, 0), Buffer.alloc(2 * (glyphCount - 1))])],
    ["loca", loca],
    ["maxp", words(1, 0, glyphCount, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)],
    ["name", names()],
    ["post", Buffer.concat([words(3, 0), Buffer.alloc(28)])],
  ]);
}

function assemble(tables: ReadonlyArray<NamedTable>): Buffer {
  return fontFile(tables.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function words(...values: ReadonlyArray<number>): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  values.forEach((value, index) => bytes.writeUInt16BE(value & 0xffff, 2 * index));
  return bytes;
}

/** A number with 16 bits after the point. */
function fixed(value: number): Buffer {
  return words(Math.floor(value), Math.round((value % 1) * 65_536));
}

function head(): Buffer {
  const table = Buffer.alloc(54);
  table.writeUInt32BE(0x00010000, 0);
  table.writeUInt32BE(0x5f0f3cf5, 12);
  table.writeUInt16BE(1000, 18);
  words(0, 0, BOX.width + BOX.bold, BOX.height).copy(table, 36);
  table.writeInt16BE(1, 50);
  return table;
}

function os2(): Buffer {
  const table = Buffer.alloc(96);
  words(4, 500, 400, 5).copy(table, 0);
  table.writeInt16BE(BOX.height, 88);
  return table;
}

/** A box with its left bottom corner in the origin. */
function boxOutline(): Buffer {
  const { width, height } = BOX;
  const header = words(1, 0, 0, width, height, 3, 0);
  const flags = Buffer.alloc(4, 1);
  const coordinates = words(0, width, 0, -width, 0, 0, height, 0);
  return Buffer.concat([header, flags, coordinates]);
}

function characterMap(): Buffer {
  const table = Buffer.alloc(12 + 16 + 12);
  words(0, 1, 3, 10, 0, 12, 12, 0, 0, 28, 0, 0, 0, 1).copy(table);
  table.writeUInt32BE(LETTERS.charCodeAt(0), 28);
  table.writeUInt32BE(LETTERS.charCodeAt(LETTERS.length - 1), 32);
  table.writeUInt32BE(1, 36);
  return table;
}

const NAMES = new Map([
  [1, "Boxes"],
  [6, "Boxes-Regular"],
  [256, "Weight"],
  [257, "Regular"],
  [258, "Black"],
]);

function names(): Buffer {
  const texts = [...NAMES.values()].map((text) => Buffer.from(text, "utf16le").swap16());
  let offset = 0;
  const records = [...NAMES.keys()].map((id, index) => {
    const { length } = texts[index] ?? Buffer.alloc(0);
    offset += length;
    return words(3, 1, 0x409, id, length, offset - length);
  });
  return Buffer.concat([words(0, records.length, 6 + 12 * records.length), ...records, ...texts]);
}

function variationAxes(): Buffer {
  return Buffer.concat([
    words(1, 0, 16, 2, 1, 20, 2, 8),
    Buffer.from("wght", "latin1"),
    ...[400, 400, 900].map(fixed),
    words(0, 256),
    words(257, 0),
    fixed(400),
    words(258, 0),
    fixed(900),
  ]);
}

/** At the end of the axis the right side of each box and its advance move to the right. */
function variations(glyphCount: number): Buffer {
  const deltas = [0, BOX.bold, BOX.bold, 0, 0, BOX.bold, 0, 0];
  const serialized = Buffer.concat([
    Buffer.from([0, 0x40 | (deltas.length - 1)]),
    words(...deltas),
    Buffer.from([0x80 | (deltas.length - 1)]),
  ]);
  const data = Buffer.concat([
    words(1, 10, serialized.length, 0xa000, 0x4000),
    serialized,
    Buffer.alloc(-(10 + serialized.length) & 1),
  ]);
  const offsets = Buffer.alloc(4 * (glyphCount + 1));
  for (let glyph = 1; glyph < glyphCount; glyph++)
    offsets.writeUInt32BE(data.length * glyph, 4 * (glyph + 1));
  const start = 20 + offsets.length;
  const header = Buffer.concat([words(1, 0, 1, 0, 0, start, glyphCount, 1, 0, start), offsets]);
  return Buffer.concat([header, ...Array.from(LETTERS, () => data)]);
}
